import type { Kysely } from 'kysely'
import type { Terms } from '#engine'
import { lockSale, noteRunList } from '#server/auctions/run-list.ts'
import { notFound } from '#server/platform/problem.ts'
import { countPublished, selectUnpublished, setPublished } from './entry-store.ts'
import { scheduleOf, termsOf } from './terms.ts'

/** A lot that has just been published, with all that bidding needs to open its standing. */
export type PublishedLot = { lotId: string; auctionId: string; position: number; sellerId: string | null; terms: Terms }

/**
 * Publishes every lot of a sale that is not yet, in the order of the run list. Whoever calls it opens the standing of each lot it
 * returns, in the same transaction: a published lot always has one.
 */
export async function publishLots<T>(trx: Kysely<T>, auctionId: string): Promise<PublishedLot[]> {
  const sale = await lockSale(trx, auctionId)
  if (sale === undefined) throw notFound('this sale')
  const published: PublishedLot[] = []
  for (const lot of await selectUnpublished(trx, auctionId)) {
    const schedule = scheduleOf(sale, lot.position)
    await setPublished(trx, lot.id, schedule)
    const { id: lotId, position, seller_id: sellerId } = lot
    published.push({ lotId, auctionId, position, sellerId, terms: termsOf(sale, lot, schedule) })
  }
  await noteRunList(trx, auctionId, await countPublished(trx, auctionId))
  return published
}
