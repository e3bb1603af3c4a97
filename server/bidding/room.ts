import { closingChecks } from '#server/accounts/profile/closing-checks.ts'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { feeStaysWhen } from '#server/membership/refunds/refund-rules.ts'
import { refuse } from '#server/platform/problem.ts'
import type { Room } from '#server/platform/room.ts'
import { bindsAccount } from './closing-check.ts'
import { startClock } from './closing.ts'
import { consoleRoutes } from './console/console-routes.ts'
import { createFeed } from './feed/feed.ts'
import { tellFeed } from './feed/feed-meters.ts'
import { feedReader } from './feed/reader.ts'
import { feedRoutes } from './feed/routes.ts'
import { haltRoutes } from './halts/routes.ts'
import { hasBid } from './has-bid.ts'
import { openLanes } from './lane/lanes.ts'
import type { LotUpdate } from './lot-update.ts'
import { exportBids, forgetWatched } from './personal-data.ts'
import { parkedBids } from './parked/routes.ts'
import { publishRoutes } from './console/publish-sale.ts'
import { readRoutes } from './reads/routes.ts'
import { sharedStandings } from './reads/shared-standings.ts'
import { biddingRoutes } from './routes.ts'
import { SALE_VOIDED, TALK_STEP, type SaleVoided, type TalkStepMessage } from './lane/talk-messages.ts'
import { suspensionRoutes } from './suspension/routes.ts'
import { talkRoutes } from './talks/routes.ts'
import { tellStep, tellVoided } from './talks/tell.ts'
import { bidThrottle } from './throttle.ts'
import { BatchTraces } from './lane/trace-batches.ts'
import { keepFeed } from './watching.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

/** What moves: standings, bids, the ledger, the live feed. */
export const biddingRoom: Room = {
  name: 'bidding',
  setUp(app, house) {
    closingChecks(house).push((trx, accountId) => bindsAccount(trx, house.keys, accountId))
    personalData(house, { name: 'bids', read: exportBids(house), forget: forgetWatched })
    const reader = feedReader(house.db)
    const feed = createFeed(house, reader)
    keepFeed(house, feed)
    const traces = house.tracing === null ? null : new BatchTraces(house.tracing)
    const standings = sharedStandings(app, house)
    const publish = (update: LotUpdate) => {
      standings.committed(update)
      feed.publish(update)
    }
    const lanes = openLanes(house, house.databaseUrl, publish, { traces })
    lanes.counts.tell(house.meters, () => lanes.depth())
    tellFeed(house.meters, feed)
    if (traces !== null) feed.onTold((lotId, watchers) => traces.told(lotId, watchers))
    const throttle = bidThrottle(house.now, house.config.bidsPerSecond)
    biddingRoutes(app, house, lanes, throttle)
    talkRoutes(app, house, lanes, throttle)
    house.outbox.on('lot-reserve-not-met', (payload, trx) =>
      tellStep(house, trx, { lotId: (payload as TalkStepMessage).lotId, sequence: null }),
    )
    house.outbox.on(TALK_STEP, (payload, trx) => tellStep(house, trx, payload as TalkStepMessage))
    house.outbox.on(SALE_VOIDED, (payload, trx) => tellVoided(house, trx, payload as SaleVoided))
    consoleRoutes(app, house, lanes)
    suspensionRoutes(app, house, lanes)
    withdrawalRoutes(app, house, lanes)
    const halts = haltRoutes(app, house, lanes)
    readRoutes(app, house)
    const parked = parkedBids(app, house, lanes)
    publishRoutes(app, house)
    feedRoutes(app, feed, reader, house.config.publicUrl)
    feeStaysWhen(house, async (db, accountId) =>
      (await hasBid(db, accountId))
        ? refuse('bid-placed', 'You have placed a bid, so the fee stays with the house.')
        : null,
    )
    let clock: ReturnType<typeof startClock> | null = null
    return {
      // Lots that fell due while no server ran are handled before the first bid is taken.
      async beforeListen() {
        await lanes.open()
        clock = startClock(house, lanes)
        await clock.tick()
        await parked.beforeListen?.()
        await halts.beforeListen?.()
      },
      async stop() {
        await clock?.stop()
        await parked.stop?.()
        await halts.stop?.()
        await lanes.stop()
        await feed.stop()
      },
    }
  },
}
