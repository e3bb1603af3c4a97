import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { Lot, LotSummary } from '#contract/lots/lots.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Gallery } from '#web/lots/gallery/gallery.tsx'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { useLotByNumber } from '#web/lots/use-lot.ts'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AlarmWatch } from '../alarms/alarm-watch.tsx'
import { BidBar } from '../panel/bid-bar.tsx'
import { BidPanel } from '../panel/bid-panel.tsx'
import { chalkOf } from '../lot-chalk.ts'
import { PriceBlock } from '../panel/price-block.tsx'
import { useBid } from '../bid/use-bid.ts'
import { useBidKey } from '../bid/use-bid-key.ts'
import { useLiveLot, useLedger } from '../use-live-lot.ts'
import { late } from '#web/fast-start/late.ts'
import { sentenceOf } from '../ledger/history-words.ts'

const LINES_SHOWN = 6
const time = late(() => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' }))

/** The latest events of the lot on the block, newest first. */
function BidTicker({ lotId, currency, paddle }: { lotId: string; currency: string; paddle: number }) {
  const { lines } = useLedger(lotId)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="ticker" className="border-t border-line pt-3">
      <h4 id="ticker" className="text-sm">
        Bids
      </h4>
      <ol className="mt-1">
        {lines.slice(0, LINES_SHOWN).map((line) => (
          <li key={line.sequence} className="flex gap-3 py-0.5 text-sm first:font-semibold">
            <time dateTime={new Date(line.at).toISOString()} className="tabular text-xs leading-[1.4rem] text-slate">
              {time().format(line.at)}
            </time>
            <span>
              {sentenceOf(line, currency)}
              {line.paddle === paddle ? ' (you)' : ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const SETTLES_MS = 800

/** The lot being sold: photos, price, seconds left, and the bid box. */
export function BlockLot({
  lotSummary,
  standing,
  followsAnother,
}: {
  lotSummary: LotSummary
  standing: Standing | undefined
  /** It replaced another lot whose button may be under the person's finger. */
  followsAnother: boolean
}) {
  const { lot, failure } = useLotByNumber(String(lotSummary.lotNumber))
  return (
    <div className="mt-4 grid gap-x-8 gap-y-5 lg:grid-cols-12">
      <div className="min-w-0 lg:col-span-7">
        {lot === undefined ? (
          <HeroPhoto
            lotSummary={lotSummary}
            className="aspect-3/2 w-full rounded-md"
            sizes="(min-width: 64rem) 50rem, 100vw"
          />
        ) : (
          <Gallery photos={lot.vehicle.photos} title={lot.title} chalk={chalkOf(standing, lot.vehicle.runState)} />
        )}
      </div>
      {/* On a phone the price and seconds come before the photos: they are what changes. */}
      <div className="flex min-w-0 flex-col gap-4 max-lg:order-first lg:col-span-5">
        <div className="flex items-start gap-3">
          <Plate number={lotSummary.lotNumber} size="lg" />
          <h3 className="text-xl">
            <Link href={paths.lot(lotSummary.lotNumber)} className="hover:underline">
              {lotSummary.title}
            </Link>
          </h3>
        </div>
        {standing === undefined || standing.closesAt === null ? null : <SecondsBar closesAt={standing.closesAt} />}
        {failure === null ? null : <RequestFailed title="We couldn’t load this lot" failure={failure} />}
        {lot === undefined ? <Skeleton className="h-56" /> : <Block lot={lot} followsAnother={followsAnother} />}
      </div>
    </div>
  )
}

function Block({ lot, followsAnother }: { lot: Lot; followsAnother: boolean }) {
  const settled = useSettled(followsAnother)
  const wide = useMediaQuery('(min-width: 64rem)')
  const view = useLiveLot(lot.id, lot.auctionKind === 'live')
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

/** Empties with the time left and refills at each bid. Full is the time that was left when the end was last set. */
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
