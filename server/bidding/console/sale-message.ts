import type { Kysely } from 'kysely'
import { readSale } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { notFound } from '#server/platform/problem.ts'
import { followersOfSale } from './console-store.ts'

export const SALE_MESSAGE = 'sale-message'

type SaleMessage = { auctionId: string; messageId: string; text: string }

/**
 * Has everybody told who follows a lot of the sale that has not ended; answers how many they are now. The people are told by the
 * outbox, so that an auctioneer need not wait for thousands of notices. Said twice with one id, it is told once.
 */
export async function sayToSale(house: House, actorId: string, message: SaleMessage): Promise<{ followers: number }> {
  const { auctionId, text } = message
  const sale = await readSale(house.db, auctionId)
  if (sale === undefined) throw notFound('this sale')
  await house.db.transaction().execute(async (trx) => {
    await audit(trx, { actorId, act: 'message-sale', subjectKind: 'auction', subjectId: auctionId, reason: text })
    await house.outbox.add(trx, SALE_MESSAGE, message)
  })
  house.outbox.nudge()
  return { followers: (await followersOfSale(house.db, auctionId)).length }
}

/** Handles the message: one notice to each follower. */
export async function tellSale(house: House, trx: Kysely<object>, payload: unknown): Promise<void> {
  const { auctionId, messageId, text } = payload as SaleMessage
  const sale = await readSale(trx, auctionId)
  if (sale === undefined) return
  for (const accountId of await followersOfSale(trx, auctionId)) {
    const facts = { auctionId, title: sale.title, says: text }
    await notify(house, trx, { kind: 'sale-message', accountId, key: `sale-message:${messageId}:${accountId}`, facts })
  }
}
