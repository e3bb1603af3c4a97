import type { Kysely } from 'kysely'
import { docOf } from './doc.ts'
import { LotIndex } from './lot-index.ts'
import { rowsAfter, rowsOfLots } from './store.ts'

/** Lots read per query: the process answers requests in between. */
export const LOTS_AT_ONCE = 1000
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** All published lots as an index. */
export async function readIndex<T>(db: Kysely<T>): Promise<LotIndex> {
  const index = new LotIndex()
  for (let after = NO_ID; ;) {
    const rows = await rowsAfter(db, after, LOTS_AT_ONCE)
    for (const row of rows) index.put(docOf(row))
    const last = rows.at(-1)
    if (last === undefined || rows.length < LOTS_AT_ONCE) return index
    after = last.id
  }
}

/** An index of these lots alone, so that a query on all lots can be run on a few. */
export async function indexOf<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<LotIndex> {
  const index = new LotIndex()
  for (const row of await rowsOfLots(db, lotIds)) index.put(docOf(row))
  return index
}
