import { useQuery } from '@tanstack/react-query'
import type { searchCatalogue } from '#contract/catalogue.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { WatchHeart } from '#web/catalogue/watch-heart.tsx'
import { call, route } from '#web/platform/request.ts'

const SEARCH = route<typeof searchCatalogue>('GET', '/api/catalogue')

const FRESH_MS = 60_000
/** Of the lots that end soonest; the start page shows some of them. */
const LOTS_ASKED = 30

/** The heart of a tile, for who may watch lots. All tiles of a page ask once. */
export default function TileHeart({ lot, className }: { lot: LotTeaser; className: string }) {
  const { data } = useQuery({
    queryKey: [SEARCH.path, 'ending soonest'],
    queryFn: ({ signal }) => call(SEARCH, { query: { sort: 'ending', limit: LOTS_ASKED } }, signal),
    staleTime: FRESH_MS,
  })
  const found = data?.items.find(({ id }) => id === lot.id)
  return found === undefined ? null : <WatchHeart key={String(found.watching)} lot={found} className={className} />
}
