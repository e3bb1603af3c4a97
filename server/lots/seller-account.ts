import { sql, type Kysely } from 'kysely'
import { busy, refuse, type Refusal } from '#server/platform/problem.ts'

/**
 * Moves a seller's unpublished lots to the account that is linked now, which may not bid on them. Refused while a published lot of theirs
 * isn't over: its bidders were judged by the account it was published with. The seller's row is locked.
 */
export async function moveSellersLots(
  trx: Kysely<object>,
  { sellerId, accountId }: { sellerId: string; accountId: string | null },
): Promise<Refusal | null> {
  const open = await openLotOf(trx, sellerId)
  if (open !== null) {
    const message = `Lot ${open} of this seller is published and isn’t over. Change the account after its auction.`
    return refuse('seller-has-lots', message)
  }
  await sql`
    update lot set seller_id = ${accountId} where consignor_id = ${sellerId} and published_at is null`.execute(trx)
  // The update waited for anyone who published these lots meanwhile, so one may be published by now.
  if ((await openLotOf(trx, sellerId)) !== null) throw busy(1)
  return null
}

async function openLotOf(trx: Kysely<object>, sellerId: string): Promise<number | null> {
  const found = await sql<{ lot_number: number }>`
    select lot_number from lot where consignor_id = ${sellerId} and published_at is not null
      and (closed_at is null or outcome = 'reserve-not-met') order by lot_number limit 1`.execute(trx)
  return found.rows[0]?.lot_number ?? null
}
