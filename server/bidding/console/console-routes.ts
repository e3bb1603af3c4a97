import type { FastifyInstance } from 'fastify'
import { accessDenial } from '#contract/accounts/access.ts'
import {
  giveFairWarning,
  hammerLot,
  listAuctionMessages,
  messageAuction,
  passLot,
  pauseLot,
  readConsole,
  resumeLot,
} from '#contract/bidding/auction-console.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { followersOfAuction, lastBids, ledLot, openLots } from './console-store.ts'
import { leaderWarnings } from '../leader-warnings.ts'
import { submitForStaff } from '../staff-actions.ts'
import type { Feed } from '../feed/feed.ts'
import type { Lanes } from '../lane/lanes.ts'
import { lotsWithPart } from '../part-store.ts'
import { recentAbsences } from '../closing.ts'
import { messagesOf } from './message-store.ts'
import { sayToAuction, notifyAuction } from './auction-message.ts'

/** A console shows at most this many open lots. */
const LOTS_MAX = 3000
const MESSAGES_MAX = 50

/** The auctioneer's actions during an auction. */
export function consoleRoutes(http: FastifyInstance, app: App, lanes: Lanes, feed: Pick<Feed, 'audienceOf'>): void {
  app.outbox.on('auction-message', (payload, trx) => notifyAuction(app, trx, payload))

  serve(http, pauseLot, ({ params, body, person }) =>
    submitForStaff(app, lanes, person.id, params.lotId, { type: 'pause', cause: body.reason }),
  )

  serve(http, resumeLot, ({ params, body, person }) =>
    submitForStaff(app, lanes, person.id, params.lotId, { type: 'resume', cause: body.reason }),
  )

  serve(http, giveFairWarning, ({ params, person }) =>
    submitForStaff(app, lanes, person.id, params.lotId, { type: 'fair-warning' }),
  )

  serve(http, hammerLot, async ({ params: { lotId }, body: { seen }, person }) =>
    submitForStaff(app, lanes, person.id, lotId, { type: 'hammer', seen, absences: await recentAbsences(app) }),
  )

  serve(http, passLot, async ({ params: { lotId }, body: { seen }, person }) =>
    submitForStaff(app, lanes, person.id, lotId, { type: 'pass', seen, absences: await recentAbsences(app) }),
  )

  serve(http, readConsole, async ({ params, person }) => {
    const { auctionId } = params
    if ((await readAuctionRow(app.db, auctionId)) === undefined) throw notFound('this auction')
    const [items, followers, open, ownLots] = await Promise.all([
      lastBids(app.db, auctionId, LOTS_MAX),
      followersOfAuction(app.db, auctionId),
      openLots(app.db, auctionId, LOTS_MAX),
      lotsWithPart(app.db, person.id, auctionId),
    ])
    const isAuctioneer = accessDenial(person, 'auctioneer') === null
    return {
      items,
      followers: followers.length,
      online: feed.audienceOf(auctionId),
      leaders: await leaderWarnings(app, open.flatMap(ledLot)),
      ownLots,
      reserves: isAuctioneer
        ? open.flatMap(({ lotId, reserve }) => (reserve === null ? [] : [{ lotId, reserve }]))
        : [],
    }
  })

  serve(http, listAuctionMessages, async ({ params: { auctionId } }) => {
    if ((await readAuctionRow(app.db, auctionId)) === undefined) throw notFound('this auction')
    return { items: await messagesOf(app.db, auctionId, MESSAGES_MAX) }
  })

  serve(http, messageAuction, ({ params, body, person }) => sayToAuction(app, person.id, { ...params, ...body }))
}
