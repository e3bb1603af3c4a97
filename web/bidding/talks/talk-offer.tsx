import { useId, useState } from 'react'
import type { MyTalk } from '#contract/talks.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { amountFrom } from '../bid/amount-text.ts'
import { useTotal } from '../costs/cost-lines.tsx'

/** An offer of one's own, when one is free again. */
export function TalkOffer({
  talk,
  sending,
  onOffer,
}: {
  talk: MyTalk
  sending: boolean
  onOffer: (amount: number) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const total = useTotal(talk.lotId, talk.currency)
  const amount = amountFrom(text, talk.currency)
  const fault = amount === null ? undefined : faultOf(amount, talk)
  return (
    <form
      className="border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (amount !== null && fault === undefined) onOffer(amount)
      }}
    >
      <Field
        label={talk.offer === null ? 'Your offer' : 'Another offer in its place'}
        hint={
          amount === null || fault !== undefined
            ? `From ${formatMoney(talk.highBid, talk.currency)}. It counts as committed while it stands.`
            : `${total(amount) ?? '–'} total, with fees and tax.`
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
        {amount === null ? 'Make an offer' : `Offer ${formatMoney(amount, talk.currency)}`}
      </Button>
    </form>
  )
}

/** Only what the page can know; the house judges again. */
function faultOf(amount: number, { highBid, counter, offer, bidUnit, currency }: MyTalk): string | undefined {
  if (amount < highBid) return `An offer starts at your bid, ${formatMoney(highBid, currency)}.`
  if (amount % bidUnit !== 0) return `Offers go in steps of ${formatMoney(bidUnit, currency)}.`
  if (amount === offer) return 'That is your offer now.'
  return counter !== null && amount >= counter ? 'The seller asks for no more than that: accept it above.' : undefined
}
