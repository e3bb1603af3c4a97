import { useState } from 'react'
import type { Talk } from '#contract/talks.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { amountFrom } from '../bid/amount-text.ts'

/** What the house asks for. */
export function CounterForm({ talk, onCounter }: { talk: Talk; onCounter: (amount: number) => void }) {
  const [text, setText] = useState('')
  const amount = amountFrom(text, talk.currency)
  const fault = amount === null ? undefined : faultOf(amount, talk)
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (amount !== null && fault === undefined) onCounter(amount)
      }}
    >
      <div className="w-64">
        <Field
          label={talk.counter === null ? 'Counter-offer' : `In place of ${formatMoney(talk.counter, talk.currency)}`}
          hint={`Above ${formatMoney(talk.highBid, talk.currency)}, and not above the reserve.`}
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
      <Button variant="outline" type="submit" className="sm:mt-7" disabled={amount === null || fault !== undefined}>
        Send counter-offer
      </Button>
    </form>
  )
}

/** Only what the page can know; the house judges again. */
function faultOf(amount: number, { highBid, counter, offer, bidUnit, currency }: Talk): string | undefined {
  if (amount <= highBid) return 'The bid is as high: accept it instead.'
  if (amount % bidUnit !== 0) return `Amounts go in steps of ${formatMoney(bidUnit, currency)}.`
  if (amount === counter) return 'That is asked already.'
  return offer !== null && amount <= offer ? 'The bidder offers as much: accept it instead.' : undefined
}
