import { t } from '#web/platform/language/text.ts'
import { useId, useState } from 'react'
import type { MyNegotiation } from '#contract/bidding/negotiations.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { amountFrom } from '../bid/amount-text.ts'
import { useTotal } from '../costs/cost-lines.tsx'

/** The viewer's own offer, whenever they may make one. */
export function NegotiationOffer({
  negotiation,
  sending,
  onOffer,
}: {
  negotiation: MyNegotiation
  sending: boolean
  onOffer: (amount: number) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const total = useTotal(negotiation.lotId, negotiation.currency)
  const amount = amountFrom(text, negotiation.currency)
  const fault = amount === null ? undefined : faultOf(amount, negotiation)
  return (
    <form
      className="border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (amount !== null && fault === undefined) onOffer(amount)
      }}
    >
      <Field
        label={negotiation.offer === null ? t`Your offer` : t`New offer`}
        hint={
          amount === null || fault !== undefined
            ? t`At least ${formatMoney(negotiation.highBid, negotiation.currency)}. It counts as committed while it’s open.`
            : `${formatMoney(amount, negotiation.currency)}, ${total(amount)}.`
        }
        error={fault}
      >
        <Input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        variant="outline"
        type="submit"
        className="mt-3"
        disabled={sending || amount === null || fault !== undefined}
      >
        {amount === null ? t`Make offer` : t`Offer ${formatMoney(amount, negotiation.currency)}`}
      </Button>
    </form>
  )
}

/** Checks only what the page can know; the server validates again. */
function faultOf(amount: number, { highBid, counter, offer, bidUnit, currency }: MyNegotiation): string | undefined {
  if (amount < highBid) return t`Offer at least your bid of ${formatMoney(highBid, currency)}.`
  if (amount % bidUnit !== 0) return t`Use multiples of ${formatMoney(bidUnit, currency)}.`
  if (amount === offer) return t`That’s already your offer.`
  return counter !== null && amount >= counter ? t`The seller isn’t asking for more. Accept it above.` : undefined
}
