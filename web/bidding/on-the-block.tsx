import { useRef } from 'react'
import { Link } from 'wouter'
import type { Auction } from '#contract/auctions.ts'
import type { Standing } from '#contract/bidding.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { HeroPhoto, LotCard } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Countdown } from './countdown.tsx'
import type { Standings } from './use-standings.ts'

const NEXT_SHOWN = 3

/** In a live sale: the lot on the block large, the seconds left as a bar, and the next three. */
export function OnTheBlock({
  sale,
  lots,
  standings,
}: {
  sale: Auction
  lots: readonly LotTeaser[]
  standings: Standings
}) {
  const at = lots.findIndex((lot) => standings.get(lot.id)?.status === 'open')
  const lot = lots[at]
  const standing = lot === undefined ? undefined : standings.get(lot.id)
  if (lot === undefined || standing === undefined) return null
  const next = lots.slice(at + 1, at + 1 + NEXT_SHOWN)
  return (
    <section aria-labelledby="on-the-block" className="mb-12">
      <h2 id="on-the-block" className="text-lg">
        On the block
      </h2>
      <div className="mt-4 grid gap-6 lg:grid-cols-12">
        <Link href={paths.lot(lot.lotNumber)} className="lg:col-span-7">
          <HeroPhoto teaser={lot} className="aspect-3/2 w-full rounded-md" sizes="(min-width: 64rem) 50rem, 100vw" />
        </Link>
        <div className="flex flex-col gap-4 lg:col-span-5">
          <div className="flex items-start gap-3">
            <Plate number={lot.lotNumber} size="lg" />
            <h3 className="text-xl">{lot.title}</h3>
          </div>
          <p aria-live="polite" className="wide text-2xl font-bold">
            <Odometer amount={standing.price ?? standing.nextBid} currency={sale.currency} />
          </p>
          {standing.closesAt === null ? null : (
            <>
              <SecondsBar key={lot.id} standing={standing} closesAt={standing.closesAt} />
              <Countdown closesAt={standing.closesAt} />
            </>
          )}
          <Button asChild size="lg">
            <Link href={paths.lot(lot.lotNumber)}>Bid on lot {lot.lotNumber}</Link>
          </Button>
        </div>
      </div>
      {next.length === 0 ? null : (
        <>
          <h3 className="mt-8 text-base">Next</h3>
          <ul className="mt-3 grid grid-cols-3 gap-4">
            {next.map((teaser) => (
              <li key={teaser.id}>
                <LotCard teaser={teaser} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Empties with the time left and fills again at each bid. The whole is what was left when the end was last set. */
function SecondsBar({ standing, closesAt }: { standing: Standing; closesAt: number }) {
  const now = useServerNow(closesAt)
  const set = useRef({ sequence: -1, wholeMs: 1 })
  if (set.current.sequence !== standing.sequence) {
    set.current = { sequence: standing.sequence, wholeMs: Math.max(closesAt - now, 1) }
  }
  const share = Math.min(Math.max((closesAt - now) / set.current.wholeMs, 0), 1)
  return (
    <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
      <div className="h-full origin-left bg-ink" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
