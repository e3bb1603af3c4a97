import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import type { LiveLot, MyBid, Standing } from '#contract/bidding.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckMark, OvertakenMark } from '#web/ui/marks.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AutoBid } from './auto-bid.tsx'
import { useSecondPress } from './bid-confirmation.ts'
import { BidOutcome } from './bid-outcome.tsx'
import { ClosesIn } from './countdown.tsx'
import { priceWords, resultWords } from './standing-words.ts'
import { useBid } from './use-bid.ts'

const TalkPanel = lazy(() => import('./talks/talk-panel.tsx'))

/** One lot of mine: where I stand, and the next bid or the maximum in place. */
export function MyBidRow({ bid, paddle }: { bid: MyBid; paddle: number }) {
  const { standing, position } = bid
  const bidding = useBid(bid.lotId, bid.currency)
  const { press, waiting } = useSecondPress(bidding.send, standing.nextBid, position === 'leading')
  const live: LiveLot = {
    standing,
    serverTime: 0,
    you: {
      paddle,
      position: position === 'watching' ? 'none' : position,
      maximum: bid.maximum,
      watching: position === 'watching',
      limit: null,
    },
  }
  const running = standing.status === 'open'
  return (
    <article className="grid gap-x-6 gap-y-3 py-5 md:grid-cols-[9rem_1fr_20rem]">
      <Link href={paths.lot(bid.lotNumber)} tabIndex={-1} aria-hidden="true" className="max-md:hidden">
        <HeroPhoto teaser={bid} className="aspect-3/2 w-full rounded-sm" />
      </Link>
      <div>
        <Link href={paths.lot(bid.lotNumber)} className="flex items-start gap-2 font-semibold hover:underline">
          <Plate number={bid.lotNumber} size="sm" />
          {bid.title}
        </Link>
        <PositionWords position={position} status={standing.status} />
        <PriceAndEnd bid={bid} />
      </div>
      {running ? (
        <div className="flex flex-col gap-3">
          {position === 'leading' ? null : (
            <Button
              variant="outline"
              disabled={bidding.sending}
              onClick={() => press({ kind: 'firm', amount: standing.nextBid })}
            >
              {bidding.sending ? 'Sending…' : `Place bid of ${formatMoney(standing.nextBid, bid.currency)}`}
            </Button>
          )}
          <details className="group text-sm">
            <summary className="flex min-h-11 items-center text-slate underline decoration-edge underline-offset-4">
              {bid.maximum === null || position !== 'leading'
                ? 'Leave an auto-bid'
                : `Auto-bid up to ${formatMoney(bid.maximum, bid.currency)}`}
            </summary>
            <AutoBid
              live={live}
              currency={bid.currency}
              sending={bidding.sending}
              waiting={waiting?.ask ?? null}
              press={press}
            />
          </details>
          <BidOutcome bidding={bidding} sequence={standing.sequence} />
        </div>
      ) : standing.status === 'reserve-not-met' && position === 'leading' ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <TalkPanel lotId={bid.lotId} sequence={standing.sequence} inList />
        </Suspense>
      ) : null}
    </article>
  )
}

function PriceAndEnd({ bid: { standing, currency } }: { bid: MyBid }) {
  return (
    <>
      <p className="mt-1 text-lg font-bold">
        {standing.price === null ? (
          <span className="tabular text-base">{priceWords(standing, currency)}</span>
        ) : (
          <Odometer amount={standing.price} currency={currency} />
        )}
      </p>
      <p className="text-sm text-slate">
        {resultWords(standing) ??
          (standing.closesAt === null ? 'Comes up in its turn' : <ClosesIn closesAt={standing.closesAt} />)}
      </p>
    </>
  )
}

function PositionWords({ position, status }: { position: MyBid['position']; status: Standing['status'] }) {
  const below = status === 'reserve-not-met'
  const lost = status === 'sold' ? 'Went to another bidder' : 'Not sold'
  if (position === 'leading' || position === 'won') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-leading">
        <CheckMark className="size-4" />
        {position === 'won' ? 'Sold to you' : below ? 'Yours is the highest bid' : 'You are leading'}
      </p>
    )
  }
  if (position === 'outbid') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-outbid">
        <OvertakenMark className="size-4" />
        {below ? 'Another bid was higher' : 'You are outbid'}
      </p>
    )
  }
  return <p className="mt-1 text-slate">{position === 'lost' ? lost : 'You are watching'}</p>
}
