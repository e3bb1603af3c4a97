import { t } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Auction } from '#contract/auctions/auctions.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '../paths.ts'
import { formatMoney } from '../platform/money.ts'
import { Button } from '../ui/button.tsx'
import { Plate } from '../ui/plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Prices } from './live-prices.tsx'
import { type LotSummaries, useAuctions, useSeesPrices } from './use-summaries.ts'

const LivePrices = lazy(() => import('./live-prices.tsx'))

/** A lot of a live auction is on the block for about a minute. */
const AGAIN_MS = 10_000

/** The live auctions in progress, each with the lot on the block. */
export function LiveNow() {
  const { data } = useAuctions()
  const live = data?.items.filter(({ kind, state }) => kind === 'live' && state === 'running') ?? []
  if (live.length === 0) return null
  return (
    <section aria-labelledby="live-now" className="border-t border-line py-10">
      <h2 id="live-now" className="text-xl">
        {t`Live now`}
      </h2>
      <ul className="mt-6 flex flex-col gap-6">
        {live.map((auction) => (
          <li key={auction.id}>
            <LiveAuction auction={auction} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function LiveAuction({ auction }: { auction: Auction }) {
  const seesPrices = useSeesPrices()
  const [prices, setPrices] = useState<Prices>(new Map())
  const { data, isPending, refetch } = useQuery<LotSummaries>({
    // The first that has not ended is on the block.
    queryKey: [`/api/lots?auction=${auction.id}&ending=soon&limit=1`],
    staleTime: AGAIN_MS,
    refetchInterval: AGAIN_MS,
  })
  const lot = data?.items[0]
  const standing = lot === undefined ? undefined : prices.get(lot.id)
  const isOver = standing !== undefined && standing.status !== 'open' && standing.status !== 'scheduled'
  useEffect(() => {
    if (isOver) void refetch()
  }, [isOver, refetch])
  return (
    <div className="grid items-center gap-x-6 gap-y-4 sm:grid-cols-[auto_1fr_auto]">
      {isPending || lot !== undefined ? (
        <div className="aspect-3/2 overflow-hidden rounded-md bg-fog sm:w-72">
          {lot === undefined ? (
            <Skeleton className="size-full" />
          ) : (
            <HeroPhoto lotSummary={lot} sizes="(min-width: 40rem) 18rem, 100vw" className="size-full" />
          )}
        </div>
      ) : null}
      <div className={lot === undefined && !isPending ? 'min-w-0' : 'min-h-24 min-w-0'}>
        <p className="text-sm text-slate">
          {auction.title}, {auction.location}
        </p>
        {lot === undefined ? null : (
          <>
            <Link
              href={paths.lot(lot.lotNumber)}
              className="mt-1 flex items-center gap-3 text-lg font-semibold hover:underline"
            >
              <Plate number={lot.lotNumber} />
              {lot.title}
            </Link>
            <p className="tabular mt-1 text-base">
              {standing === undefined ? null : standing.price === null ? (
                t`Opens at ${formatMoney(standing.nextBid, lot.currency)}`
              ) : (
                <strong>{formatMoney(standing.price, lot.currency)}</strong>
              )}
            </p>
          </>
        )}
      </div>
      <Button asChild variant="outline">
        <Link href={paths.auction(auction.id)}>{seesPrices ? t`Join auction` : t`View auction`}</Link>
      </Button>
      {seesPrices && lot !== undefined ? (
        <Suspense fallback={null}>
          <LivePrices lotIds={[lot.id]} onPrices={setPrices} />
        </Suspense>
      ) : null}
    </div>
  )
}
