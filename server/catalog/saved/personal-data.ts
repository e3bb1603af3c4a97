import { sql, type Kysely } from 'kysely'
import type { MergePair } from '#server/accounts/merge/merge-part.ts'
import { savedOf } from './store.ts'

type Found = { search_id: string; lot_id: string; found_at: number; told: boolean }

/** A person's saved searches with the lots found for them. */
export async function exportSaved(db: Kysely<object>, accountId: string): Promise<object[]> {
  const searches = await savedOf(db, accountId)
  const found = await sql<Found>`
    select f.search_id, f.lot_id, f.found_at, f.told
    from saved_search_find f join saved_search s on s.id = f.search_id
    where s.account_id = ${accountId} order by f.found_at, f.lot_id`.execute(db)
  return searches.map(({ id, name, query, alert, created_at: createdAt }) => ({
    name,
    query,
    alert,
    createdAt: new Date(createdAt).toISOString(),
    found: found.rows
      .filter((find) => find.search_id === id)
      .map(({ lot_id: lotId, found_at: at, told }) => ({ lotId, at: new Date(at).toISOString(), told })),
  }))
}

/** Finds are deleted with their search. */
export async function forgetSaved(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from saved_search where account_id = ${accountId}`.execute(trx)
}

/** The searches of an account that is merged into another go on there, even if those are then more than a person may save. */
export async function moveSaved(
  trx: Kysely<object>,
  { keptId, duplicateId }: MergePair,
): Promise<{ savedSearches: number }> {
  const moved = await sql`
    update saved_search set account_id = ${keptId} where account_id = ${duplicateId}`.execute(trx)
  return { savedSearches: Number(moved.numAffectedRows ?? 0) }
}
