import { sql, type Kysely } from 'kysely'

/** Newest bid of each open lot of an auction, at most `limit` lots, in ms. */
export async function lastBids<T>(
  db: Kysely<T>,
  auctionId: string,
  limit: number,
): Promise<{ lotId: string; lastBidAt: number }[]> {
  const found = await sql<{ lotId: string; lastBidAt: number }>`
    select s.lot_id as "lotId", newest.at_ms as "lastBidAt" from (
      select lot_id from standing where auction_id = ${auctionId} and status = 'open' order by position limit ${limit}) s
    cross join lateral (
      select at_ms from ledger where lot_id = s.lot_id and type = 'bid-placed' order by sequence desc limit 1) newest`.execute(
    db,
  )
  return found.rows
}

/** Everyone who bid on or watches a lot of the auction that has not ended. */
export async function followersOfAuction<T>(db: Kysely<T>, auctionId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    with lots as (select lot_id from standing where auction_id = ${auctionId} and status in ('scheduled', 'open'))
    select p.bidder_id as id from lots join participation p on p.lot_id = lots.lot_id
    union
    select w.account_id from lots join watch w on w.lot_id = lots.lot_id`.execute(db)
  return found.rows.map(({ id }) => id)
}
