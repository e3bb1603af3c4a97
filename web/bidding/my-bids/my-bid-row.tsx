import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { LiveLot } from '#contract/bidding.ts'
import type { MyBid } from '#contract/my-bids.ts'
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
import { ClosesIn } from '../bid/countdown.tsx'
import { priceWords, resultWords } from '../standing-words.ts'
import { useBid } from '../bid/use-bid.ts'

const TalkPanel = lazy(() => import('../talks/talk-panel.tsx'))

/** One lot of mine: where I stand, and the next bid or the maximum in place. */
export function MyBidRow({ bid, paddle }: { bid: MyBid; paddle: number }) {
  const { standing } = bid
  return (
    <article className="grid grid-cols-1 gap-x-6 gap-y-3 py-5 md:grid-cols-[9rem_1fr_20rem]">
      <Link href={paths.lot(bid.lotNumber)} tabIndex={-1} aria-hidden="true" className="max-md:hidden">
        <HeroPhoto teaser={bid} className="aspect-3/2 w-full rounded-sm" />
      </Link>
      <div>
        <Link href={paths.lot(bid.lotNumber)} className="flex items-start gap-2 font-semibold hover:underline">
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
        <p className="text-sm text-slate">
          {resultWords(standing) ??
            (standing.closesAt === null ? 'Comes up in its turn' : <ClosesIn closesAt={standing.closesAt} />)}
        </p>
      </div>
      <Acts bid={bid} paddle={paddle} />
    </article>
  )
}

/** What can be done from the list. What stands between is said instead of a button that would be refused. */
function Acts({ bid, paddle }: { bid: MyBid; paddle: number }) {
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
        <TalkPanel lotId={bid.lotId} sequence={standing.sequence} inList />
      </Suspense>
    )
  if (!takesMaximums && !(leads && standing.status === 'scheduled')) return null
  const box = { currency, sending: bidding.sending, second }
  return (
    <div className="flex flex-col gap-3">
      {barred ? <CanIBidLabel eligibility={eligibility} currency={currency} /> : null}
      {barred || position === 'leading' || standing.status !== 'open' ? null : (
        <div>
          <ConfirmButton {...box} variant="outline" ask={{ kind: 'firm', amount: standing.nextBid }}>
            {bidding.sending ? 'Sending…' : `Place bid of ${formatMoney(standing.nextBid, currency)}`}
          </ConfirmButton>
          <OwnAmount {...box} lotId={bid.lotId} nextBid={standing.nextBid} />
        </div>
      )}
      {barred && !leads ? null : (
        <details className="group text-sm">
          <summary className="flex min-h-11 items-center text-slate underline md:justify-end md:group-open:justify-start decoration-edge underline-offset-4">
            {leads ? `Auto-bid up to ${formatMoney(bid.maximum ?? 0, currency)}: change it` : 'Set an auto-bid'}
          </summary>
          <AutoBid live={liveOf(bid, paddle)} {...box} />
        </details>
      )}
      <BidOutcome bidding={bidding} sequence={standing.sequence} />
    </div>
  )
}

/** What the list knows of a lot, in the shape that the bid box takes. */
function liveOf({ standing, position, maximum, eligibility }: MyBid, paddle: number): LiveLot {
  const isWatched = position === 'watching'
  return {
    standing,
    serverTime: 0,
    you: { paddle, position: isWatched ? 'none' : position, maximum, watching: isWatched, limit: null, eligibility },
  }
}

function PositionWords({ bid: { position, standing } }: { bid: MyBid }) {
  const undecided = standing.status === 'reserve-not-met'
  if (position === 'leading' || position === 'won') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-leading">
        <CheckMark className="size-4" />
        {position === 'won' ? 'Sold to you' : undecided ? 'Yours is the highest bid' : 'You are leading'}
      </p>
    )
  }
  if (position === 'outbid') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-outbid">
        <OvertakenMark className="size-4" />
        {undecided ? 'Another bid was higher' : 'You are outbid'}
      </p>
    )
  }
  const over = standing.status === 'sold' ? 'Went to another bidder' : 'Not sold'
  return <p className="mt-1 text-slate">{position === 'lost' ? over : 'You are watching'}</p>
}
