import type { FastifyInstance } from 'fastify'
import { changeAuctionLimit, listAuctionLimits } from '#contract/bidding/auction-limits.ts'
import { setAuctionLimit } from '#server/accounts/staff/auction-limits.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notFound } from '#server/platform/problem.ts'
import { limitsOfAccount, runningAuction } from './store.ts'

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
