import { sql, type Kysely } from 'kysely'
import { powerChanges } from './buying-power/power-changed.ts'

/**
 * What a won lot still binds of its buyer's bidding limit. Set to the total cost at the hammer price in the transaction that sells the lot;
 * invoicing sets it to the amount owed and, once all is paid, to 0. A later charge for the lot binds again.
 */
export async function setPurchaseDue<T>(
  trx: Kysely<T>,
  lotId: string,
  bidderId: string,
  amount: number,
): Promise<void> {
  await powerChanges(trx, bidderId)
  if (amount === 0) await sql`delete from purchase_due where lot_id = ${lotId}`.execute(trx)
  else {
    await sql`
      insert into purchase_due (lot_id, bidder_id, amount) values (${lotId}, ${bidderId}, ${amount})
      on conflict (lot_id) do update set bidder_id = excluded.bidder_id, amount = excluded.amount`.execute(trx)
  }
}
