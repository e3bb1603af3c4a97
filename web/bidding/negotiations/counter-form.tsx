import { useState } from 'react'
import type { Negotiation } from '#contract/bidding/negotiations.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { amountFrom } from '../bid/amount-text.ts'
import { t } from '#web/platform/language/text.ts'

type Sides = Pick<Negotiation, 'counter' | 'currency' | 'highBid' | 'offer' | 'bidUnit'>

/** The counteroffer, as entered by the seller or staff. `reserve`: in minor units, where the reader sees it. */
export function CounterForm({
  negotiation,
  reserve = null,
  onCounter,
}: {
  negotiation: Sides
  reserve?: number | null
  onCounter: (amount: number) => void
}) {
  const { counter, currency, highBid } = negotiation
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(counter)
  const [isMissing, setMissing] = useState(false)
  // It was sent: the field is for the next one.
  if (asked !== counter) {
    setAsked(counter)
    setText('')
  }
  const amount = amountFrom(text, currency)
  const fault = amount === null ? (isMissing ? t`Enter an amount.` : undefined) : faultOf(amount, negotiation, reserve)
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(amount === null)
        if (amount !== null && fault === undefined) onCounter(amount)
      }}
    >
      <div className="w-64">
        <Field
          label={counter === null ? t`Counteroffer` : t`Replace ${formatMoney(counter, currency)}`}
          hint={
            reserve === null
              ? t`Above ${formatMoney(highBid, currency)}, up to the reserve.`
              : t`Above ${formatMoney(highBid, currency)}, up to your reserve of ${formatMoney(reserve, currency)}.`
          }
          error={fault}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Button variant="outline" type="submit" className="sm:mt-7">{t`Send counteroffer`}</Button>
    </form>
  )
}

/** Checks only what the page can know; the server validates again. */
function faultOf(
  amount: number,
  { highBid, counter, offer, bidUnit, currency }: Sides,
  reserve: number | null,
): string | undefined {
  if (amount <= highBid) return t`The bid is already that high. Accept it instead.`
  if (amount % bidUnit !== 0) return t`Use multiples of ${formatMoney(bidUnit, currency)}.`
  if (reserve !== null && amount > reserve) return t`Ask for ${formatMoney(reserve, currency)} or less.`
  if (amount === counter) return t`That’s already your counteroffer.`
  return offer !== null && amount <= offer ? t`The bidder already offers that. Accept it instead.` : undefined
}
