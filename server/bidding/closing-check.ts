import { sql, type Kysely } from 'kysely'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed } from './sealed.ts'

/**
 * Whoever leads a lot, or owes for one he bought, stays: his word still binds. In the talk after a close below the reserve a bidder
 * who is free again is bound by nothing but an offer of his own. For the accounts room, before it closes an account.
 */
export async function bindsAccount(trx: Kysely<object>, keys: Keys, accountId: string): Promise<string | null> {
  // Locks all lots that take bids against change, in ascending order as the lanes do, to the end of the transaction. No bid is
  // half-way then, and every later one finds the account closed.
  await sql`
    select 1 from standing where status in ('scheduled', 'open', 'reserve-not-met') order by lot_id for share`.execute(
    trx,
  )
  const led = await sql<{ lot_id: string; sealed: Buffer | null }>`
    select lot_id, sealed from standing
    where leader_id = ${accountId} and status in ('scheduled', 'open', 'reserve-not-met')`.execute(trx)
  const leads = led.rows.filter((row) => openSealed(keys, row.lot_id, row.sealed).leaderMaximum !== null).length
  const due = await sql<{ owes: number }>`
    select count(*)::int as owes from purchase_due where bidder_id = ${accountId} and amount > 0`.execute(trx)
  const owes = due.rows[0]?.owes ?? 0
  const reasons = [
    leads > 0 ? `You lead ${leads === 1 ? 'a lot' : `${leads} lots`} that may still be sold to you.` : '',
    owes > 0
      ? `${owes === 1 ? 'A lot' : `${owes} lots`} you bought ${owes === 1 ? 'is' : 'are'} not paid for yet.`
      : '',
  ]
  const text = reasons.filter((reason) => reason !== '').join(' ')
  return text === '' ? null : text
}
