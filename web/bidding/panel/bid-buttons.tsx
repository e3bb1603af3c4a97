import { useEffect, useId, useState } from 'react'
import type { LiveLot } from '#contract/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { amountFrom, amountText } from '../bid/amount-text.ts'
import type { Ask } from '../bid/bid-message.ts'
import { CostLines, useTotal } from '../costs/cost-lines.tsx'

type Props = {
  live: LiveLot
  currency: string
  sending: boolean
  waiting: Ask | null
  press: (ask: Ask) => void
  /** An amount to fill in, in minor units; the person presses. */
  prefill?: number | null
}

/** Next bid, one step and two steps more, an own amount, and buying now while it is offered. */
export function BidButtons({ live, currency, sending, waiting, press, prefill = null }: Props) {
  const { lotId, nextBid, increment, buyNow } = live.standing
  // Bidding over oneself is never the primary act.
  const leading = live.you.position === 'leading'
  const total = useTotal(lotId, currency)
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <div className="flex flex-col gap-3">
      <div>
        <Button
          id="next-bid"
          size="lg"
          variant={leading ? 'outline' : 'default'}
          className="w-full"
          disabled={sending}
          onClick={() => press({ kind: 'firm', amount: nextBid })}
        >
          {sending
            ? 'Sending…'
            : labelOf(
                waiting,
                'firm',
                nextBid,
                leading ? `Raise your own price to ${money(nextBid)}` : `Place bid of ${money(nextBid)}`,
              )}
        </Button>
        <CostLines lotId={lotId} hammer={nextBid} currency={currency} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        {[nextBid + increment, nextBid + 2 * increment].map((amount) => (
          <div key={amount}>
            <Button
              variant="outline"
              className="w-full"
              disabled={sending}
              onClick={() => press({ kind: 'firm', amount })}
            >
              {labelOf(waiting, 'firm', amount, `Bid ${money(amount)}`)}
            </Button>
            <p className="tabular mt-1 text-center text-xs text-slate">{total(amount) ?? '–'} in all</p>
          </div>
        ))}
      </div>
      <OwnAmount
        lotId={lotId}
        nextBid={nextBid}
        currency={currency}
        sending={sending}
        waiting={waiting}
        press={press}
        prefill={prefill}
      />
      {buyNow === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
          <p className="text-sm">
            Buy now at <strong className="tabular">{money(buyNow)}</strong>
            <span className="tabular block text-xs text-slate">
              {total(buyNow) ?? '–'} in all; ends the lot at once
            </span>
          </p>
          <Button variant="outline" disabled={sending} onClick={() => press({ kind: 'buy-now', amount: null })}>
            {labelOf(waiting, 'buy-now', null, `Buy now for ${money(buyNow)}`)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A firm bid of an amount of one's own. */
export function OwnAmount({
  lotId,
  nextBid,
  currency,
  sending,
  waiting,
  press,
  prefill = null,
}: Pick<Props, 'currency' | 'sending' | 'waiting' | 'press' | 'prefill'> & { lotId: string; nextBid: number }) {
  const id = useId()
  const [text, setText] = useState(prefill === null ? '' : amountText(prefill, currency))
  useEffect(() => {
    if (prefill !== null) setText(amountText(prefill, currency))
  }, [prefill, currency])
  const total = useTotal(lotId, currency)
  const amount = amountFrom(text, currency)
  const tooLow = amount !== null && amount < nextBid
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 items-center text-slate underline decoration-edge underline-offset-4">
        Bid another amount
      </summary>
      <form
        className="flex gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (amount !== null && !tooLow) press({ kind: 'firm', amount })
        }}
      >
        <Input
          aria-label="Another amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatMoney(nextBid, currency)}
          value={text}
          aria-describedby={`${id}-hint`}
          aria-invalid={tooLow || undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Button variant="outline" type="submit" disabled={sending || amount === null || tooLow}>
          {amount === null || tooLow
            ? 'Place bid'
            : labelOf(waiting, 'firm', amount, `Bid ${formatMoney(amount, currency)}`)}
        </Button>
      </form>
      <p id={`${id}-hint`} className={`tabular mt-1 text-xs ${tooLow ? 'text-outbid' : 'text-slate'}`}>
        {tooLow
          ? `The next bid is ${formatMoney(nextBid, currency)}.`
          : amount === null
            ? `${formatMoney(nextBid, currency)} or more. This becomes the price.`
            : `${total(amount) ?? '–'} in all. This becomes the price.`}
      </p>
    </details>
  )
}

function labelOf(waiting: Ask | null, kind: Ask['kind'], amount: number | null, label: string): string {
  return waiting !== null && waiting.kind === kind && waiting.amount === amount ? 'Press again to confirm' : label
}
