import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { Lot } from '#contract/lots/lots.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatMoney } from '#web/platform/money.ts'
import { CheckMark, InfoMark, OvertakenMark } from '#web/ui/marks.tsx'
import { AutoBid } from '../auto-bid/auto-bid.tsx'
import { barOf, takesBids, takesFirmBids } from '../bid/bid-box-state.ts'
import { type SecondPress, useSecondPress } from '../bid/bid-confirmation.ts'
import type { Words } from '../bid/bid-message.ts'
import { ConfirmButton } from '../bid/confirm-button.tsx'
import type { Bidding } from '../bid/use-bid.ts'
import { CanIBid, isBarred } from '../can-i-bid.tsx'
import { CostLines, useTotal } from '../costs/cost-lines.tsx'
import { currentWords } from '../panel/bid-outcome.tsx'

const LOOKS = {
  good: { ground: 'bg-leading text-on-strong', Mark: CheckMark },
  bad: { ground: 'bg-outbid text-on-strong', Mark: OvertakenMark },
  quiet: { ground: 'bg-fog text-ink', Mark: InfoMark },
}

/**
 * The bid box of the lot on the block, on wide screens. The buttons are always there and never move: a bid that arrives while the person
 * reaches for one changes its amount, and nothing else.
 */
export function BlockPanel({ lot, live, bidding }: { lot: Lot; live: LiveLot; bidding: Bidding }) {
  const { standing, you } = live
  const now = useServerNow(standing.closesAt)
  const leading = you.position === 'leading'
  const second = useSecondPress(bidding.send, { price: standing.price, nextBid: standing.nextBid, leading })
  const bar = barOf(live, lot.currency, lot.auctionKind, now)
  const barred = you.eligibility !== null && isBarred(you.eligibility)
  const open = takesBids(bar.state)
  const canBid = takesFirmBids(bar.state, standing, lot.auctionKind, now) && !barred
  const { sending, recorded } = bidding
  const box = { live, currency: lot.currency, sending, second, recorded }
  const outcome = currentWords(bidding, standing.sequence)
  return (
    <div id="bid-box" tabIndex={-1} className="flex flex-col gap-3 focus-visible:shadow-none">
      <Position words={outcome ?? bar} askAgain={bidding.askAgain} />
      <NextBids {...box} canBid={canBid} />
      <div className="min-h-11">
        <CostLines lotId={lot.id} hammer={standing.nextBid} currency={lot.currency} />
      </div>
      {barred && open ? <CanIBid eligibility={you.eligibility!} currency={lot.currency} /> : null}
      {open && (!barred || (leading && you.maximum !== null)) ? <AutoBid {...box} /> : null}
    </div>
  )
}

/** The person's position, or the outcome of their last press, in the same place. Being outbid is announced assertively. */
function Position({
  words: { tone, headline, advice },
  askAgain,
}: {
  words: Pick<Words, 'headline' | 'advice'> & { tone: Words['tone'] | 'quiet' }
  askAgain: (() => void) | null
}) {
  const { ground, Mark } = LOOKS[tone === 'info' ? 'quiet' : tone]
  return (
    <div className={clsx('flex min-h-24 items-start gap-3 rounded-sm px-4 py-3', ground)}>
      <Mark className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold" aria-live={tone === 'bad' ? 'assertive' : 'polite'}>
          {headline}
        </p>
        <p className="text-sm">{advice}</p>
        {askAgain === null ? null : (
          <button type="button" className="min-h-6 text-sm font-semibold underline" onClick={askAgain}>
            {t`Check again`}
          </button>
        )}
      </div>
    </div>
  )
}

/** The next bid with its total, and one and two increments more. */
function NextBids({
  live: { standing, you },
  currency,
  sending,
  second,
  canBid,
}: {
  live: LiveLot
  currency: string
  sending: boolean
  second: SecondPress
  canBid: boolean
}) {
  const { lotId, nextBid, increment } = standing
  const total = useTotal(lotId, currency)
  const money = (amount: number) => formatMoney(amount, currency)
  const box = { currency, sending, second }
  const leading = you.position === 'leading'
  return (
    <>
      <ConfirmButton
        {...box}
        id="next-bid"
        size="lg"
        className="[&>button]:min-h-20"
        variant={leading ? 'outline' : 'default'}
        ask={canBid ? { kind: 'firm', amount: nextBid } : null}
      >
        <span className="block text-lg">
          {sending
            ? t`Sending…`
            : leading
              ? t`Raise your own price to ${money(nextBid)}`
              : t`Place bid of ${money(nextBid)}`}
        </span>
        <span className="tabular block text-sm font-normal">{total(nextBid)}</span>
      </ConfirmButton>
      <div className="grid grid-cols-2 gap-3">
        {[nextBid + increment, nextBid + 2 * increment].map((amount, index) => (
          <ConfirmButton
            key={index}
            {...box}
            size="lg"
            variant="outline"
            align={index === 0 ? 'left' : 'right'}
            ask={canBid ? { kind: 'firm', amount } : null}
          >
            <span className="block">{t`Bid ${money(amount)}`}</span>
            <span className="tabular block text-xs font-normal">{total(amount)}</span>
          </ConfirmButton>
        ))}
      </div>
    </>
  )
}
