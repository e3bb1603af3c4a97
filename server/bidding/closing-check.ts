import { sql, type Kysely } from 'kysely'

/**
 * Whoever leads a lot, or owes for one he bought, stays: his word still binds. For the accounts room, before it closes an account.
 */
export async function bindsAccount(trx: Kysely<object>, accountId: string): Promise<string | null> {
  // Locks all lots that take bids against change, in ascending order as the lanes do, to the end of the transaction. No bid is
  // half-way then, and every later one finds the account closed.
  await sql`
    select 1 from standing where status in ('scheduled', 'open', 'reserve-not-met') order by lot_id for share`.execute(
    trx,
  )
  const found = await sql<{ leads: number; owes: number }>`
    select
      (select count(*)::int from standing
        where leader_id = ${accountId} and status in ('scheduled', 'open', 'reserve-not-met')) as leads,
      (select count(*)::int from purchase_due where bidder_id = ${accountId} and amount > 0) as owes`.execute(trx)
  const { leads = 0, owes = 0 } = found.rows[0] ?? {}
  const reasons = [
    leads > 0 ? `You lead ${leads === 1 ? 'a lot' : `${leads} lots`} that may still be sold to you.` : '',
    owes > 0
      ? `${owes === 1 ? 'A lot' : `${owes} lots`} you bought ${owes === 1 ? 'is' : 'are'} not paid for yet.`
      : '',
  ]
  const text = reasons.filter((reason) => reason !== '').join(' ')
  return text === '' ? null : text
}
