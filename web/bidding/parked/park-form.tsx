import { type FormEvent, useId, useState } from 'react'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { amountFrom, amountText } from '../bid/amount-text.ts'
import { tooLittle } from '../auto-bid/auto-bid-entry.ts'
import { useTotal } from '../costs/cost-lines.tsx'
import { SpendFields, useTypedSpend } from '../costs/spend-fields.tsx'
import { useParking } from './use-parked-bids.ts'
import { wordsOf } from '#web/platform/request.ts'

type Props = {
  lotId: string
  lotNumber: number
  currency: string
  /** Minor units; null: none yet. */
  parked: number | null
  onDone?: () => void
}

type FormProps = Props & { park: ReturnType<typeof useParking>['park']; busy: boolean }

/** Leaves a maximum on a lot, changes the one that is parked, or takes it back; named as such or as what can be spent in all. */
export function ParkForm(props: Props) {
  const { lotId, parked } = props
  const [meansTotal, setMeansTotal] = useState(false)
  const { park, takeBack } = useParking(lotId)
  const busy = park.isPending || takeBack.isPending
  const failure = park.error ?? takeBack.error
  const Form = meansTotal ? TotalForm : MaximumForm
  return (
    <div className="max-w-[30rem]">
      <div className="text-sm">
        <Switch
          label="I mean the total, with fees and tax"
          checked={meansTotal}
          onChange={(event) => {
            park.reset()
            setMeansTotal(event.target.checked)
          }}
        />
      </div>
      <Form {...props} park={park} busy={busy} />
      {failure === null ? null : (
        <p role="alert" className="mt-1 text-xs font-semibold text-outbid">
          {wordsOf(failure)}
        </p>
      )}
      {parked === null ? null : (
        <Button variant="link" disabled={busy} onClick={() => takeBack.mutate()}>
          Take it back
        </Button>
      )}
    </div>
  )
}

function MaximumForm({ lotId, lotNumber, currency, parked, onDone, park, busy }: FormProps) {
  const id = useId()
  const [text, setText] = useState(parked === null ? '' : amountText(parked, currency))
  const total = useTotal(lotId, currency)
  const amount = amountFrom(text, currency)
  return (
    <form onSubmit={sent(amount, park, onDone)}>
      <div className="flex flex-wrap gap-3">
        <Input
          className="max-w-44"
          aria-label={`Your maximum for lot ${lotNumber}`}
          aria-describedby={`${id}-hint`}
          aria-invalid={park.error !== null || undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder="Up to"
          value={text}
          onChange={(event) => {
            park.reset()
            setText(event.target.value)
          }}
        />
        <Button variant="outline" type="submit" disabled={busy || amount === null || amount === parked}>
          {park.isPending ? 'Saving…' : parked === null ? 'Park this bid' : 'Change it'}
        </Button>
      </div>
      <p id={`${id}-hint`} role="status" className="tabular mt-1 text-xs text-slate">
        {amount === null
          ? 'The most you would pay, in whole amounts.'
          : `At most ${formatMoney(amount, currency)}, ${total(amount) ?? '–'} total with fees and tax.`}
      </p>
    </form>
  )
}

/** What can be spent leads to the maximum. The least there is stays open: who parks a bid is shown no price. */
function TotalForm({ lotId, currency, parked, onDone, park, busy }: FormProps) {
  const typed = useTypedSpend(lotId, currency, null)
  const { spend } = typed
  const amount = spend?.fits === true ? spend.amount : null
  const fault = spend !== null && !spend.fits ? tooLittle(spend, currency) : null
  const verb = parked === null ? 'Park a bid' : 'Change it'
  return (
    <form className="mt-1 flex flex-col gap-3" onSubmit={sent(amount, park, onDone)}>
      <SpendFields lotId={lotId} currency={currency} typed={typed} fault={fault} />
      <Button variant="outline" type="submit" disabled={busy || amount === null || amount === parked}>
        {park.isPending
          ? 'Saving…'
          : amount === null
            ? verb
            : amount === parked
              ? 'That is your maximum now'
              : `${verb}${parked === null ? ' of' : ' to'} ${formatMoney(amount, currency)}`}
      </Button>
    </form>
  )
}

function sent(amount: number | null, park: FormProps['park'], onDone: (() => void) | undefined) {
  return (event: FormEvent) => {
    event.preventDefault()
    if (amount !== null) park.mutate(amount, { onSuccess: () => onDone?.() })
  }
}
