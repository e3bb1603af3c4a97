import type { FastifyInstance } from 'fastify'
import {
  changeSellerMoney as moneyEndpoint,
  listSellers,
  readSeller as readEndpoint,
  saveSeller as saveEndpoint,
} from '#contract/sellers/sellers.ts'
import type { App } from '#server/platform/app.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { SELLER_LIST } from './list-store.ts'
import { presentSummary, readSeller } from './present.ts'
import { changeSellerMoney, saveSeller } from './save-seller.ts'
import type { SellerRow } from './store.ts'

export function sellerRoutes(http: FastifyInstance, app: App): void {
  serveList(http, app.db, listSellers, SELLER_LIST, { present: (rows: SellerRow[]) => rows.map(presentSummary) })

  serve(http, readEndpoint, ({ params }) => readSeller(app, app.db, params.sellerId))

  serve(http, saveEndpoint, async ({ params: { sellerId: id }, body, person }) => {
    const refused = await enterOnce(() => saveSeller(app, { id, actorId: person.id, ...body }))
    return refused ?? readSeller(app, app.db, id)
  })

  serve(http, moneyEndpoint, async ({ params: { sellerId: id }, body, person }) => {
    const refused = await changeSellerMoney(app, { id, actorId: person.id, ...body })
    return refused ?? readSeller(app, app.db, id)
  })
}
