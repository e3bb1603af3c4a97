import type { FastifyInstance } from 'fastify'
import {
  listLots,
  readLot,
  readLotByNumber,
  readLotOfVehicle,
  readLotSummary,
  readLotSummaryByNumber,
  type Lot,
} from '#contract/lots/lots.ts'
import { readLotCosts } from '#contract/lots/lot-costs.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { correctionsOfLot } from './corrections/store.ts'
import { costsOfLot } from './cost-terms.ts'
import { presentLot, presentPreview } from './present.ts'
import { findLot, findNeighbors, findPreview } from './store.ts'
import { summariesOf } from './summaries.ts'

export function lotRoutes(http: FastifyInstance, app: App): void {
  serveShared(http, listLots, {
    topic: () => SHOWN,
    read: ({ query }) => summariesOf(app, query),
  })

  const previewBy = async (by: Parameters<typeof findPreview>[1]) => {
    const row = await findPreview(app.db, by)
    if (row === undefined) throw notFound('this lot')
    return presentPreview(row)
  }
  serveShared(http, readLotSummary, { topic: () => SHOWN, read: ({ params }) => previewBy({ id: params.lotId }) })
  serveShared(http, readLotSummaryByNumber, {
    topic: () => SHOWN,
    read: ({ params }) => previewBy({ number: params.lotNumber }),
  })

  serve(http, readLot, ({ params }) => lotBy(app, { id: params.lotId }))
  serve(http, readLotByNumber, ({ params }) => lotBy(app, { number: params.lotNumber }))
  serve(http, readLotCosts, async ({ params }) => {
    const costs = await costsOfLot(app, app.db, params.lotId)
    if (costs === null) throw notFound('this lot')
    return costs
  })
  serve(http, readLotOfVehicle, ({ params }) => lotBy(app, { vehicle: params.vehicleId }))
}

async function lotBy(app: App, by: Parameters<typeof findLot>[1]): Promise<Lot> {
  const row = await findLot(app.db, by)
  if (row === undefined) throw notFound('this lot')
  const [auction, neighbors, corrections] = await Promise.all([
    readAuctionRow(app.db, row.auction_id),
    findNeighbors(app.db, row.auction_id, row.position),
    correctionsOfLot(app.db, row.id),
  ])
  if (auction === undefined) throw new Error(`lot ${row.id} has no auction`)
  return { ...presentLot(row, auction, neighbors), corrections }
}
