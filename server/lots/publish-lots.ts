import type { Kysely } from 'kysely'
import type { Terms } from '#engine'
import { lockSale, noteRunList } from '#server/auctions/run-list.ts'
import { tellLater } from '#server/platform/outbox/outbox.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { costTermsNow } from './cost-terms.ts'
import { countPublished, selectUnpublished, setPublished } from './entry-store.ts'
import { scheduleOf, termsOf } from './terms.ts'

/** A lot that has just been published, with all that bidding needs to open its standing. */
export type PublishedLot = { lotId: string; auctionId: string; position: number; sellerId: string | null; terms: Terms }

/** Topic under which later rooms hear of published lots: `{lotIds}`. */
export const LOTS_PUBLISHED = 'lots-published'

/**
 * Publishes every lot of a sale that is not yet, in the order of the run list. What they cost beside the hammer price is
 * fixed by the terms of this moment. Whoever calls it opens the standing of each lot it returns, in the same transaction: a published lot
 * always has one.
 */
export async function publishLots<T>(house: House, trx: Kysely<T>, auctionId: string): Promise<PublishedLot[]> {
  const sale = await lockSale(trx, auctionId)
  if (sale === undefined) throw notFound('this sale')
  const published: PublishedLot[] = []
  const costTermsId = await costTermsNow(house, trx)
  for (const lot of await selectUnpublished(trx, auctionId)) {
    const schedule = scheduleOf(sale, lot.position)
    await setPublished(trx, lot.id, schedule, costTermsId)
    const { id: lotId, position, seller_id: sellerId } = lot
    published.push({ lotId, auctionId, position, sellerId, terms: termsOf(sale, lot, schedule) })
  }
  if (published.length > 0) await tellLater(trx, LOTS_PUBLISHED, { lotIds: published.map(({ lotId }) => lotId) })
  await noteRunList(trx, auctionId, await countPublished(trx, auctionId))
  return published
}
