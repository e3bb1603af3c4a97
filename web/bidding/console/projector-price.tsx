import type { Standing } from '#contract/bidding/bidding.ts'
import { Odometer } from '#web/ui/odometer.tsx'
import { Seconds, SecondsBar } from '../block/block-standing.tsx'

/** The price, who leads and the seconds left, in the size of a hall and without anything that concerns one person. */
export function ProjectorPrice({ standing, currency }: { standing: Standing; currency: string }) {
  const { price, nextBid, leader } = standing
  return (
    <div>
      <p className="text-lg text-slate">{price === null ? 'Opening bid' : 'Current bid'}</p>
      <p className="wide text-[clamp(3.375rem,8vw,10rem)] leading-none font-bold">
        <Odometer amount={price ?? nextBid} currency={currency} />
      </p>
      <p className="mt-4 text-2xl font-semibold">{leader === null ? 'No bids yet' : `Paddle ${leader} leads`}</p>
      <p className="mt-1 text-lg text-slate">
        {standing.reserve === 'none' ? 'No reserve' : standing.reserve === 'met' ? 'Reserve met' : 'Reserve not met'}
      </p>
      <div className="mt-6 text-right">
        <Seconds standing={standing} isLarge />
      </div>
      <SecondsBar standing={standing} />
    </div>
  )
}
