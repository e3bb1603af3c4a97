import type { FastifyInstance } from 'fastify'
import {
  listLots,
  readLot,
  readLotByNumber,
  readLotOfVehicle,
  readTeaser,
  readTeaserByNumber,
  type Lot,
} from '#contract/lots.ts'
import { readLotCosts } from '#contract/lot-costs.ts'
import { readSale } from '#server/auctions/run-list.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { correctionsOfLot } from './corrections/store.ts'
import { costsOfLot } from './cost-terms.ts'
import { presentLot, presentTeaser } from './present.ts'
import { findLot, findNeighbours, findTeaser } from './store.ts'
import { teasersOf } from './teasers.ts'

export function lotRoutes(app: FastifyInstance, house: House): void {
  serveShared(app, listLots, {
    topic: () => SHOWN,
    read: ({ query }) => teasersOf(house, query),
  })

  const teaserBy = async (by: Parameters<typeof findTeaser>[1]) => {
    const row = await findTeaser(house.db, by)
    if (row === undefined) throw notFound('this lot')
    return presentTeaser(row)
  }
  serveShared(app, readTeaser, { topic: () => SHOWN, read: ({ params }) => teaserBy({ id: params.lotId }) })
  serveShared(app, readTeaserByNumber, {
    topic: () => SHOWN,
    read: ({ params }) => teaserBy({ number: params.lotNumber }),
  })

  serve(app, readLot, ({ params }) => lotBy(house, { id: params.lotId }))
  serve(app, readLotByNumber, ({ params }) => lotBy(house, { number: params.lotNumber }))
  serve(app, readLotCosts, async ({ params }) => {
    const costs = await costsOfLot(house, house.db, params.lotId)
    if (costs === null) throw notFound('this lot')
    return costs
  })
  serve(app, readLotOfVehicle, ({ params }) => lotBy(house, { vehicle: params.vehicleId }))
}

async function lotBy(house: House, by: Parameters<typeof findLot>[1]): Promise<Lot> {
  const row = await findLot(house.db, by)
  if (row === undefined) throw notFound('this lot')
  const [sale, neighbours, corrections] = await Promise.all([
    readSale(house.db, row.auction_id),
    findNeighbours(house.db, row.auction_id, row.position),
    correctionsOfLot(house.db, row.id),
  ])
  if (sale === undefined) throw new Error(`lot ${row.id} has no sale`)
  return { ...presentLot(row, sale, neighbours), corrections }
}
