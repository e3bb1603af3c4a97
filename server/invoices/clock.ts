import { sql, type Kysely } from 'kysely'

/** An instant in ms to act at; null: now, by the database's clock. */
export type Moment = number | null

/** One clock for all processes: nothing is overdue, and no paper dated, because a machine's clock is ahead. In ms. */
export async function timeOf<T>(db: Kysely<T>, at: Moment): Promise<number> {
  if (at !== null) return at
  const found = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return found.rows[0]!.now
}
