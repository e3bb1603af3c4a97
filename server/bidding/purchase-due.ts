import { sql, type Kysely } from 'kysely'

/**
 * What a won lot still binds of its buyer's bidding limit. Set to the hammer price in the transaction that sells the lot;
 * invoicing sets it to what is owed and, when all is paid, to 0.
 */
export async function setPurchaseDue<T>(trx: Kysely<T>, lotId: string, amount: number): Promise<void> {
  if (amount === 0) await sql`delete from purchase_due where lot_id = ${lotId}`.execute(trx)
  else await sql`update purchase_due set amount = ${amount} where lot_id = ${lotId}`.execute(trx)
}
