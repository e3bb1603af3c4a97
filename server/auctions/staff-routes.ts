import type { FastifyInstance } from 'fastify'
import {
  changeSale as changeEndpoint,
  cloneSale as cloneEndpoint,
  enterSale as enterEndpoint,
  exportSales,
  listSales,
  readStaffSale as readEndpoint,
} from '#contract/sale-entry.ts'
import type { House } from '#server/platform/house.ts'
import { Refusal } from '#server/platform/problem.ts'
import { sendCsv } from '#server/platform/http/send-csv.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeSale, cloneSale, enterSale, readStaffSale } from './enter-sale.ts'
import { presentStaffSale } from './present.ts'
import { salesCsv } from './sales-csv.ts'
import { countSales, findSales } from './staff-store.ts'

const PAGE = 50

/** Sales, as staff enter them and look them up. Publishing one is bidding's, since its lots get their standings with it. */
export function staffSaleRoutes(app: FastifyInstance, house: House): void {
  serve(app, listSales, async ({ query }) => {
    const { page = 1, ...filter } = query
    const [rows, count] = await Promise.all([
      findSales(house.db, filter, { limit: PAGE, offset: (page - 1) * PAGE }),
      countSales(house.db, filter),
    ])
    return { items: rows.map(presentStaffSale), page, pages: Math.max(1, Math.ceil(count / PAGE)), count }
  })

  serve(app, exportSales, async ({ query, reply }) => sendCsv(reply, 'sales', await salesCsv(house.db, query)))

  serve(app, readEndpoint, async ({ params }) => presentStaffSale(await readStaffSale(house.db, params.auctionId)))

  serve(app, enterEndpoint, async ({ body, person }) =>
    presentStaffSale(await enterSale(house, person.id, body.id, body.entry)),
  )

  serve(app, changeEndpoint, async ({ params, body, person }) => {
    const row = await changeSale(house, person.id, params.auctionId, body.entry)
    return row instanceof Refusal ? row : presentStaffSale(row)
  })

  serve(app, cloneEndpoint, async ({ params, body, person }) =>
    presentStaffSale(await cloneSale(house, person.id, params.auctionId, body)),
  )
}
