import { t } from '#web/platform/language/text.ts'
import { Notice } from '../ui/notice.tsx'
import { useFeatured } from './featured-lot.tsx'
import { LotTiles, LotTilesSkeleton } from './lot-tile.tsx'
import { useEndingSoon } from './use-summaries.ts'

/** The next lots of timed auctions to close, without the featured one above. */
export function EndingSoon() {
  const { data, isPending, isError, isFresh } = useEndingSoon()
  const featured = useFeatured().data?.lot?.id
  const lots = data?.items.filter(({ id }) => id !== featured).slice(0, 8) ?? []
  if (!isPending && !isError && lots.length === 0) return null
  return (
    <section aria-labelledby="ending-soon" className="border-t border-line py-10">
      <h2 id="ending-soon" className="text-xl">
        {t`Ending soon`}
      </h2>
      {isPending ? (
        <LotTilesSkeleton />
      ) : data === undefined ? (
        <Unreachable />
      ) : (
        <LotTiles lots={lots} isFresh={isFresh} />
      )}
    </section>
  )
}

function Unreachable() {
  return (
    <div className="mt-6">
      <Notice tone="bad" title={t`We couldn’t load the lots`}>
        {t`Check your connection and reload the page. Auctions and bids aren’t affected.`}
      </Notice>
    </div>
  )
}
