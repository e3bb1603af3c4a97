import { CompiledQuery, sql } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { hasBidSince } from '../bids-since.ts'
import { bidEvents, READ_LEDGERS, type LedgerRow } from '../lane/ledger-event.ts'

/** Whether a person leads an open lot by bids that were all made before `at` (ms). The lane checks again under the lot's lock. */
export async function mayWithdraw(app: App, lotId: string, accountId: string, at: number): Promise<boolean> {
  const led = await sql`
    select 1 from standing where lot_id = ${lotId} and leader_id = ${accountId} and status in ('scheduled', 'open')`.execute(
    app.db,
  )
  if (led.rows.length === 0) return false
  const { rows } = await app.db.executeQuery(CompiledQuery.raw(READ_LEDGERS, [[lotId]]))
  return !hasBidSince(bidEvents(rows as LedgerRow[], lotId, app.keys), accountId, at)
}
