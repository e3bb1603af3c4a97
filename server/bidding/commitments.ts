import { sql, type Kysely } from 'kysely'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed } from './sealed.ts'

/** Statuses of a lot in which its leader's maximum binds him. Source: the rulebook, "Bidding limit" and "How a lot ends". */
export const BINDING_STATUSES = ['scheduled', 'open', 'reserve-not-met'] as const

type Led = { lot_id: string; sealed: Buffer | null }

/**
 * What a bidder has committed, in minor units: his maximums (firm or sealed) on the lots he leads, plus what he still owes for
 * lots he bought.
 */
export async function committedOf<T>(db: Kysely<T>, keys: Keys, accountId: string): Promise<number> {
  const led = await sql<Led>`
    select lot_id, sealed from standing
    where leader_id = ${accountId} and status in ('scheduled', 'open', 'reserve-not-met')`.execute(db)
  const due = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from purchase_due where bidder_id = ${accountId}`.execute(db)
  const bids = led.rows.reduce((sum, lot) => sum + (openSealed(keys, lot.lot_id, lot.sealed).leaderMaximum ?? 0), 0)
  return bids + Number(due.rows[0]?.amount ?? 0)
}
