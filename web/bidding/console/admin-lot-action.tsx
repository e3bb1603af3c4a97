import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { RequestError } from '#web/platform/request-error.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { Checkbox, Field, Options, Select, Textarea } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ACTION_NAMES, type Action, type ActionInput, carryOut, TAKES_AWAY } from './admin-actions.ts'
import { VoidChoice } from './admin-void-choice.tsx'

const MINUTE_MS = 60_000
const EXTENSIONS_MIN = [2, 5, 10, 30, 60]

export type Subject = { action: Action; lot: LotSummary; standing: Standing; currency: string }

/** One action on one lot: what and why first, then a confirmation that says what it means, then the action. */
export function LotAction({ subject, onClose }: { subject: Subject; onClose: (changed: Standing | null) => void }) {
  const { action, lot, standing, currency } = subject
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [minutes, setMinutes] = useState(5)
  const [cause, setCause] = useState<ActionInput['cause']>('mistake')
  const [isBack, setIsBack] = useState(false)
  const [sequences, setSequences] = useState<readonly number[]>([])
  const [looking, setLooking] = useState(false)
  const [fault, setFault] = useState<ReturnType<typeof faultsOf>>({})
  const { mutateAsync, error, reset } = useMutation({ mutationFn: carryOut })
  const closesAt = standing.closesAt === null ? null : standing.closesAt + minutes * MINUTE_MS
  const input: ActionInput = { action, lotId: lot.id, reason: reason.trim(), sequences, closesAt, cause, isBack }
  const { run, busy } = useSingleFlight(async () => {
    const changed = await mutateAsync(input).catch(() => null)
    if (changed === null) return
    toast({ title: `Lot ${lot.lotNumber}: ${ACTION_NAMES[action].toLowerCase()} done` })
    void client.invalidateQueries({ queryKey: ['/api/lots', lot.id] })
    onClose(changed)
  })
  function look(event: FormEvent) {
    event.preventDefault()
    const found = faultsOf(input)
    setFault(found)
    reset()
    setLooking(Object.keys(found).length === 0)
  }
  return (
    <Dialog
      onClose={() => onClose(null)}
      title={`${ACTION_NAMES[action]}: lot ${lot.lotNumber}`}
      description={lot.title}
    >
      {looking ? (
        <SecondLook
          subject={subject}
          input={input}
          failure={error}
          busy={busy}
          onVehicleBack={setIsBack}
          onBack={() => setLooking(false)}
          onConfirm={() => void run()}
        />
      ) : (
        <form noValidate onSubmit={look} className="flex flex-col gap-4">
          {action === 'void' ? (
            <VoidChoice lotId={lot.id} currency={currency} chosen={sequences} onChoose={setSequences} />
          ) : null}
          {action === 'extend' ? <Extension minutes={minutes} closesAt={closesAt} onChoose={setMinutes} /> : null}
          {action === 'void-sale' ? <Because cause={cause} onChoose={setCause} /> : null}
          {fault.choice === undefined ? null : (
            <p role="alert" className="text-sm font-semibold text-outbid">
              {fault.choice}
            </p>
          )}
          <Field
            label="Reason"
            hint={action === 'void-sale' ? 'Shown to the buyer.' : 'On the lot’s record; bidders can read it.'}
            error={fault.reason}
          >
            <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <DialogFooter>
            <Button type="submit">Continue</Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}

function faultsOf({ action, reason, sequences }: ActionInput): { reason?: string; choice?: string } {
  return {
    ...(reason.length < 3 ? { reason: 'Give a reason.' } : {}),
    ...(action === 'void' && sequences.length === 0 ? { choice: 'Choose at least one bid.' } : {}),
  }
}

function Because({
  cause,
  onChoose,
}: {
  cause: ActionInput['cause']
  onChoose: (cause: ActionInput['cause']) => void
}) {
  return (
    <Field label="Cause">
      <Select value={cause} onChange={(event) => onChoose(event.target.value === 'default' ? 'default' : 'mistake')}>
        <option value="mistake">It was a mistake</option>
        <option value="default">The buyer didn’t pay</option>
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
    <Field label="Extend by" hint={closesAt === null ? undefined : `New close: ${formatInstant(closesAt)}`}>
      <Select value={minutes} onChange={(event) => onChoose(Number(event.target.value))}>
        <Options of={EXTENSIONS_MIN.map((one) => [one, `${one} minutes`])} />
      </Select>
    </Field>
  )
}

/** Says what will happen before the action is sent. */
function SecondLook({
  subject,
  input,
  failure,
  busy,
  onVehicleBack,
  onBack,
  onConfirm,
}: {
  subject: Subject
  input: ActionInput
  failure: Error | null
  busy: boolean
  onVehicleBack: (isBack: boolean) => void
  onBack: () => void
  onConfirm: () => void
}) {
  const isCollected = input.isBack || (failure instanceof RequestError && failure.code === 'vehicle-collected')
  return (
    <div className="flex flex-col gap-4">
      <p>{meaningOf(subject, input)}</p>
      <p className="border-l-4 border-line pl-3 text-slate">{input.reason}</p>
      {failure === null ? null : <RequestFailed title="Nothing was changed" failure={failure} />}
      {isCollected ? (
        <Checkbox
          label="We have the vehicle back"
          checked={input.isBack}
          onChange={(event) => onVehicleBack(event.target.checked)}
        />
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
        <Button
          variant={TAKES_AWAY.has(subject.action) ? 'destructive' : 'default'}
          aria-disabled={busy}
          onClick={onConfirm}
        >
          {ACTION_NAMES[subject.action]} now
        </Button>
      </DialogFooter>
    </div>
  )
}

function meaningOf({ action, standing, currency }: Subject, { sequences, closesAt, cause }: ActionInput): string {
  const price = standing.price === null ? 'no bid' : formatMoney(standing.price, currency)
  switch (action) {
    case 'void':
      return `This voids ${sequences.length === 1 ? 'one bid' : `${sequences.length} bids`}. We recalculate the price and leader from the ledger and notify everyone immediately. This can’t be undone.`
    case 'withdraw':
      return `The lot leaves the auction permanently (now: ${price}). We release and notify its bidders. This can’t be undone.`
    case 'pause':
      return 'The lot’s clock stops with the time left. It takes no bids until you resume it, and in a live auction no other lot opens.'
    case 'resume':
      return 'The lot resumes immediately with the time left when it was paused.'
    case 'extend':
      return `The lot will close ${closesAt === null ? '–' : formatInstant(closesAt)}. You can only move a close later.`
    case 'void-sale':
      return `The sale to paddle ${standing.leader ?? '–'} at ${price} is undone and its invoice canceled${cause === 'default' ? '; late fees and storage are still owed' : ', with late fees and storage; payments are refunded'}. You can offer the vehicle again. We notify the buyer. This can’t be undone.`
    case 'approve':
      return `The lot is sold to paddle ${standing.leader ?? '–'} at ${price}, below its reserve. We issue an invoice. This can’t be undone.`
  }
}
