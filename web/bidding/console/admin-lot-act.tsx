import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Standing } from '#contract/bidding.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ACT_NAMES, type Act, type ActInput, carryOut } from './admin-acts.ts'
import { VoidChoice } from './admin-void-choice.tsx'

const MINUTE_MS = 60_000
const EXTENSIONS_MIN = [2, 5, 10, 30, 60]

export type Subject = { act: Act; lot: LotTeaser; standing: Standing; currency: string }

/** One act on one lot: what and why first, then a second look at what it means, then the act. */
export function LotAct({ subject, onClose }: { subject: Subject; onClose: (changed: Standing | null) => void }) {
  const { act, lot, standing, currency } = subject
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState(5)
  const [cause, setCause] = useState<ActInput['cause']>('mistake')
  const [sequences, setSequences] = useState<readonly number[]>([])
  const [looking, setLooking] = useState(false)
  const [fault, setFault] = useState<{ reason?: string; choice?: string }>({})
  const { mutateAsync, error, reset } = useMutation({ mutationFn: carryOut })
  const closesAt = standing.closesAt === null ? null : standing.closesAt + minutes * MINUTE_MS
  const input: ActInput = { act, lotId: lot.id, reason: reason.trim(), sequences, closesAt, cause }
  const { run, busy } = useSingleFlight(async () => {
    const changed = await mutateAsync(input).catch(() => null)
    if (changed === null) return
    toast({ title: `Lot ${lot.lotNumber}: ${ACT_NAMES[act].toLowerCase()} done` })
    void client.invalidateQueries({ queryKey: ['/api/lots', lot.id] })
    onClose(changed)
  })
  function look() {
    const found = {
      ...(input.reason.length < 3 ? { reason: 'Give a reason.' } : {}),
      ...(act === 'void' && sequences.length === 0 ? { choice: 'Choose at least one bid.' } : {}),
    }
    setFault(found)
    reset()
    setLooking(Object.keys(found).length === 0)
  }
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose(null))}>
      <DialogContent title={`${ACT_NAMES[act]}: lot ${lot.lotNumber}`} description={lot.title}>
        {looking ? (
          <SecondLook
            subject={subject}
            input={input}
            fault={error === null ? null : wordsOfFailure(error)}
            busy={busy}
            onBack={() => setLooking(false)}
            onConfirm={() => void run()}
          />
        ) : (
          <div className="flex flex-col gap-4">
            {act === 'void' ? (
              <VoidChoice lotId={lot.id} currency={currency} chosen={sequences} onChoose={setSequences} />
            ) : null}
            {act === 'extend' ? <Extension minutes={minutes} closesAt={closesAt} onChoose={setMinutes} /> : null}
            {act === 'void-sale' ? <Because cause={cause} onChoose={setCause} /> : null}
            {fault.choice === undefined ? null : (
              <p role="alert" className="text-sm font-semibold text-outbid">
                {fault.choice}
              </p>
            )}
            <Field
              label="Reason"
              hint={act === 'void-sale' ? 'The buyer reads it.' : 'On the lot’s record; the bidders may read it.'}
              error={fault.reason}
            >
              <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
            <DialogFooter>
              <Button onClick={look}>Go on</Button>
            </DialogFooter>
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

function Because({ cause, onChoose }: { cause: ActInput['cause']; onChoose: (cause: ActInput['cause']) => void }) {
  return (
    <Field label="Because">
      <Select value={cause} onChange={(event) => onChoose(event.target.value === 'default' ? 'default' : 'mistake')}>
        <option value="mistake">It was a mistake</option>
        <option value="default">The buyer did not pay</option>
      </Select>
    </Field>
  )
}

function Extension({
  minutes,
  closesAt,
  onChoose,
}: {
  minutes: number
  closesAt: number | null
  onChoose: (minutes: number) => void
}) {
  return (
    <Field label="Later by" hint={closesAt === null ? undefined : `New end: ${formatInstant(closesAt)}`}>
      <Select value={minutes} onChange={(event) => onChoose(Number(event.target.value))}>
        {EXTENSIONS_MIN.map((one) => (
          <option key={one} value={one}>
            {one} minutes
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Says what will happen before it does. */
function SecondLook({
  subject,
  input,
  fault,
  busy,
  onBack,
  onConfirm,
}: {
  subject: Subject
  input: ActInput
  fault: string | null
  busy: boolean
  onBack: () => void
  onConfirm: () => void
}) {
  return (
    <div className="flex flex-col gap-4">
      <p>{meaningOf(subject, input)}</p>
      <p className="border-l-4 border-line pl-3 text-slate">{input.reason}</p>
      {fault === null ? null : (
        <Notice tone="bad" title="Nothing was changed">
          {fault}
        </Notice>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <Button
          variant={
            subject.act === 'void' || subject.act === 'withdraw' || subject.act === 'void-sale'
              ? 'destructive'
              : 'default'
          }
          aria-disabled={busy}
          onClick={onConfirm}
        >
          {ACT_NAMES[subject.act]} now
        </Button>
      </DialogFooter>
    </div>
  )
}

function meaningOf({ act, standing, currency }: Subject, { sequences, closesAt, cause }: ActInput): string {
  const price = standing.price === null ? 'no bid' : formatMoney(standing.price, currency)
  switch (act) {
    case 'void':
      return `${sequences.length === 1 ? 'One bid' : `${sequences.length} bids`} will count as not made. Price and leader are worked out anew from the ledger and everyone is told at once. This cannot be undone.`
    case 'withdraw':
      return `The lot leaves the sale for good (now: ${price}). Its bidders are freed and told. This cannot be undone.`
    case 'pause':
      return 'The clock of the lot stops with the time it has left. No bid is taken until it goes on, and in a live sale no other lot comes up.'
    case 'resume':
      return 'The lot goes on at once with the time it had left when it was paused.'
    case 'extend':
      return `The lot will end on ${closesAt === null ? '–' : formatInstant(closesAt)}. An end can only be moved later.`
    case 'void-sale':
      return `The sale to paddle ${standing.leader ?? '–'} at ${price} is undone and its invoice cancelled${cause === 'default' ? '; late fees and storage stay owed' : ', with late fees and storage; what was paid goes back'}. The vehicle can be offered again. The buyer is told. This cannot be undone.`
    case 'approve':
      return `The lot is sold to paddle ${standing.leader ?? '–'} at ${price}, below its reserve. An invoice is issued. This cannot be undone.`
  }
}
