import { t } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import { searchCatalog } from '#contract/catalog/catalog.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { WatchHeart } from '#web/catalog/watch-heart.tsx'
import { call } from '#web/platform/request.ts'

const FRESH_MS = 60_000
/** How many of the lots that end soonest are requested; the start page shows some of them. */
const LOTS_ASKED = 30

/** A tile's heart, for people who may watch lots. All tiles of a page share one request. */
export default function TileHeart({ lot, className }: { lot: LotSummary; className: string }) {
  const { data } = useQuery({
    queryKey: [searchCatalog.path, t`ending soonest`],
    queryFn: ({ signal }) => call(searchCatalog, { query: { sort: 'ending', limit: LOTS_ASKED } }, signal),
    staleTime: FRESH_MS,
  })
  const found = data?.items.find(({ id }) => id === lot.id)
  return found === undefined ? null : <WatchHeart key={String(found.watching)} lot={found} className={className} />
}
