import { sql, type Kysely } from 'kysely'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed } from './sealed.ts'

/** Comes before any lock on people. */
export async function lockOpenLots(trx: Kysely<object>): Promise<void> {
  // Locks every lot that takes bids against change, by ascending id as the lanes do, until the end of the transaction. No bid is then
  // half-way, and every later bid finds the account closed.
  await sql`
    select 1 from standing where status in ('scheduled', 'open', 'reserve-not-met') order by lot_id for share`.execute(
    trx,
  )
}

/**
 * An account that leads a lot, or owes for one it bought, can't be closed: its bid still binds. In the negotiation after a close below the
 * reserve, a bidder who has been released is bound only by their own offer. The accounts feature calls this before it closes an account.
 */
export async function bindsAccount(trx: Kysely<object>, keys: Keys, accountId: string): Promise<string | null> {
  await lockOpenLots(trx)
  const led = await sql<{ lot_id: string; sealed: Buffer | null }>`
    select lot_id, sealed from standing
    where leader_id = ${accountId} and status in ('scheduled', 'open', 'reserve-not-met')`.execute(trx)
  const leads = led.rows.filter((row) => openSealed(keys, row.lot_id, row.sealed).leaderMaximum !== null).length
  const due = await sql<{ owes: number }>`
    select count(*)::int as owes from purchase_due where bidder_id = ${accountId} and amount > 0`.execute(trx)
  const owes = due.rows[0]?.owes ?? 0
  const reasons = [
    leads > 1 ? `You lead ${leads} lots that you may still win.` : '',
    leads === 1 ? 'You lead a lot that you may still win.' : '',
    owes > 1 ? `${owes} lots you bought are not paid yet.` : '',
    owes === 1 ? 'A lot you bought is not paid yet.' : '',
  ]
  const text = reasons.filter((reason) => reason !== '').join(' ')
  return text === '' ? null : text
}
