import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { readFeaturedLot } from '#contract/catalog/catalog.ts'
import { FIRST_FEATURED } from '#contract/seo/first-answers.ts'
import { closingWords } from '#web/lots/closing-words.ts'
import { paths } from '../paths.ts'
import { serverNow } from '../platform/clock.ts'
import { Plate } from '../ui/plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ChangingPhotos } from './changing-photos.tsx'
import type { Prices } from './live-prices.tsx'
import { FRESH_MS, useIsFresh, useReadAfter, useSeesPrices } from './use-summaries.ts'

const LivePrices = lazy(() => import('./live-prices.tsx'))
const LiveFacts = lazy(() => import('./live-facts.tsx'))

/** The lot that leads the home page, as anyone may see it. `isFresh`: as in {@link useEndingSoon}. */
export function useFeatured() {
  const query = useQuery<ReplyOf<typeof readFeaturedLot>>({ queryKey: [FIRST_FEATURED], staleTime: FRESH_MS })
  const { data, dataUpdatedAt, refetch } = query
  // Late bids extend the close: past the planned one, the lot is asked for until another one leads the page.
  useReadAfter(Math.max(data?.lot?.scheduledCloseAt ?? Infinity, dataUpdatedAt + FRESH_MS / 2), refetch)
  return { ...query, isFresh: useIsFresh(dataUpdatedAt) }
}

/** The featured lot: its photos in turn, and when it closes; with price and bids for people entitled to them. */
export function FeaturedLot() {
  const { data, isPending, isFresh } = useFeatured()
  const isOpen = isFresh || null
  const seesPrices = useSeesPrices()
  const [prices, setPrices] = useState<Prices>(new Map())
  if (isPending) return <Skeleton className="aspect-[3/2] w-full" />
  const lot = data?.lot ?? null
  if (lot === null) return null
  return (
    <div>
      <div className="relative aspect-[3/2] overflow-hidden rounded-md bg-fog">
        <ChangingPhotos key={lot.id} photos={lot.photos} />
        {/* The link below says where it leads. */}
        <Link href={paths.lot(lot.lotNumber)} tabIndex={-1} aria-hidden="true" className="absolute inset-0" />
      </div>
      <Link href={paths.lot(lot.lotNumber)} className="group mt-3 flex items-start gap-3">
        <Plate number={lot.lotNumber} />
        <span className="min-w-0">
          <span className="block font-semibold group-hover:underline">{lot.title}</span>
          <span className="tabular block min-h-6 text-slate">
            <Suspense fallback={closingWords(lot.scheduledCloseAt, serverNow(), isOpen)}>
              <LiveFacts lot={lot} standing={prices.get(lot.id)} isOpen={isOpen} />
            </Suspense>
          </span>
        </span>
      </Link>
      {seesPrices ? (
        <Suspense fallback={null}>
          <LivePrices lotIds={[lot.id]} onPrices={setPrices} />
        </Suspense>
      ) : null}
    </div>
  )
}
