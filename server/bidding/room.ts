import { closingChecks } from '#server/accounts/closing-checks.ts'
import { feeStaysWhen } from '#server/membership/refunds/refund-rules.ts'
import { refuse } from '#server/platform/problem.ts'
import type { Room } from '#server/platform/room.ts'
import { bindsAccount } from './closing-check.ts'
import { startClock } from './closing.ts'
import { createFeed } from './feed/feed.ts'
import { feedReader } from './feed/reader.ts'
import { feedRoutes } from './feed/routes.ts'
import { hasBid } from './has-bid.ts'
import { openLanes } from './lanes.ts'
import { publishRoutes } from './publish-sale.ts'
import { readRoutes } from './reads/routes.ts'
import { biddingRoutes } from './routes.ts'
import { bidThrottle } from './throttle.ts'
import { keepFeed } from './watching.ts'

/** What moves: standings, bids, the ledger, the live feed. */
export const biddingRoom: Room = {
  name: 'bidding',
  setUp(app, house) {
    closingChecks(house).push(bindsAccount)
    const reader = feedReader(house.db)
    const feed = createFeed(house, reader)
    keepFeed(house, feed)
    const lanes = openLanes(house, house.databaseUrl, (update) => feed.publish(update))
    biddingRoutes(app, house, lanes, bidThrottle(house.now, house.config.bidsPerSecond))
    readRoutes(app, house)
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
        clock = startClock(house, lanes)
        await clock.tick()
      },
      async stop() {
        await clock?.stop()
        await lanes.stop()
        await feed.stop()
      },
    }
  },
}
