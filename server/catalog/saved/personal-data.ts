import { sql, type Kysely } from 'kysely'
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
