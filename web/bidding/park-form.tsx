import { useId, useState } from 'react'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { amountFrom, amountText } from './amount-text.ts'
import { useTotal } from './cost-lines.tsx'
import { useParking } from './use-parked-bids.ts'

/** Leaves a maximum on a lot, changes the one that is parked, or takes it back. `parked` in minor units; null: none yet. */
export function ParkForm({
  lotId,
  lotNumber,
  currency,
  parked,
  onDone,
}: {
  lotId: string
  lotNumber: number
  currency: string
  parked: number | null
  onDone?: () => void
}) {
  const id = useId()
  const [text, setText] = useState(parked === null ? '' : amountText(parked, currency))
  const total = useTotal(lotId, currency)
  const { park, takeBack } = useParking(lotId)
  const amount = amountFrom(text, currency)
  const busy = park.isPending || takeBack.isPending
  const failure = park.error ?? takeBack.error
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (amount !== null) park.mutate(amount, { onSuccess: () => onDone?.() })
      }}
    >
      <div className="flex flex-wrap gap-3">
        <Input
          className="max-w-44"
          aria-label={`Your maximum for lot ${lotNumber}`}
          aria-describedby={`${id}-hint`}
          aria-invalid={failure !== null || undefined}
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
        {parked === null ? null : (
          <Button variant="link" disabled={busy} onClick={() => takeBack.mutate()}>
            Take it back
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} role="status" className="tabular mt-1 text-xs text-slate">
        {failure !== null ? (
          <span className="font-semibold text-outbid">{failure.message}</span>
        ) : amount === null ? (
          'The most you would pay, in whole amounts.'
        ) : (
          `At most ${formatMoney(amount, currency)}, ${total(amount) ?? '–'} in all with fees and tax.`
        )}
      </p>
    </form>
  )
}
