import type { FastifyInstance } from 'fastify'
import { readStandingBids } from '#contract/standing-bids.ts'
import { ACCOUNT_SUSPENDED, type AccountSuspended } from '#server/accounts/staff/change-account.ts'
import type { House } from '#server/platform/house.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Lanes } from '../lane/lanes.ts'
import { tellSuspended } from './tell-suspended.ts'
import { standingBidsOf, voidStandingBids } from './void-standing-bids.ts'

/** What a suspension does to bids: shown before it, done after it. */
export function suspensionRoutes(app: FastifyInstance, house: House, lanes: Lanes): void {
  house.outbox.on(ACCOUNT_SUSPENDED, async (payload, trx) => {
    const suspended = payload as AccountSuspended
    await voidStandingBids(house, lanes, suspended)
    await tellSuspended(house, trx, suspended)
  })

  serve(app, readStandingBids, async ({ params }) => ({ items: await standingBidsOf(house.db, params.accountId) }))
}
