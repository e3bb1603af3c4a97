import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { LotPreview } from '#contract/lots/lots.ts'
import { useSummaries } from '#web/lots/use-lot.ts'
import { paths } from '../paths.ts'
import { LotTiles } from './lot-tile.tsx'

const SHOWN = 4

/** Below a lot without prices: the others of its auction, or after its close those that end next anywhere. */
export default function MoreLots({ lot }: { lot: LotPreview }) {
  const isOver = lot.closedAt !== null
  const { data, isPending } = useSummaries({
    ...(isOver ? {} : { auction: lot.auctionId }),
    ending: 'soon',
    limit: SHOWN + 1,
  })
  const lots = data?.items.filter(({ id }) => id !== lot.id).slice(0, SHOWN) ?? []
  if (isPending) return <div aria-hidden="true" className="min-h-80" />
  const auction = (
    <Link href={paths.auction(lot.auctionId)} className="inline-flex min-h-11 items-center text-link">
      {t`View auction`}
    </Link>
  )
  if (lots.length === 0) return auction
  return (
    <section aria-labelledby="more-lots" className="border-t border-line pt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="more-lots" className="text-lg">
          {isOver ? t`Ending soon` : t`More in this auction`}
        </h2>
        {auction}
      </div>
      <LotTiles lots={lots} />
    </section>
  )
}
