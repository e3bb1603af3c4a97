import type { FastifyInstance } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { type AuctionLimit, changeAuctionLimit, listAuctionLimits } from '#contract/bidding/auction-limits.ts'
import { setAuctionLimit } from '#server/accounts/staff/auction-limits.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notFound } from '#server/platform/problem.ts'

/** What persons may commit in single auctions. The lane reads the limits with the account ({@link limitIn}). */
export function limitRoutes(http: FastifyInstance, app: App): void {
  serve(http, listAuctionLimits, async ({ params }) => ({ items: await limitsOfAccount(app.db, params.accountId) }))

  serve(http, changeAuctionLimit, async ({ params: { accountId, auctionId }, body, person }) => {
    const auction = await runningAuction(app.db, auctionId)
    if (auction === undefined) throw notFound('an auction with this id that hasn’t ended')
    await setAuctionLimit(app, person, accountId, { auction, ...body })
    return { items: await limitsOfAccount(app.db, accountId) }
  })
}

async function limitsOfAccount<T>(db: Kysely<T>, accountId: string): Promise<AuctionLimit[]> {
  const found = await sql<AuctionLimit>`
    select auction.id as "auctionId", auction.title, auction.currency, own.value::bigint as "limit"
    from account cross join jsonb_each_text(account.auction_limits) own join auction on auction.id = own.key::uuid
    where account.id = ${accountId} and auction.ended_at is null
    order by auction.starts_at, auction.id`.execute(db)
  return found.rows
}

async function runningAuction<T>(
  db: Kysely<T>,
  id: string,
): Promise<{ id: string; title: string; currency: string } | undefined> {
  const found = await sql<{ id: string; title: string; currency: string }>`
    select id, title, currency from auction where id = ${id} and ended_at is null`.execute(db)
  return found.rows[0]
}
