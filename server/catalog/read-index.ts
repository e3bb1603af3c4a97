import type { Kysely } from 'kysely'
import { docOf } from './doc.ts'
import { LotIndex } from './lot-index.ts'
import { idsOnOffer, rowsAfter, rowsOfLots } from './store.ts'

/** Lots read per query: the process answers requests in between. */
export const LOTS_AT_ONCE = 1000
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Of past lots; fewer, since they are read while searches and bids are already answered. */
const PAST_AT_ONCE = 250

/** All published lots as an index. */
export async function readIndex<T>(db: Kysely<T>): Promise<LotIndex> {
  const index = new LotIndex()
  await readOnOffer(db, index)
  await readRest(db, index)
  return index
}

/** Adds the published lots that haven't ended: however many are past, they are as many as a business has on offer. */
export async function readOnOffer<T>(db: Kysely<T>, index: LotIndex): Promise<void> {
  const lotIds = await idsOnOffer(db)
  for (let from = 0; from < lotIds.length; from += LOTS_AT_ONCE) {
    for (const row of await rowsOfLots(db, lotIds.slice(from, from + LOTS_AT_ONCE))) index.put(docOf(row))
  }
}

/** Adds all other published lots, after which the index is whole. A lot that is in the index already stays: it may be newer than what is read here. */
export async function readRest<T>(db: Kysely<T>, index: LotIndex, signal?: AbortSignal): Promise<void> {
  for (let after = NO_ID; signal?.aborted !== true;) {
    const rows = await rowsAfter(db, after, PAST_AT_ONCE)
    for (const row of rows) if (index.ordinalOf(row.id) === undefined) index.put(docOf(row))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAST_AT_ONCE) {
      index.isWhole = true
      return
    }
    after = last.id
  }
}

/** An index of these lots alone, so that a query on all lots can be run on a few. */
export async function indexOf<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<LotIndex> {
  const index = new LotIndex()
  for (const row of await rowsOfLots(db, lotIds)) index.put(docOf(row))
  return index
}
