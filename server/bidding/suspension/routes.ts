import type { FastifyInstance } from 'fastify'
import { readStandingBids } from '#contract/standing-bids.ts'
import { ACCOUNT_SUSPENDED } from '#server/accounts/staff/change-account.ts'
import type { House } from '#server/platform/house.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Lanes } from '../lane/lanes.ts'
import { standingBidsOf, voidStandingBids, type AccountSuspended } from './void-standing-bids.ts'

/** What a suspension does to bids: shown before it, done after it. */
export function suspensionRoutes(app: FastifyInstance, house: House, lanes: Lanes): void {
  house.outbox.on(ACCOUNT_SUSPENDED, (payload) => voidStandingBids(house, lanes, payload as AccountSuspended))

  serve(app, readStandingBids, async ({ params }) => ({ items: await standingBidsOf(house.db, params.accountId) }))
}
