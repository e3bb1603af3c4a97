import { FEATURED_PHOTOS_MAX, type readFeaturedLot } from '#contract/catalog/catalog.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { photoUrlOf } from '#contract/lots/photos.ts'
import { watchCounts } from '#server/bidding/followers.ts'
import { presentSummary } from '#server/lots/present.ts'
import type { App } from '#server/platform/app.ts'
import { lotsToFeature } from './store.ts'

/** Of this many lots that end next, the most watched one is featured. */
const CANDIDATES = 100

/** The lot that leads the home page: the one staff chose, else the most watched that stays open for a while, else the next to close. */
export async function featuredLot(app: App): Promise<ReplyOf<typeof readFeaturedLot>> {
  const rows = await lotsToFeature(app.db, CANDIDATES)
  const lasting = rows.filter((row) => row.is_lasting)
  const offered = lasting.length === 0 ? rows : lasting
  const watchers = await watchCounts(
    app.db,
    offered.map(({ id }) => id),
  )
  const watchersOf = ({ id }: (typeof rows)[number]) => watchers.get(id) ?? 0
  const [mostWatched] = offered.toSorted((one, other) => watchersOf(other) - watchersOf(one))
  const row = rows.find((each) => each.is_chosen) ?? mostWatched
  if (row === undefined) return { lot: null }
  const photos = row.photos.slice(0, FEATURED_PHOTOS_MAX).map((name) => photoUrlOf(name))
  return { lot: { ...presentSummary(row), photos } }
}
