import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { listLots } from '#contract/lots.ts'
import type { House } from '#server/platform/house.ts'
import { cursorAfter, readCursor } from './page-cursor.ts'
import { presentTeaser } from './present.ts'
import { findTeasers } from './store.ts'

const PAGE_LOTS = 24

/** One page of lots as everybody may see them, those that fall due first at the top. */
export async function teasersOf(house: House, query: QueryOf<typeof listLots>): Promise<ReplyOf<typeof listLots>> {
  const { cursor, limit = PAGE_LOTS, ending, ...filter } = query
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await findTeasers(house.db, { ...filter, notClosed: ending === 'soon' }, after, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last !== undefined ? cursorAfter(last) : null
  return { items: page.map(presentTeaser), next }
}
