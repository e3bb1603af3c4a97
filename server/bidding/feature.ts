import { accountsOf } from '#server/accounts/merge/accounts-of.ts'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { refuse } from '#server/platform/problem.ts'
import type { Feature } from '#server/platform/feature.ts'
import { bindsAccount } from './closing-check.ts'
import { mergeBidders } from './merge-bidders.ts'
import { startClock } from './closing.ts'
import { notifyBidsVoided } from './notify-bids-voided.ts'
import { cancellationRoutes } from './console/cancel-auction.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { deskBidRoutes } from './console/desk-bids.ts'
import { createFeed } from './feed/feed.ts'
import { registerFeedMetrics } from './feed/feed-meters.ts'
import { feedReader } from './feed/reader.ts'
import { limitRoutes } from './limits/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import { haltRoutes } from './halts/routes.ts'
import { openLanes } from './lane/lanes.ts'
import type { LotUpdate } from './lot-update.ts'
import { exportBids, forgetWatched } from './personal-data.ts'
import { pendingBids } from './pending/routes.ts'
import { publishRoutes } from './console/publish-auction.ts'
import { readRoutes } from './reads/routes.ts'
import { sharedStandings } from './reads/shared-standings.ts'
import { biddingRoutes } from './routes.ts'
import { suspensionRoutes } from './suspension/routes.ts'
import { negotiationRoutes } from './negotiations/routes.ts'
import { openSellerSteps } from './negotiations/seller-steps.ts'
import { notifyStep, notifyVoided } from './negotiations/notify-parties.ts'
import { bidEvents } from './timeline.ts'
import { bidThrottle } from './throttle.ts'
import { BatchTraces } from './lane/trace-batches.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'
import type { Person } from '#server/platform/person.ts'
import { sql, type Kysely } from 'kysely'

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    /** Whether a person has an open stream in this process that includes the lot. */
    watching: ((accountId: string, lotId: string) => boolean)[]
    /** How many invoices of each account are overdue; accounts without one may be missing. */
    overdue: ((db: Kysely<object>, accountIds: readonly string[]) => Promise<Map<string, number>>)[]
    /** Whether the buyer of a lot has paid for it. */
    paidSales: ((db: Kysely<object>, lotId: string) => Promise<boolean>)[]
    /** Whether a bank that reviews a payment for a lot holds the money. */
    heldSales: ((db: Kysely<object>, lotId: string) => Promise<boolean>)[]
    /** Whether the buyer of a lot has picked the vehicle up. */
    collectedSales: ((db: Kysely<object>, lotId: string) => Promise<boolean>)[]
    /** Called when a person opens the page of a lot; must return at once. */
    lotOpened: ((person: Person, lotId: string) => void)[]
  }
}

/** The changing state of lots: standings, bids, the ledger, the live feed. */
export const biddingFeature: Feature = {
  name: 'bidding',
  setUp(http, app) {
    app.extensions.merges.push(mergeBidders)
    app.extensions.closingChecks.push((trx, accountId) => bindsAccount(trx, app.keys, accountId))
    app.extensions.timeline.push(bidEvents)
    personalData(app, { name: 'bids', read: exportBids(app), forget: forgetWatched })
    const reader = feedReader(app.db)
    const feed = createFeed(app, reader)
    app.extensions.watching.push((accountId, lotId) => feed.isWatching(accountId, lotId))
    const traces = app.tracing === null ? null : new BatchTraces(app.tracing)
    const standings = sharedStandings(http, app)
    const publish = (update: LotUpdate) => {
      standings.committed(update)
      feed.publish(update)
    }
    const lanes = openLanes(app, app.databaseUrl, publish, { traces })
    app.meters.gauge('paddock_lane_depth', 'Commands waiting in the lanes', () => lanes.depth())
    registerFeedMetrics(app.meters, feed)
    if (traces !== null) feed.onDelivered((lotId, watchers) => traces.delivered(lotId, watchers))
    const throttle = bidThrottle(app.now, app.config.bidsPerSecond)
    biddingRoutes(http, app, lanes, throttle)
    negotiationRoutes(http, app, lanes, throttle)
    openSellerSteps(app, lanes)
    app.outbox.on('lot-reserve-not-met', ({ lotId }, trx) => notifyStep(app, trx, { lotId, sequence: null }))
    app.outbox.on('negotiation-step', (payload, trx) => notifyStep(app, trx, payload))
    app.outbox.on('bids-voided', (payload, trx) => notifyBidsVoided(app, trx, payload))
    app.outbox.on('sale-voided', (payload, trx) => notifyVoided(app, trx, payload))
    consoleRoutes(http, app, lanes, feed)
    deskBidRoutes(http, app, lanes)
    suspensionRoutes(http, app, lanes)
    withdrawalRoutes(http, app, lanes)
    const halts = haltRoutes(http, app, lanes)
    const cancellations = cancellationRoutes(http, app, lanes)
    readRoutes(http, app)
    const pending = pendingBids(http, app, lanes)
    publishRoutes(http, app)
    limitRoutes(http, app)
    feedRoutes(http, feed, reader, app.config.publicUrl)
    app.extensions.feeStaysWhen.push(async (db, accountId) =>
      (await hasBid(db, accountId)) ? refuse('bid-placed', 'You’ve placed a bid, so the fee can’t be refunded.') : null,
    )
    let clock: ReturnType<typeof startClock> | null = null
    return {
      // Lots that fell due while no server ran are handled before the first bid is accepted.
      async beforeListen() {
        await lanes.open()
        clock = startClock(app, lanes)
        await clock.tick()
        await pending.beforeListen?.()
        await halts.beforeListen?.()
        await cancellations.beforeListen?.()
      },
      async stop() {
        await clock?.stop()
        await pending.stop?.()
        await halts.stop?.()
        await cancellations.stop?.()
        await lanes.stop()
        await feed.stop()
      },
    }
  },
}

/** Whether a person has ever placed a bid that was accepted. */
async function hasBid<T>(db: Kysely<T>, accountId: string): Promise<boolean> {
  const found = await sql`select 1 from participation where bidder_id in ${accountsOf(accountId)} limit 1`.execute(db)
  return found.rows.length > 0
}
