import type { FastifyInstance } from 'fastify'
import { readStandingBids } from '#contract/bidding/standing-bids.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Lanes } from '../lane/lanes.ts'
import { notifySuspended } from './notify-suspended.ts'
import { standingBidsOf, voidsForOwnPart, voidStandingBids } from './void-standing-bids.ts'

/** The effect of a suspension on bids: previewed before it, carried out after it. */
export function suspensionRoutes(http: FastifyInstance, app: App, lanes: Lanes): void {
  app.outbox.on('account-suspended', async (suspended, trx) => {
    await voidStandingBids(app, lanes, suspended)
    await notifySuspended(app, trx, suspended)
  })

  app.extensions.suspensionChecks.push(voidsForOwnPart)

  serve(http, readStandingBids, async ({ params }) => ({ items: await standingBidsOf(app.db, params.accountId) }))
}
