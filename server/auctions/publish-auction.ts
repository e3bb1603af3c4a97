import type { Kysely } from 'kysely'
import { notFound } from '#server/platform/problem.ts'
import { setPublished } from './store.ts'

/** From now on everybody sees the sale; its lots are published by the lots room. Published twice, the first stands. */
export async function publishAuction<T>(trx: Kysely<T>, auctionId: string): Promise<void> {
  const found = await setPublished(trx, auctionId)
  if (!found) throw notFound('this sale')
}
