import type { Kysely } from 'kysely'
import { notFound } from '#server/platform/problem.ts'
import { setPublished } from './store.ts'

/** Makes the auction public; the lots feature publishes its lots. Idempotent: the first publication time stays. */
export async function markPublished<T>(trx: Kysely<T>, auctionId: string): Promise<void> {
  const found = await setPublished(trx, auctionId)
  if (!found) throw notFound('this auction')
}
