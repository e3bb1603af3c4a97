import { sql, type Kysely } from 'kysely'

/** Everyone who has ever bid on a lot. */
export async function bidderIdsOf<T>(db: Kysely<T>, lotId: string): Promise<string[]> {
  const found = await sql<{ bidder_id: string }>`select bidder_id from participation where lot_id = ${lotId}`.execute(
    db,
  )
  return found.rows.map((row) => row.bidder_id)
}

export type Watcher = { lotId: string; accountId: string }

/** The accounts that have these lots on their watch list. */
export async function watchersOf<T>(db: Kysely<T>, lotIds: string[]): Promise<Watcher[]> {
  const found = await sql<Watcher>`
    select w.lot_id as "lotId", w.account_id as "accountId"
    from unnest(${lotIds}::uuid[]) lots (id) join watch w on w.lot_id = lots.id`.execute(db)
  return found.rows
}

/** How many people watch each of these lots; lots that no one watches are missing. */
export async function watchCounts<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<Map<string, number>> {
  const found = await sql<{ lot_id: string; count: number }>`
    select lot_id, count(*)::int as count from watch where lot_id = any(${lotIds}::uuid[]) group by lot_id`.execute(db)
  return new Map(found.rows.map((row) => [row.lot_id, row.count]))
}

/** Which of these lots a person has on their watch list. */
export async function watchedAmong<T>(
  db: Kysely<T>,
  accountId: string,
  lotIds: readonly string[],
): Promise<Set<string>> {
  const found = await sql<{
    lot_id: string
  }>`select lot_id from watch where account_id = ${accountId} and lot_id = any(${lotIds}::uuid[])`.execute(db)
  return new Set(found.rows.map((row) => row.lot_id))
}
