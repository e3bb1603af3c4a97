import { t } from '#web/platform/language/text.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { MyBid } from '#contract/bidding/my-bids.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { CheckMark, OvertakenMark } from '#web/ui/marks.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AutoBid } from '../auto-bid/auto-bid.tsx'
import { OwnAmount } from '../panel/bid-buttons.tsx'
import { useSecondPress } from '../bid/bid-confirmation.ts'
import { ConfirmButton } from '../bid/confirm-button.tsx'
import { BidOutcome } from '../panel/bid-outcome.tsx'
import { CanIBidLabel, isBarred } from '../can-i-bid.tsx'
import { ClosesIn } from '../bid/closes-in.tsx'
import { priceWords, resultWords } from '../standing-words.ts'
import { useBid } from '../bid/use-bid.ts'

const NegotiationPanel = lazy(() => import('../negotiations/negotiation-panel.tsx'))

/** One of the viewer's lots: their position, with the next bid or the maximum editable in place. */
export function MyBidRow({
  bid,
  paddle,
  settlement = null,
}: {
  bid: MyBid
  paddle: number
  /** Shown in place of bidding for a lot that was won. */
  settlement?: ReactNode
}) {
  const { standing } = bid
  return (
    <article className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 md:grid-cols-[9rem_minmax(0,1fr)_20rem] md:gap-x-6">
      <Link href={paths.lot(bid.lotNumber)} tabIndex={-1} aria-hidden="true">
        <HeroPhoto lotSummary={bid} className="aspect-3/2 w-full rounded-sm" />
      </Link>
      <div>
        <Link
          href={paths.lot(bid.lotNumber)}
          className="flex flex-wrap items-start gap-x-2 gap-y-1 font-semibold hover:underline"
        >
          <Plate number={bid.lotNumber} size="sm" />
          {bid.title}
        </Link>
        <PositionWords bid={bid} />
        <p className="mt-1 text-lg font-bold">
          {standing.price === null ? (
            <span className="tabular text-base">{priceWords(standing, bid.currency)}</span>
          ) : (
            <Odometer amount={standing.price} currency={bid.currency} />
          )}
        </p>
        {saysResult(bid) ? null : (
          <p className="text-sm text-slate">
            {resultWords(standing) ??
              (standing.closesAt === null ? t`Upcoming` : <ClosesIn closesAt={standing.closesAt} />)}
          </p>
        )}
      </div>
      <div className="max-md:col-span-2">{settlement ?? <Actions bid={bid} paddle={paddle} />}</div>
    </article>
  )
}

/** What can be done from the list. Where something prevents it, the reason is shown instead of a button that would be refused. */
function Actions({ bid, paddle }: { bid: MyBid; paddle: number }) {
  const { standing, position, eligibility, currency } = bid
  const bidding = useBid(bid.lotId, currency, paddle)
  const second = useSecondPress(bidding.send, {
    price: standing.price,
    nextBid: standing.nextBid,
    leading: position === 'leading',
  })
  const takesMaximums = standing.status === 'open' || eligibility.can === 'leave-maximum'
  const barred = isBarred(eligibility)
  const leads = position === 'leading' && bid.maximum !== null
  if (standing.status === 'reserve-not-met' && position === 'leading')
    return (
      <Suspense fallback={<Skeleton className="h-40" />}>
        <NegotiationPanel lotId={bid.lotId} sequence={standing.sequence} inList />
      </Suspense>
    )
  if (!takesMaximums && !(leads && standing.status === 'scheduled')) return null
  const { sending, recorded } = bidding
  const box = { currency, sending, second }
  const takesBids = !barred && position !== 'leading' && standing.status === 'open'
  return (
    <div className="flex flex-col gap-3">
      {barred ? <CanIBidLabel eligibility={eligibility} currency={currency} /> : null}
      {takesBids ? (
        <ConfirmButton {...box} variant="outline" ask={{ kind: 'firm', amount: standing.nextBid }}>
          {sending ? t`Sending…` : t`Place bid of ${formatMoney(standing.nextBid, currency)}`}
        </ConfirmButton>
      ) : null}
      {barred && !leads ? null : (
        <div
          className={`flex flex-wrap gap-x-6 *:open:basis-full ${takesBids ? '-mt-3 justify-between' : 'md:justify-end'}`}
        >
          {takesBids ? <OwnAmount {...box} recorded={recorded} lotId={bid.lotId} nextBid={standing.nextBid} /> : null}
          <details className="text-sm">
            <summary className="flex min-h-11 items-center text-slate underline decoration-edge underline-offset-4">
              {leads ? t`Auto-bid up to ${formatMoney(bid.maximum ?? 0, currency)}: change` : t`Set auto-bid`}
            </summary>
            <AutoBid live={liveOf(bid, paddle)} {...box} recorded={recorded} />
          </details>
        </div>
      )}
      <BidOutcome bidding={bidding} sequence={standing.sequence} />
    </div>
  )
}

/** The list's data about a lot, in the shape that the bid box takes. */
function liveOf({ standing, position, maximum, eligibility }: MyBid, paddle: number): LiveLot {
  const isWatched = position === 'watching'
  return {
    standing,
    serverTime: 0,
    you: { paddle, position: isWatched ? 'none' : position, maximum, watching: isWatched, limit: null, eligibility },
  }
}

/** Whether the words of the position are also the lot's result. */
function saysResult({ position, standing }: MyBid): boolean {
  if (position === 'lost') return standing.status === 'sold'
  return position === 'won' || (position === 'leading' && standing.status === 'reserve-not-met')
}

function PositionWords({ bid: { position, standing } }: { bid: MyBid }) {
  const undecided = standing.status === 'reserve-not-met'
  if (position === 'leading' || position === 'won') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-leading">
        <CheckMark className="size-4" />
        {position === 'won'
          ? t`Sold to you`
          : undecided
            ? t`You’re the high bidder; reserve not met`
            : t`You’re the high bidder`}
      </p>
    )
  }
  if (position === 'outbid' && standing.price === null)
    return <p className="mt-1 text-slate">{t`Your bid no longer counts`}</p>
  if (position === 'outbid') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-outbid">
        <OvertakenMark className="size-4" />
        {undecided ? t`Another bid was higher` : t`You’ve been outbid`}
      </p>
    )
  }
  const over = standing.status === 'sold' ? t`Sold to another bidder` : t`Not sold`
  return <p className="mt-1 text-slate">{position === 'lost' ? over : t`Watching`}</p>
}
