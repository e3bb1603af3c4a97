import { sql } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { hasBidSince } from '../bids-since.ts'
import { bidEvents } from '../lane/ledger-event.ts'

type LedgerRow = Parameters<typeof bidEvents>[0][number]

/** Whether a person leads an open lot by bids that were all made before `at` (ms). The lane asks again under the lot's lock. */
export async function mayWithdraw(house: House, lotId: string, accountId: string, at: number): Promise<boolean> {
  const led = await sql`
    select 1 from standing where lot_id = ${lotId} and leader_id = ${accountId} and status in ('scheduled', 'open')`.execute(
    house.db,
  )
  if (led.rows.length === 0) return false
  const rows = await sql<LedgerRow>`
    select sequence, text, bidder_id, sealed from ledger where lot_id = ${lotId} order by sequence`.execute(house.db)
  return !hasBidSince(bidEvents(rows.rows, lotId, house.keys), accountId, at)
}
