import type { Standing } from '#contract/bidding/bidding.ts'
import { Odometer } from '#web/ui/odometer.tsx'
import { Seconds, SecondsBar } from '../block/block-standing.tsx'
import { t } from '#web/platform/language/text.ts'

/** The price, who leads and the seconds left, in the size of a hall and without anything that concerns one person. */
export function ProjectorPrice({ standing, currency }: { standing: Standing; currency: string }) {
  const { price, nextBid, leader } = standing
  return (
    <div>
      <p className="text-lg text-slate">{price === null ? t`Opening bid` : t`Current bid`}</p>
      <p className="wide text-[clamp(3.375rem,8vw,10rem)] leading-none font-bold">
        <Odometer amount={price ?? nextBid} currency={currency} />
      </p>
      <p className="mt-4 text-2xl font-semibold">{leader === null ? t`No bids yet` : t`Paddle ${leader} leads`}</p>
      <p className="mt-1 text-lg text-slate">
        {standing.reserve === 'none' ? t`No reserve` : standing.reserve === 'met' ? t`Reserve met` : t`Reserve not met`}
      </p>
      <div className="mt-6 text-right">
        <Seconds standing={standing} isLarge />
      </div>
      <SecondsBar standing={standing} />
    </div>
  )
}
