import { publishSale as endpoint } from '#contract/sale-entry.ts'
import type { FastifyInstance } from 'fastify'
import { readStaffSale } from '#server/auctions/enter-sale.ts'
import { presentStaffSale } from '#server/auctions/present.ts'
import { publishAuction } from '#server/auctions/publish-auction.ts'
import { lockSale } from '#server/auctions/run-list.ts'
import { publishLots } from '#server/lots/publish-lots.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { openStanding } from '../open-standing.ts'
import { databaseNow } from '../reads/store.ts'

export function publishRoutes(app: FastifyInstance, house: House): void {
  serve(app, endpoint, async ({ params, person }) => {
    const refusal = await publishSale(house, person.id, params.auctionId)
    shownChanged(house)
    return refusal ?? presentStaffSale(await readStaffSale(house.db, params.auctionId))
  })
}

/**
 * Publishes a sale with every lot that is entered in it: their terms are frozen and each gets its standing, in one transaction.
 * Published again, it publishes what was entered meanwhile.
 */
async function publishSale(house: House, actorId: string, auctionId: string): Promise<Refusal | null> {
  return house.db.transaction().execute(async (trx) => {
    // Locks the sale's row to the end of the transaction: no lot joins or leaves the run list while it is published.
    const sale = await lockSale(trx, auctionId)
    if (sale === undefined) throw notFound('this sale')
    if (sale.startsAt <= (await databaseNow(trx))) {
      return refuse(
        'sale-begun',
        'The time at which its first lot is sold has passed. Give the sale another time first.',
      )
    }
    const published = await publishLots(house, trx, auctionId)
    const { lotCount } = await readStaffSale(trx, auctionId).then(presentStaffSale)
    if (lotCount === 0) return refuse('sale-empty', 'No lot is entered in this sale.')
    await publishAuction(trx, auctionId)
    for (const lot of published) await openStanding(trx, lot)
    if (published.length > 0) {
      const after = { lots: published.map(({ lotId }) => lotId) }
      await audit(trx, { actorId, act: 'publish-sale', subjectKind: 'auction', subjectId: auctionId, after })
    }
    return null
  })
}
