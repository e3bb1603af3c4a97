import { sql, type Kysely } from 'kysely'
import type { LedLot } from '../leader-warnings.ts'

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

/** The lots of canceled auctions that have not ended, of those whose followers were notified. */
export async function lotsToWithdraw<T>(
  db: Kysely<T>,
): Promise<{ lot_id: string; actor_id: string; reason: string }[]> {
  const found = await sql<{ lot_id: string; actor_id: string; reason: string }>`
    select s.lot_id, a.canceled_by as actor_id, a.cancel_reason as reason
    from auction a join standing s on s.auction_id = a.id and s.status in ('scheduled', 'open')
    where a.canceled_at is not null and a.cancel_told_at is not null
    order by s.position limit ${WITHDRAWN_AT_ONCE}`.execute(db)
  return found.rows
}

const WITHDRAWN_AT_ONCE = 500

/** The lots of an auction by what a cancellation does with them. */
export async function cancellationCounts<T>(
  db: Kysely<T>,
  auctionId: string,
): Promise<{ openLots: number; lotsWithBids: number; draftLots: number; keptLots: number }> {
  const found = await sql<{ openLots: number; lotsWithBids: number; draftLots: number; keptLots: number }>`
    select count(*) filter (where s.status in ('scheduled', 'open')) as "openLots",
      count(*) filter (where s.status in ('scheduled', 'open')
        and exists (select 1 from participation p where p.lot_id = lot.id)) as "lotsWithBids",
      count(*) filter (where lot.published_at is null) as "draftLots",
      count(*) filter (where s.status in ('sold', 'reserve-not-met')) as "keptLots"
    from lot left join standing s on s.lot_id = lot.id where lot.auction_id = ${auctionId}`.execute(db)
  return found.rows[0]!
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

export type OpenLot = {
  lotId: string
  auctionId: string
  reserve: number | null
  leaderId: string | null
  paddle: number | null
}

/** The open lots of an auction, at most `limit`, with what only staff may know of them. */
export async function openLots<T>(db: Kysely<T>, auctionId: string, limit: number): Promise<OpenLot[]> {
  const found = await sql<OpenLot>`
    select lot_id as "lotId", auction_id as "auctionId", (terms ->> 'reserve')::bigint as reserve, leader_id as "leaderId",
      leader_paddle as paddle
    from standing where auction_id = ${auctionId} and status = 'open' order by position limit ${limit}`.execute(db)
  return found.rows
}

/** The lot with its leader, if it has one. */
export function ledLot({ lotId, auctionId, leaderId, paddle }: OpenLot): LedLot[] {
  return leaderId === null || paddle === null ? [] : [{ lotId, auctionId, leaderId, paddle }]
}
