import type { FastifyInstance } from 'fastify'
import { houseTerms, listAuctions, readAuction } from '#contract/auctions.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/serve.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { presentAuction } from './present.ts'
import { findAuction, findAuctions } from './store.ts'

export function auctionRoutes(app: FastifyInstance, house: House): void {
  serve(app, listAuctions, async ({ query }) => {
    const rows = await findAuctions(house.db, query)
    return { items: rows.map(presentAuction) }
  })

  serve(app, readAuction, async ({ params }) => {
    const row = await findAuction(house.db, params.auctionId)
    if (row === undefined) throw notFound('this sale')
    return presentAuction(row)
  })

  serve(app, houseTerms, () => readHouseTerms(house))
}
