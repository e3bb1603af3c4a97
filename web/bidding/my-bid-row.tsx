import { Link } from 'wouter'
import type { LiveLot, MyBid } from '#contract/bidding.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckMark, OvertakenMark } from '#web/ui/marks.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { AutoBid } from './auto-bid.tsx'
import { useSecondPress } from './bid-confirmation.ts'
import { BidOutcome } from './bid-outcome.tsx'
import { ClosesIn } from './countdown.tsx'
import { priceWords, resultWords } from './standing-words.ts'
import { useBid } from './use-bid.ts'

/** One lot of mine: where I stand, and the next bid or the maximum in place. */
export function MyBidRow({ bid, paddle }: { bid: MyBid; paddle: number }) {
  const { standing, position } = bid
  const bidding = useBid(bid.lotId, bid.currency)
  const { press, waiting } = useSecondPress(bidding.send, standing.nextBid, position === 'leading')
  const live = liveOf(bid, paddle)
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
        <PositionWords position={position} />
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
      ) : null}
    </article>
  )
}

/** What the list knows of a lot, in the shape that the bid box takes. */
function liveOf({ standing, position, maximum }: MyBid, paddle: number): LiveLot {
  const isWatched = position === 'watching'
  return {
    standing,
    serverTime: 0,
    you: {
      paddle,
      position: isWatched ? 'none' : position,
      maximum,
      watching: isWatched,
      limit: null,
      eligibility: null,
    },
  }
}

function PositionWords({ position }: { position: MyBid['position'] }) {
  if (position === 'leading' || position === 'won') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-leading">
        <CheckMark className="size-4" />
        {position === 'won' ? 'Sold to you' : 'You are leading'}
      </p>
    )
  }
  if (position === 'outbid') {
    return (
      <p className="mt-1 flex items-center gap-1.5 font-semibold text-outbid">
        <OvertakenMark className="size-4" />
        You are outbid
      </p>
    )
  }
  return <p className="mt-1 text-slate">{position === 'lost' ? 'Went to another bidder' : 'You are watching'}</p>
}
