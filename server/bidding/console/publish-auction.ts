import { publishAuction as endpoint } from '#contract/auctions/auction-entry.ts'
import type { FastifyInstance } from 'fastify'
import { readStaffAuction } from '#server/auctions/enter-auction.ts'
import { presentStaffAuction } from '#server/auctions/present.ts'
import { markPublished } from '#server/auctions/publish-auction.ts'
import { lockAuction } from '#server/auctions/run-list.ts'
import { blockedBy } from '#server/lots/publish-checks/checklist.ts'
import { publishLots } from '#server/lots/publish-lots.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { openStanding } from '../open-standing.ts'
import { databaseNow } from '../reads/store.ts'

export function publishRoutes(http: FastifyInstance, app: App): void {
  serve(http, endpoint, async ({ params, person }) => {
    const refusal = await publishAuction(app, person.id, params.auctionId)
    shownChanged(app)
    return refusal ?? presentStaffAuction(await readStaffAuction(app.db, params.auctionId))
  })
}

/**
 * Publishes an auction with every lot entered in it: in one transaction, their terms are frozen and each gets its standing. Publishing
 * again adds the lots entered since.
 */
async function publishAuction(app: App, actorId: string, auctionId: string): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    // Locks the auction's row to the end of the transaction: no lot joins or leaves the run list while it is published.
    const auction = await lockAuction(trx, auctionId)
    if (auction === undefined) throw notFound('this auction')
    if (auction.canceled !== null) return refuse('auction-canceled', 'This auction is canceled. Clone it instead.')
    if (auction.startsAt <= (await databaseNow(trx))) {
      return refuse('auction-begun', 'The auction’s start time has passed. Set a new time first.')
    }
    const blocked = await blockedBy(app, trx, auctionId)
    if (blocked !== null) return blocked
    const published = await publishLots(app, trx, auctionId)
    const { lotCount } = await readStaffAuction(trx, auctionId).then(presentStaffAuction)
    if (lotCount === 0) return refuse('auction-empty', 'This auction has no lots. Add one first.')
    await markPublished(trx, auctionId)
    for (const lot of published) await openStanding(trx, lot)
    if (published.length > 0) {
      const after = { lots: published.map(({ lotId }) => lotId) }
      await audit(trx, { actorId, action: 'publish-auction', subjectKind: 'auction', subjectId: auctionId, after })
    }
    return null
  })
}
