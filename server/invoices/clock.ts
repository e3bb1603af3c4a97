import { sql, type Kysely } from 'kysely'
import { NOW_MS } from '#server/platform/database/database-clock.ts'

/** An instant in ms to act at; null: now, by the database's clock. */
export type Moment = number | null

/** One clock for all processes, in ms: a machine whose clock is ahead must not make invoices overdue or date documents. */
export async function timeOf<T>(db: Kysely<T>, at: Moment): Promise<number> {
  if (at !== null) return at
  const found = await sql<{ now: number }>`
    select ${NOW_MS} as now`.execute(db)
  return found.rows[0]!.now
}
