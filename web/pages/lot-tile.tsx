import { t } from '#web/platform/language/text.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { closingWords } from '#web/lots/closing-words.ts'
import { Picture } from '#web/lots/picture.tsx'
import { paths } from '../paths.ts'
import { serverNow } from '../platform/clock.ts'
import { formatMoney } from '../platform/money.ts'
import { Plate } from '../ui/plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Prices } from './live-prices.tsx'
import { useSeesPrices } from './use-summaries.ts'

const LivePrices = lazy(() => import('./live-prices.tsx'))
const TimeLeft = lazy(() => import('./live-facts.tsx').then((file) => ({ default: file.TimeLeft })))
const TileHeart = lazy(() => import('./tile-heart.tsx'))

const GRID = 'mt-6 grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-6 lg:grid-cols-4'

/** Lots as anyone may see them: photo, plate, title, closing time; with live prices for people entitled to them. */
export function LotTiles({
  lots,
  isFresh = true,
}: {
  lots: readonly LotSummary[]
  /** Whether lots past their planned close are known to be closing. */
  isFresh?: boolean
}) {
  const isEntitled = useSeesPrices()
  const [prices, setPrices] = useState<Prices>(new Map())
  return (
    <>
      <ul className={GRID}>
        {lots.map((lot) => (
          <li key={lot.id} className="relative">
            <LotTile lot={lot} standing={prices.get(lot.id)} isFresh={isFresh} />
            {isEntitled ? (
              <Suspense fallback={null}>
                <TileHeart lot={lot} className="absolute top-0 right-0" />
              </Suspense>
            ) : null}
          </li>
        ))}
      </ul>
      {isEntitled ? (
        <Suspense fallback={null}>
          <LivePrices lotIds={lots.map((lot) => lot.id)} onPrices={setPrices} />
        </Suspense>
      ) : null}
    </>
  )
}

export function LotTilesSkeleton() {
  return (
    <div className={GRID}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index}>
          <Skeleton className="aspect-[3/2] w-full" />
          <Skeleton className="mt-3 h-8 w-3/4" />
        </div>
      ))}
    </div>
  )
}

type TileProps = { lot: LotSummary; standing: Standing | undefined; isFresh: boolean }

function LotTile({ lot, standing, isFresh }: TileProps) {
  const closes = closingWords(lot.scheduledCloseAt, serverNow(), null)
  return (
    <Link href={paths.lot(lot.lotNumber)} className="group block">
      <span className="block aspect-[3/2] overflow-hidden rounded-md bg-fog">
        {lot.heroPhoto === null ? null : (
          <Picture
            photo={{ url: lot.heroPhoto }}
            sizes="(min-width: 64rem) 20rem, 50vw"
            alt=""
            className="size-full object-cover"
          />
        )}
      </span>
      <span className="mt-3 flex flex-col items-start gap-x-3 gap-y-1.5 sm:flex-row">
        <Plate number={lot.lotNumber} size="sm" />
        <span className="min-w-0">
          <span className="block font-semibold group-hover:underline">{lot.title}</span>
          {standing === undefined ? null : (
            <span className="tabular block font-semibold">
              {standing.price === null ? t`No bids yet` : formatMoney(standing.price, lot.currency)}
            </span>
          )}
          <span className="tabular block text-xs text-slate">
            <Suspense fallback={closes}>
              {isFresh ? <TimeLeft lot={lot} standing={standing} isOpen /> : closes}
            </Suspense>
          </span>
        </span>
      </span>
    </Link>
  )
}
