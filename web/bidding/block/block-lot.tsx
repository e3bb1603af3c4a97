import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Standing } from '#contract/bidding.ts'
import type { Lot, LotTeaser } from '#contract/lots.ts'
import { Gallery } from '#web/lots/gallery/gallery.tsx'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { useLotByNumber } from '#web/lots/use-lot.ts'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AlarmWatch } from '../alarms/alarm-watch.tsx'
import { BidBar } from '../panel/bid-bar.tsx'
import { BidPanel } from '../panel/bid-panel.tsx'
import { BidTicker } from './block-ticker.tsx'
import { chalkOf } from '../lot-chalk.ts'
import { PriceBlock } from '../panel/price-block.tsx'
import { useBid } from '../bid/use-bid.ts'
import { useBidKey } from '../bid/use-bid-key.ts'
import { useLiveLot } from '../use-live-lot.ts'
import { wordsOf } from '#web/platform/request.ts'

const SETTLES_MS = 800

/** The lot that is being sold: photographs, price, seconds, and the bid box right there. */
export function BlockLot({
  teaser,
  standing,
  followsAnother,
}: {
  teaser: LotTeaser
  standing: Standing | undefined
  /** It took the place of another lot, whose button may be under somebody's finger. */
  followsAnother: boolean
}) {
  const { lot, failure } = useLotByNumber(String(teaser.lotNumber))
  return (
    <div className="mt-4 grid gap-x-8 gap-y-5 lg:grid-cols-12">
      <div className="min-w-0 lg:col-span-7">
        {lot === undefined ? (
          <HeroPhoto teaser={teaser} className="aspect-3/2 w-full rounded-md" sizes="(min-width: 64rem) 50rem, 100vw" />
        ) : (
          <Gallery photos={lot.vehicle.photos} title={lot.title} chalk={chalkOf(standing, lot.vehicle.runState)} />
        )}
      </div>
      {/* On a phone price and seconds come before the photographs: they are what moves. */}
      <div className="flex min-w-0 flex-col gap-4 max-lg:order-first lg:col-span-5">
        <div className="flex items-start gap-3">
          <Plate number={teaser.lotNumber} size="lg" />
          <h3 className="text-xl">
            <Link href={paths.lot(teaser.lotNumber)} className="hover:underline">
              {teaser.title}
            </Link>
          </h3>
        </div>
        {standing === undefined || standing.closesAt === null ? null : <SecondsBar closesAt={standing.closesAt} />}
        {failure === null ? null : (
          <Notice tone="bad" title="The lot could not be read">
            {wordsOf(failure)}
          </Notice>
        )}
        {lot === undefined ? <Skeleton className="h-56" /> : <Block lot={lot} followsAnother={followsAnother} />}
      </div>
    </div>
  )
}

function Block({ lot, followsAnother }: { lot: Lot; followsAnother: boolean }) {
  const settled = useSettled(followsAnother)
  const wide = useMediaQuery('(min-width: 64rem)')
  const view = useLiveLot(lot.id, lot.saleKind === 'live')
  const bidding = useBid(lot.id, lot.currency)
  useBidKey()
  return (
    <>
      <PriceBlock lot={lot} view={view} />
      <div inert={!settled}>
        {wide ? (
          <BidPanel lot={lot} view={view} bidding={bidding} />
        ) : (
          <BidBar lot={lot} view={view} bidding={bidding} />
        )}
      </div>
      <BidTicker lotId={lot.id} currency={lot.currency} paddle={view.live?.you.paddle ?? 0} />
      {view.live === undefined ? null : <AlarmWatch live={view.live} />}
    </>
  )
}

/** False for a moment after a lot took the place of another: a press meant for that one shall not bid on this one. */
function useSettled(followsAnother: boolean): boolean {
  const [settled, setSettled] = useState(!followsAnother)
  useEffect(() => {
    if (settled) return
    const timer = setTimeout(() => setSettled(true), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [settled])
  return settled
}

/** Empties with the time left and fills again at each bid. The whole is what was left when the end was last set. */
function SecondsBar({ closesAt }: { closesAt: number }) {
  const now = useServerNow(closesAt)
  const set = useRef({ closesAt: -1, wholeMs: 1 })
  if (set.current.closesAt !== closesAt || set.current.wholeMs < closesAt - now) {
    set.current = { closesAt, wholeMs: Math.max(closesAt - now, 1) }
  }
  const share = Math.min(Math.max((closesAt - now) / set.current.wholeMs, 0), 1)
  return (
    <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
      <div className="h-full origin-left bg-ink" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
