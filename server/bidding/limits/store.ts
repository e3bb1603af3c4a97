import { sql, type Kysely } from 'kysely'
import type { AuctionLimit } from '#contract/bidding/auction-limits.ts'

/** A person's limits in auctions that haven't ended. */
export async function limitsOfAccount<T>(db: Kysely<T>, accountId: string): Promise<AuctionLimit[]> {
  const found = await sql<AuctionLimit>`
    select auction.id as "auctionId", auction.title, auction.currency, own.value::bigint as "limit"
    from account cross join jsonb_each_text(account.auction_limits) own join auction on auction.id = own.key::uuid
    where account.id = ${accountId} and auction.ended_at is null
    order by auction.starts_at, auction.id`.execute(db)
  return found.rows
}

export async function runningAuction<T>(
  db: Kysely<T>,
  id: string,
): Promise<{ id: string; title: string; currency: string } | undefined> {
  const found = await sql<{ id: string; title: string; currency: string }>`
    select id, title, currency from auction where id = ${id} and ended_at is null`.execute(db)
  return found.rows[0]
}
