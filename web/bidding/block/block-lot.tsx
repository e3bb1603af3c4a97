import { t } from '#web/platform/language/text.ts'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { Lot, LotSummary } from '#contract/lots/lots.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { useLotByNumber } from '#web/lots/use-lot.ts'
import { paths } from '#web/paths.ts'
import { Chalk } from '#web/ui/chalk.tsx'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AlarmWatch } from '../alarms/alarm-watch.tsx'
import { useBid } from '../bid/use-bid.ts'
import { useBidKey } from '../bid/use-bid-key.ts'
import { useLotCosts } from '../costs/use-lot-costs.ts'
import { positionIn } from '../live-lot.ts'
import { chalkOf } from '../lot-chalk.ts'
import { AlarmSwitch } from '../panel/bid-panel.tsx'
import { BidBar } from '../panel/bid-bar.tsx'
import { type LiveView, useLiveLot } from '../use-live-lot.ts'
import { BlockLog } from './block-log.tsx'
import { BlockPanel } from './block-panel.tsx'
import { BlockStanding } from './block-standing.tsx'

const SETTLES_MS = 800

/**
 * The lot being sold: photo, price, seconds left, and the bid box. Every area has its final size from the first frame on, so nothing moves
 * under a finger: not when a bid arrives, and not when the next lot replaces this one.
 */
export function BlockLot({
  lotSummary,
  standing,
  place,
  paddle,
  currency,
  followsAnother,
}: {
  lotSummary: LotSummary
  standing: Standing
  /** `Lot 4 of 40`. */
  place: string
  paddle: number
  currency: string
  /** It replaced another lot whose button may be under the person's finger. */
  followsAnother: boolean
}) {
  const { lot, failure } = useLotByNumber(String(lotSummary.lotNumber))
  // Asked for along with the lot, so that the first button already has its total.
  useLotCosts(lotSummary.id)
  const chalk = lot === undefined ? null : chalkOf(standing, lot.vehicle.runState)
  return (
    <div className="mt-4 grid gap-x-8 gap-y-4 lg:min-h-[54rem] lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <Link
        href={paths.lot(lotSummary.lotNumber)}
        aria-label={t`View lot ${lotSummary.lotNumber}`}
        className="relative block min-w-0 self-start overflow-hidden rounded-md lg:col-span-7"
      >
        <HeroPhoto
          lotSummary={lotSummary}
          eager
          className="aspect-16/9 w-full lg:aspect-3/2"
          sizes="(min-width: 64rem) 50rem, 100vw"
        />
        {chalk === null ? null : <Chalk>{chalk}</Chalk>}
      </Link>
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-5 lg:row-span-2">
        <div className="flex min-h-14 items-start gap-3">
          <Plate number={lotSummary.lotNumber} size="lg" />
          <div className="min-w-0">
            <h3 className="line-clamp-2 text-lg">{lotSummary.title}</h3>
            <p className="tabular text-sm text-slate">{place}</p>
          </div>
        </div>
        <BlockStanding standing={standing} paddle={paddle} currency={currency} />
        {failure === null ? null : <RequestFailed title={t`We couldn’t load this lot`} failure={failure} />}
        {lot === undefined ? (
          <Skeleton className="h-72 max-lg:hidden" />
        ) : (
          <Bidding lot={lot} standing={standing} followsAnother={followsAnother} />
        )}
      </div>
      <div className="min-w-0 lg:col-span-7">
        <BlockLog lotId={lotSummary.id} currency={currency} paddle={paddle} />
        <AlarmSwitch label={t`Sound alerts`} />
      </div>
    </div>
  )
}

/** The bid box: the panel on wide screens, the bar at the lower edge on phones. */
function Bidding({ lot, standing, followsAnother }: { lot: Lot; standing: Standing; followsAnother: boolean }) {
  const settled = useSettled(followsAnother)
  const wide = useMediaQuery('(min-width: 64rem)')
  const view = withStanding(useLiveLot(lot.id, lot.auctionKind === 'live'), standing)
  const bidding = useBid(lot.id, lot.currency)
  useBidKey()
  if (view.live === undefined) return <Skeleton className="h-72 max-lg:hidden" />
  return (
    <div inert={!settled}>
      {wide ? (
        <BlockPanel lot={lot} live={view.live} bidding={bidding} />
      ) : (
        <BidBar lot={lot} view={view} bidding={bidding} />
      )}
      <AlarmWatch live={view.live} isLive={lot.auctionKind === 'live'} />
    </div>
  )
}

/** The view with the auction's standing where that is newer: both are patched by the feed, and only the price shown above counts. */
function withStanding(view: LiveView, standing: Standing): LiveView {
  const { live } = view
  if (live === undefined || live.standing.sequence >= standing.sequence) return view
  const position = positionIn(standing, live.you.paddle, live.you.position !== 'none')
  return { ...view, live: { ...live, standing, you: { ...live.you, position } } }
}

/** False for a moment after a lot replaced another: a press meant for the old lot must not bid on the new one. */
function useSettled(followsAnother: boolean): boolean {
  const [settled, setSettled] = useState(!followsAnother)
  useEffect(() => {
    if (settled) return
    const timer = setTimeout(() => setSettled(true), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [settled])
  return settled
}
