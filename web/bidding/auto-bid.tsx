import { useId, useState } from 'react'
import type { LiveLot } from '#contract/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { amountFrom } from './amount-text.ts'
import type { Ask } from './bid-message.ts'
import { useTotal } from './cost-lines.tsx'

/** Leaving, raising, lowering and withdrawing one's own maximum. */
export function AutoBid({
  live,
  currency,
  sending,
  waiting,
  press,
}: {
  live: LiveLot
  currency: string
  sending: boolean
  waiting: Ask | null
  press: (ask: Ask) => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const total = useTotal(currency)
  const { maximum, position } = live.you
  const held = position === 'leading' ? maximum : null
  // The price holds whatever a reserve has been met with: below it a maximum is committed.
  const floor = live.standing.price ?? 0
  const amount = amountFrom(text, currency)
  const fault = amount === null ? null : faultOf(amount, held, live.standing, currency)
  const lowers = held !== null && amount !== null && amount < held
  const ask: Ask | null = amount === null || fault !== null ? null : { kind: lowers ? 'lower' : 'maximum', amount }
  const confirming = waiting !== null && ask !== null && waiting.kind === ask.kind && waiting.amount === ask.amount
  return (
    <section aria-labelledby={`${id}-title`} className="border-t border-line pt-4">
      <h3 id={`${id}-title`} className="text-sm">
        Auto-bid
      </h3>
      <p className="text-xs text-slate">
        {held === null
          ? 'Leave your maximum, sealed. The house bids for you, one step at a time, never more than is needed.'
          : `Your maximum is ${formatMoney(held, currency)}. Nobody else sees it. ${lowerWords(held, floor, currency)}`}
      </p>
      <form
        className="mt-2 flex gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (ask === null) return
          press(ask)
          if (confirming || !lowers) setText((typed) => (confirming ? '' : typed))
        }}
      >
        <Input
          id={id}
          aria-label={held === null ? 'Your maximum' : 'New maximum'}
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== null || undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder="Up to"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button variant="outline" type="submit" disabled={sending || ask === null}>
          {confirming ? 'Press again to confirm' : buttonWords(held, lowers)}
        </Button>
      </form>
      <p id={`${id}-hint`} className={`tabular mt-1 text-xs ${fault === null ? 'text-slate' : 'text-outbid'}`}>
        {fault ?? (amount === null ? ' ' : `At most ${total(amount) ?? '–'} in all.`)}
      </p>
      {held === null || held <= floor ? null : (
        <Button variant="link" size="sm" disabled={sending} onClick={() => press({ kind: 'withdraw', amount: null })}>
          Withdraw down to {formatMoney(floor, currency)}
        </Button>
      )}
    </section>
  )
}

/** How far a maximum can still be taken back, in words. */
function lowerWords(held: number, floor: number, currency: string): string {
  return held <= floor
    ? 'All of it is committed, because the price has reached it.'
    : `It can be lowered to ${formatMoney(floor, currency)}, the price now, and no further.`
}

function buttonWords(held: number | null, lowers: boolean): string {
  if (held === null) return 'Leave auto-bid'
  return lowers ? 'Lower maximum' : 'Raise maximum'
}

/** Only what the page can know; the house judges again. */
function faultOf(
  amount: number,
  held: number | null,
  { price, nextBid }: LiveLot['standing'],
  currency: string,
): string | null {
  if (held === null) return amount < nextBid ? `The next bid is ${formatMoney(nextBid, currency)}.` : null
  if (amount === held) return 'That is your maximum now.'
  return price !== null && amount < price
    ? `It can be lowered to ${formatMoney(price, currency)} and no further.`
    : null
}
