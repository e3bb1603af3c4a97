import type { FastifyInstance } from 'fastify'
import { houseTerms, listAuctions, readAuction } from '#contract/auctions.ts'
import { readSaleTerms } from '#contract/sale-terms.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { presentAuction, presentTerms } from './present.ts'
import { readSale } from './run-list.ts'
import { announcedSales } from './announced.ts'
import { findAuction } from './store.ts'

export function auctionRoutes(app: FastifyInstance, house: House): void {
  serveShared(app, listAuctions, {
    topic: () => SHOWN,
    read: ({ query }) => announcedSales(house, query),
  })

  serveShared(app, readAuction, {
    topic: () => SHOWN,
    async read({ params }) {
      const row = await findAuction(house.db, params.auctionId)
      if (row === undefined) throw notFound('this sale')
      return presentAuction(row)
    },
  })

  serve(app, readSaleTerms, async ({ params }) => {
    const shown = await findAuction(house.db, params.auctionId)
    const sale = shown === undefined ? undefined : await readSale(house.db, params.auctionId)
    if (sale === undefined) throw notFound('this sale')
    return presentTerms(sale.terms)
  })

  serveShared(app, houseTerms, { topic: () => SHOWN, read: () => readHouseTerms(house) })
}
