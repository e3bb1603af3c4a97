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
import {
  ACTION_NAMES,
  type Action,
  type ActionInput,
  carryOut,
  DONE_WORDS,
  NOW_NAMES,
  TAKES_AWAY,
} from './admin-actions.ts'
import { VoidChoice } from './admin-void-choice.tsx'
import { plural, t } from '#web/platform/language/text.ts'

const MINUTE_MS = 60_000
const EXTENSIONS_MIN = [2, 5, 10, 30, 60]

export type Subject = { action: Action; lot: LotSummary; standing: Standing; currency: string }

/** One action on one lot: what and why first, then a confirmation that says what it means, then the action. */
export function LotAction({ subject, onClose }: { subject: Subject; onClose: (changed: Standing | null) => void }) {
  const { action, lot, standing, currency } = subject
  const name = ACTION_NAMES[action]
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
    toast({ title: DONE_WORDS[action](lot.lotNumber) })
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
    <Dialog onClose={() => onClose(null)} title={t`${name}: lot ${lot.lotNumber}`} description={lot.title}>
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
            label={t`Reason`}
            hint={action === 'void-sale' ? t`Shown to the buyer.` : t`On the lot’s record; bidders can read it.`}
            error={fault.reason}
          >
            <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <DialogFooter>
            <Button type="submit">{t`Continue`}</Button>
          </DialogFooter>
        </form>
      )}
    </Dialog>
  )
}

function faultsOf({ action, reason, sequences }: ActionInput): { reason?: string; choice?: string } {
  return {
    ...(reason.length < 3 ? { reason: t`Give a reason.` } : {}),
    ...(action === 'void' && sequences.length === 0 ? { choice: t`Choose at least one bid.` } : {}),
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
    <Field label={t`Cause`}>
      <Select value={cause} onChange={(event) => onChoose(event.target.value === 'default' ? 'default' : 'mistake')}>
        <option value="mistake">{t`It was a mistake`}</option>
        <option value="default">{t`The buyer didn’t pay`}</option>
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
    <Field label={t`Extend by`} hint={closesAt === null ? undefined : t`New close: ${formatInstant(closesAt)}`}>
      <Select value={minutes} onChange={(event) => onChoose(Number(event.target.value))}>
        <Options of={EXTENSIONS_MIN.map((each) => [each, plural(each, { one: '# minute', other: '# minutes' })])} />
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
      {failure === null ? null : <RequestFailed title={t`Nothing was changed`} failure={failure} />}
      {isCollected ? (
        <Checkbox
          label={t`We have the vehicle back`}
          checked={input.isBack}
          onChange={(event) => onVehicleBack(event.target.checked)}
        />
      ) : null}
      <DialogFooter>
        <Button variant="outline" onClick={onBack}>{t`Back`}</Button>
        <Button
          variant={TAKES_AWAY.has(subject.action) ? 'destructive' : 'default'}
          aria-disabled={busy}
          onClick={onConfirm}
        >
          {NOW_NAMES[subject.action]}
        </Button>
      </DialogFooter>
    </div>
  )
}

function meaningOf({ action, standing, currency }: Subject, { sequences, closesAt, cause }: ActionInput): string {
  const paddle = standing.leader ?? '–'
  const price = formatMoney(standing.price ?? 0, currency)
  const close = closesAt === null ? '–' : formatInstant(closesAt)
  const bids = sequences.length
  switch (action) {
    case 'void':
      return t`This voids ${plural(bids, { one: 'one bid', other: '# bids' })}. We recalculate the price and leader from the ledger and notify everyone immediately. This can’t be undone.`
    case 'withdraw':
      return standing.price === null
        ? t`The lot leaves the auction permanently (now: no bid). We release and notify its bidders. This can’t be undone.`
        : t`The lot leaves the auction permanently (now: ${price}). We release and notify its bidders. This can’t be undone.`
    case 'pause':
      return t`The lot’s clock stops with the time left. It takes no bids until you resume it, and in a live auction no other lot opens.`
    case 'resume':
      return t`The lot resumes immediately with the time left when it was paused.`
    case 'extend':
      return t`The lot will close ${close}. You can only move a close later.`
    case 'void-sale':
      return cause === 'default'
        ? t`The sale to paddle ${paddle} at ${price} is undone and its invoice canceled; late fees and storage are still owed. The buyer gets a strike and is notified. You can offer the vehicle again. This can’t be undone.`
        : t`The sale to paddle ${paddle} at ${price} is undone and its invoice canceled, with late fees and storage; payments are refunded. You can offer the vehicle again. We notify the buyer. This can’t be undone.`
    case 'approve':
      return t`The lot is sold to paddle ${paddle} at ${price}, below its reserve. We issue an invoice. This can’t be undone.`
  }
}
