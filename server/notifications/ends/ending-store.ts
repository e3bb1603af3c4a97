import { sql, type Kysely } from 'kysely'
import { NOW_MS } from '#server/platform/database/database-clock.ts'

export type EndingLot = { lotId: string; closesAt: number }

/** Open lots that are on a watchlist, end within `withinMs`, and have not been announced yet. */
export async function endingLots<T>(db: Kysely<T>, withinMs: number, limit: number): Promise<EndingLot[]> {
  const found = await sql<EndingLot>`
    select s.lot_id as "lotId", s.closes_at_ms as "closesAt" from standing s
    where s.status = 'open' and s.closes_at_ms > ${NOW_MS} and s.closes_at_ms <= ${NOW_MS} + ${withinMs}
    and exists (select 1 from watch w where w.lot_id = s.lot_id)
    and not exists (select 1 from ending_told t where t.lot_id = s.lot_id)
    order by s.closes_at_ms limit ${limit}`.execute(db)
  return found.rows
}

/** Returns the lots that this transaction announces: each lot goes to one process. */
export async function claimEnding<T>(trx: Kysely<T>, lotIds: string[]): Promise<Set<string>> {
  const found = await sql<{ lot_id: string }>`
    insert into ending_told (lot_id) select unnest(${lotIds}::uuid[]) on conflict do nothing returning lot_id`.execute(
    trx,
  )
  return new Set(found.rows.map((row) => row.lot_id))
}
