import { sql, type Kysely } from 'kysely'
import { checkIncrements, initialLot, type Terms } from '#engine'
import { chainStart } from './ledger-line.ts'

export type NewStanding = { lotId: string; auctionId: string; position: number; sellerId: string | null; terms: Terms }

/**
 * Opens a lot for bidding: it gets a standing and its terms are frozen. Call it in the transaction that publishes the lot. Throws on terms
 * that no engine could run (a bug of the caller: terms are checked where they are entered).
 */
export async function openStanding<T>(trx: Kysely<T>, lot: NewStanding): Promise<void> {
  const faults = checkIncrements(lot.terms.increments)
  if (faults.length > 0) throw new Error(`bid increments of lot ${lot.lotId}: ${faults.join('; ')}`)
  const state = initialLot(lot.terms)
  await sql`
    insert into standing (lot_id, auction_id, position, seller_id, terms, auction_kind, status, opens_at_ms, closes_at_ms, last_hash)
    values (${lot.lotId}, ${lot.auctionId}, ${lot.position}, ${lot.sellerId}, ${JSON.stringify(lot.terms)}::jsonb,
      ${lot.terms.auctionKind}, ${state.status}, ${lot.terms.opensAt}, ${state.closesAt}, ${chainStart(lot.lotId)})`.execute(
    trx,
  )
}
