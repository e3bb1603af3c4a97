import type { FastifyInstance } from 'fastify'
import {
  giveFairWarning,
  hammerLot,
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
import { followersOfAuction, lastBids } from './console-store.ts'
import { submitForStaff } from '../staff-actions.ts'
import type { Lanes } from '../lane/lanes.ts'
import { recentAbsences } from '../closing.ts'
import { sayToAuction, notifyAuction } from './auction-message.ts'

/** A console shows at most this many open lots. */
const LOTS_MAX = 3000

/** The auctioneer's actions during an auction. */
export function consoleRoutes(http: FastifyInstance, app: App, lanes: Lanes): void {
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

  serve(http, readConsole, async ({ params }) => {
    const { auctionId } = params
    if ((await readAuctionRow(app.db, auctionId)) === undefined) throw notFound('this auction')
    const items = await lastBids(app.db, auctionId, LOTS_MAX)
    return { items, followers: (await followersOfAuction(app.db, auctionId)).length }
  })

  serve(http, messageAuction, ({ params, body, person }) => sayToAuction(app, person.id, { ...params, ...body }))
}
