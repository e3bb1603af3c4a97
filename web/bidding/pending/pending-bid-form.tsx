import { t } from '#web/platform/language/text.ts'
import { type FormEvent, useId, useState } from 'react'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { amountFrom, amountText } from '../bid/amount-text.ts'
import { tooLittle } from '../auto-bid/auto-bid-entry.ts'
import { useTotal } from '../costs/cost-lines.tsx'
import { SpendFields, useTypedSpend } from '../costs/spend-fields.tsx'
import { usePendingBid } from './use-pending-bids.ts'
import { failureMessage } from '#web/platform/request.ts'

type Props = {
  lotId: string
  lotNumber: number
  currency: string
  /** Minor units; null: none yet. */
  pending: number | null
  onDone?: () => void
}

type FormProps = Props & { addPending: ReturnType<typeof usePendingBid>['addPending']; busy: boolean }

/** Sets a maximum on a lot, changes the pending one, or withdraws it; entered as a bid or as a total spend. */
export function PendingBidForm(props: Props) {
  const { lotId, pending } = props
  const [meansTotal, setMeansTotal] = useState(false)
  const { addPending, takeBack } = usePendingBid(lotId)
  const busy = addPending.isPending || takeBack.isPending
  const failure = addPending.error ?? takeBack.error
  const Form = meansTotal ? TotalForm : MaximumForm
  return (
    <div className="max-w-[30rem]">
      <div className="text-sm">
        <Switch
          label={t`My maximum includes fees and tax`}
          checked={meansTotal}
          onChange={(event) => {
            addPending.reset()
            setMeansTotal(event.target.checked)
          }}
        />
      </div>
      <Form {...props} addPending={addPending} busy={busy} />
      {failure === null ? null : (
        <p role="alert" className="mt-1 text-xs font-semibold text-outbid">
          {failureMessage(failure)}
        </p>
      )}
      {pending === null ? null : (
        <Button variant="link" disabled={busy} onClick={() => takeBack.mutate()}>
          {t`Withdraw bid`}
        </Button>
      )}
    </div>
  )
}

function MaximumForm({ lotId, lotNumber, currency, pending, onDone, addPending, busy }: FormProps) {
  const id = useId()
  const [text, setText] = useState(pending === null ? '' : amountText(pending, currency))
  const total = useTotal(lotId, currency)
  const amount = amountFrom(text, currency)
  return (
    <form onSubmit={sent(amount, addPending, onDone)}>
      <div className="flex flex-wrap gap-3">
        <Input
          className="max-w-44"
          aria-label={t`Your maximum for lot ${lotNumber}`}
          aria-describedby={`${id}-hint`}
          aria-invalid={addPending.error !== null || undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t`Up to`}
          value={text}
          onChange={(event) => {
            addPending.reset()
            setText(event.target.value)
          }}
        />
        <Button variant="outline" type="submit" disabled={busy || amount === null || amount === pending}>
          {addPending.isPending ? t`Saving…` : pending === null ? t`Set pending bid` : t`Change bid`}
        </Button>
      </div>
      <p id={`${id}-hint`} role="status" className="tabular mt-1 text-xs text-slate">
        {amount === null ? t`The most you’d pay.` : t`Up to ${formatMoney(amount, currency)}, ${total(amount)}.`}
      </p>
    </form>
  )
}

/** A total spend leads to the maximum. The minimum is not shown: people with pending bids cannot see prices. */
function TotalForm({ lotId, currency, pending, onDone, addPending, busy }: FormProps) {
  const typed = useTypedSpend(lotId, currency, null)
  const { spend } = typed
  const amount = spend?.fits === true ? spend.amount : null
  const fault = spend !== null && !spend.fits ? tooLittle(spend, currency) : null
  const verb = pending === null ? t`Set pending bid` : t`Change bid`
  return (
    <form className="mt-1 flex flex-col gap-3" onSubmit={sent(amount, addPending, onDone)}>
      <SpendFields lotId={lotId} currency={currency} typed={typed} fault={fault} />
      <Button variant="outline" type="submit" disabled={busy || amount === null || amount === pending}>
        {addPending.isPending
          ? t`Saving…`
          : amount === null
            ? verb
            : amount === pending
              ? t`That’s already your maximum`
              : pending === null
                ? t`${verb} of ${formatMoney(amount, currency)}`
                : t`${verb} to ${formatMoney(amount, currency)}`}
      </Button>
    </form>
  )
}

function sent(amount: number | null, addPending: FormProps['addPending'], onDone: (() => void) | undefined) {
  return (event: FormEvent) => {
    event.preventDefault()
    if (amount !== null) addPending.mutate(amount, { onSuccess: () => onDone?.() })
  }
}
