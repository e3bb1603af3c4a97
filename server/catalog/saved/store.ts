import { sql, type Kysely } from 'kysely'

/** The only action of the link in an alert's email: turning off the alerts of its search. */
export const STOP_ALERTS = 'stop-alerts'

export type SavedRow = {
  id: string
  account_id: string
  name: string
  query: string
  sees_prices: boolean
  alert: boolean
  created_at: number
}

const COLUMNS = sql.raw('id, account_id, name, query, informed as sees_prices, alert, created_at')

export async function savedOf<T>(db: Kysely<T>, accountId: string): Promise<SavedRow[]> {
  const found = await sql<SavedRow>`
    select ${COLUMNS} from saved_search where account_id = ${accountId} order by id desc`.execute(db)
  return found.rows
}

/** Null if the person already has `max`. */
export async function insertSaved<T>(
  trx: Kysely<T>,
  row: Pick<SavedRow, 'id' | 'account_id' | 'name' | 'query' | 'sees_prices' | 'alert'>,
  max: number,
): Promise<SavedRow | null> {
  const found = await sql<SavedRow>`
    insert into saved_search (id, account_id, name, query, informed, alert)
    select ${row.id}, ${row.account_id}, ${row.name}, ${row.query}, ${row.sees_prices}, ${row.alert}
    where (select count(*) from saved_search where account_id = ${row.account_id}) < ${max}
    returning ${COLUMNS}`.execute(trx)
  return found.rows[0] ?? null
}

/** Changes the given fields; turning off alerts cancels the waiting digest. Undefined if it is not this person's search. */
export async function updateSaved<T>(
  db: Kysely<T>,
  by: { id: string; accountId: string },
  { name, alert }: { name?: string | undefined; alert?: boolean | undefined },
): Promise<SavedRow | undefined> {
  const found = await sql<SavedRow>`
    update saved_search set name = coalesce(${name ?? null}, name), alert = coalesce(${alert ?? null}, alert),
      digest_at = case when ${alert ?? null}::boolean is false then null else digest_at end
    where id = ${by.id} and account_id = ${by.accountId} returning ${COLUMNS}`.execute(db)
  return found.rows[0]
}

/** The name of the search whose alerts were turned off; undefined if it was deleted. */
export async function stopSaved<T>(db: Kysely<T>, id: string): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    update saved_search set alert = false, digest_at = null where id = ${id} returning name`.execute(db)
  return found.rows[0]?.name
}

/** Returns whether it existed. */
export async function deleteSaved<T>(db: Kysely<T>, by: { id: string; accountId: string }): Promise<boolean> {
  const found = await sql<{ id: string }>`
    delete from saved_search where id = ${by.id} and account_id = ${by.accountId} returning id`.execute(db)
  return found.rows.length > 0
}

/** Searches with alerts after that id, ascending. */
export async function alertsAfter<T>(db: Kysely<T>, id: string, limit: number): Promise<SavedRow[]> {
  const found = await sql<SavedRow>`
    select ${COLUMNS} from saved_search where alert and id > ${id} order by id limit ${limit}`.execute(db)
  return found.rows
}

export type Find = { searchId: string; lotId: string }

/** Stores finds, each lot once per search, and schedules a digest `digestMs` after the first new one. */
export async function keepFinds<T>(trx: Kysely<T>, finds: readonly Find[], digestMs: number): Promise<void> {
  await sql`
    with found as (
      insert into saved_search_find (search_id, lot_id)
      select * from unnest(${finds.map(({ searchId }) => searchId)}::uuid[], ${finds.map(({ lotId }) => lotId)}::uuid[])
      on conflict do nothing returning search_id)
    update saved_search set digest_at = clock_timestamp() + ${digestMs} * interval '1 millisecond'
    where digest_at is null and alert and id in (select search_id from found)`.execute(trx)
}

export async function dueDigest<T>(trx: Kysely<T>): Promise<SavedRow | undefined> {
  // Locks one search with a due digest that no other process holds; the notice and its record are one transaction, so it is sent once.
  const found = await sql<SavedRow>`
    select ${COLUMNS} from saved_search where digest_at <= clock_timestamp()
    order by digest_at limit 1 for update skip locked`.execute(trx)
  return found.rows[0]
}

export type TitledFind = { lot_id: string; title: string }

/** The finds of a search, now marked as sent: only lots that can still be bid on. */
export async function takeFinds<T>(trx: Kysely<T>, searchId: string): Promise<TitledFind[]> {
  const found = await sql<TitledFind>`
    with taken as (update saved_search_find set told = true where search_id = ${searchId} and not told returning lot_id),
    done as (update saved_search set digest_at = null where id = ${searchId})
    select t.lot_id, l.title from taken t join lot l on l.id = t.lot_id join standing s on s.lot_id = l.id
    where s.status in ('open', 'scheduled') order by l.due_at, l.id`.execute(trx)
  return found.rows
}
