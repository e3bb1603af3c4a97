import type { FastifyInstance } from 'fastify'
import { messageSale, pauseLot, readConsole, resumeLot } from '#contract/sale-console.ts'
import { readSale } from '#server/auctions/run-list.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { followersOfSale, lastBids } from './console-store.ts'
import { actForHouse } from '../house-acts.ts'
import type { Lanes } from '../lane/lanes.ts'
import { SALE_MESSAGE, sayToSale, tellSale } from './sale-message.ts'

/** More open lots than this no console shows. */
const LOTS_MAX = 3000

/** What an auctioneer does while a sale runs. */
export function consoleRoutes(app: FastifyInstance, house: House, lanes: Lanes): void {
  house.outbox.on(SALE_MESSAGE, (payload, trx) => tellSale(house, trx, payload))

  serve(app, pauseLot, ({ params, body, person }) =>
    actForHouse(house, lanes, person.id, params.lotId, { type: 'pause', cause: body.reason }),
  )

  serve(app, resumeLot, ({ params, body, person }) =>
    actForHouse(house, lanes, person.id, params.lotId, { type: 'resume', cause: body.reason }),
  )

  serve(app, readConsole, async ({ params }) => {
    const { auctionId } = params
    if ((await readSale(house.db, auctionId)) === undefined) throw notFound('this sale')
    const items = await lastBids(house.db, auctionId, LOTS_MAX)
    return { items, followers: (await followersOfSale(house.db, auctionId)).length }
  })

  serve(app, messageSale, ({ params, body, person }) => sayToSale(house, person.id, { ...params, ...body }))
}
