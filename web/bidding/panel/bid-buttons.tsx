import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useEffect, useId, useState } from 'react'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Input } from '#web/ui/field.tsx'
import { amountFrom, amountText } from '../bid/amount-text.ts'
import type { SecondPress } from '../bid/bid-confirmation.ts'
import type { Ask } from '../bid/bid-message.ts'
import { ConfirmButton } from '../bid/confirm-button.tsx'
import { useOnceRecorded } from '../bid/once-recorded.ts'
import { CostLines, useTotal } from '../costs/cost-lines.tsx'

type Props = {
  live: LiveLot
  currency: string
  sending: boolean
  second: SecondPress
  recorded: Ask | null
  /** An amount to fill in, in minor units; the person still has to press. */
  prefill?: number | null
}

/** Next bid, one and two increments more, a custom amount, and buying now while it is offered. */
export function BidButtons({ live, currency, sending, second, recorded, prefill = null }: Props) {
  const { lotId, nextBid, increment, buyNow } = live.standing
  // Bidding over oneself is never the primary action.
  const leading = live.you.position === 'leading'
  const total = useTotal(lotId, currency)
  const money = (amount: number) => formatMoney(amount, currency)
  const box = { currency, sending, second }
  return (
    <div className="flex flex-col gap-2">
      <div>
        <ConfirmButton
          {...box}
          id="next-bid"
          size="lg"
          variant={leading ? 'outline' : 'default'}
          ask={{ kind: 'firm', amount: nextBid }}
        >
          {sending
            ? t`Sending…`
            : leading
              ? t`Raise your own price to ${money(nextBid)}`
              : t`Place bid of ${money(nextBid)}`}
        </ConfirmButton>
        <CostLines lotId={lotId} hammer={nextBid} currency={currency} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        {[nextBid + increment, nextBid + 2 * increment].map((amount, index) => (
          <div key={amount}>
            <ConfirmButton
              {...box}
              variant="outline"
              align={index === 0 ? 'left' : 'right'}
              ask={{ kind: 'firm', amount }}
            >
              {t`Bid ${money(amount)}`}
            </ConfirmButton>
            <p className="tabular mt-1 text-center text-xs text-slate">{total(amount)}</p>
          </div>
        ))}
      </div>
      <OwnAmount lotId={lotId} nextBid={nextBid} {...box} recorded={recorded} prefill={prefill} />
      {buyNow === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
          <p className="text-sm">
            <Trans>
              Buy now at <strong className="tabular">{money(buyNow)}</strong>
              <span className="tabular block text-xs text-slate">{total(buyNow)}; ends the lot immediately</span>
            </Trans>
          </p>
          <ConfirmButton
            {...box}
            variant="outline"
            align="right"
            ask={{ kind: 'buy-now', amount: null }}
            price={buyNow}
          >
            {t`Buy now for ${money(buyNow)}`}
          </ConfirmButton>
        </div>
      )}
    </div>
  )
}

const FIRM = ['firm'] as const

/** A firm bid of a custom amount. */
export function OwnAmount({
  lotId,
  nextBid,
  currency,
  sending,
  second,
  recorded,
  prefill = null,
}: Pick<Props, 'currency' | 'sending' | 'second' | 'recorded' | 'prefill'> & { lotId: string; nextBid: number }) {
  const id = useId()
  const [text, setText] = useState(prefill === null ? '' : amountText(prefill, currency))
  useEffect(() => {
    if (prefill !== null) setText(amountText(prefill, currency))
  }, [prefill, currency])
  useOnceRecorded(recorded, FIRM, () => setText(''))
  const total = useTotal(lotId, currency)
  const amount = amountFrom(text, currency)
  const tooLow = amount !== null && amount < nextBid
  const ask: Ask | null = amount === null || tooLow ? null : { kind: 'firm', amount }
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 items-center text-slate underline decoration-edge underline-offset-4">
        {t`Bid another amount`}
      </summary>
      <form
        className="flex gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (ask !== null) second.press(ask, 'field')
        }}
      >
        <Input
          aria-label={t`Another amount`}
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatMoney(nextBid, currency)}
          value={text}
          aria-describedby={`${id}-hint`}
          aria-invalid={tooLow || undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <ConfirmButton
          variant="outline"
          type="submit"
          align="right"
          ask={ask}
          currency={currency}
          sending={sending}
          second={second}
        >
          {ask === null ? t`Place bid` : t`Bid ${formatMoney(ask.amount ?? 0, currency)}`}
        </ConfirmButton>
      </form>
      <p id={`${id}-hint`} className={`tabular mt-1 text-xs ${tooLow ? 'text-outbid' : 'text-slate'}`}>
        {tooLow
          ? t`The next bid is ${formatMoney(nextBid, currency)}.`
          : amount === null
            ? t`${formatMoney(nextBid, currency)} or more. This becomes the price.`
            : t`${formatMoney(amount, currency)}, ${total(amount)}. This becomes the price.`}
      </p>
    </details>
  )
}
