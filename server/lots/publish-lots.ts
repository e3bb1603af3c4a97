import type { Kysely } from 'kysely'
import type { Terms } from '#engine'
import { lockAuction, noteRunList } from '#server/auctions/run-list.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { costTermsNow } from './cost-terms.ts'
import { countPublished, lockUnpublished, setPublished } from './entry-store.ts'
import { deleteDraftLots } from './run-list/run-list-store.ts'
import { scheduleOf, termsOf } from './terms.ts'

/** A newly published lot, with all that bidding needs to open its standing. */
export type PublishedLot = { lotId: string; auctionId: string; position: number; sellerId: string | null; terms: Terms }

/**
 * Publishes every unpublished lot of an auction, in run list order. Their costs on top of the hammer price are fixed: a lot's own,
 * else its auction's, else the company's current ones.
 * The caller opens the standing of each returned lot in the same transaction: a published lot always has one.
 */
export async function publishLots<T>(app: App, trx: Kysely<T>, auctionId: string): Promise<PublishedLot[]> {
  const auction = await lockAuction(trx, auctionId)
  if (auction === undefined) throw notFound('this auction')
  const published: PublishedLot[] = []
  const costTermsIds = new Map<string, number>()
  for (const lot of await lockUnpublished(trx, auctionId)) {
    const schedule = scheduleOf(auction, lot.position)
    const own = JSON.stringify(lot.costs)
    const costTermsId =
      costTermsIds.get(own) ?? (await costTermsNow(app, trx, [lot.costs, auction.terms.costs ?? null]))
    costTermsIds.set(own, costTermsId)
    await setPublished(trx, lot.id, schedule, costTermsId)
    const { id: lotId, position, seller_id: sellerId } = lot
    published.push({ lotId, auctionId, position, sellerId, terms: termsOf(auction, lot, schedule) })
  }
  if (published.length > 0) await enqueue(trx, 'lots-published', { lotIds: published.map(({ lotId }) => lotId) })
  await noteRunList(trx, auctionId, await countPublished(trx, auctionId))
  return published
}

/** Takes the lots that aren't published out of a run list; returns their vehicles, which can then be offered elsewhere. Under the auction's lock. */
export async function dropUnpublished<T>(trx: Kysely<T>, auctionId: string): Promise<string[]> {
  return deleteDraftLots(trx, auctionId)
}
