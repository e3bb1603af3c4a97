import type { Kysely } from 'kysely'
import { lockSale, noteEnd } from '#server/auctions/run-list.ts'
import { lastClose, setClosed } from './entry-store.ts'

/** What bidding tells of a lot that ended; `at` in ms. */
export type LotEnd = { lotId: string; auctionId: string; at: number }

/** Topics under which bidding tells an end. A lot below its reserve ends here too: what follows is a talk, not bidding. */
export const END_TOPICS = ['lot-sold', 'lot-passed', 'lot-reserve-not-met', 'lot-withdrawn'] as const

/** Notes that a lot ended, and with the last one that its sale did. May be told twice. */
export async function noteClose<T>(trx: Kysely<T>, { lotId, auctionId, at }: LotEnd): Promise<void> {
  // Locks the sale's row to the end of the transaction: of two last lots noted at once the second sees the first.
  await lockSale(trx, auctionId)
  await setClosed(trx, lotId, at)
  const last = await lastClose(trx, auctionId)
  if (last !== null) await noteEnd(trx, auctionId, last)
}
