import type { Kysely } from 'kysely'
import { lockSale, noteEnd } from '#server/auctions/run-list.ts'
import { lastClose, setClosed, setOutcome, type LotOutcome } from './entry-store.ts'

/** What bidding tells of a lot that ended; `at` in ms. */
export type LotEnd = { lotId: string; auctionId: string; at: number }

/** Topics under which bidding tells an end. A lot below its reserve ends here too: what follows is a talk, not bidding. */
export const END_TOPICS = ['lot-sold', 'lot-passed', 'lot-reserve-not-met', 'lot-withdrawn'] as const

/** Bidding tells it when a sale was undone after its close: the lot is withdrawn then. */
export const SALE_UNDONE = 'sale-voided'

/** What a lot's end came to, by the topic that tells it. */
const OUTCOMES = {
  'lot-sold': 'sold',
  'lot-passed': 'passed',
  'lot-reserve-not-met': 'reserve-not-met',
  'lot-withdrawn': 'withdrawn',
} as const satisfies Record<(typeof END_TOPICS)[number], LotOutcome>

/** Notes that a lot ended and how, and with the last one that its sale did. May be told twice. */
export async function noteClose<T>(
  trx: Kysely<T>,
  topic: (typeof END_TOPICS)[number],
  { lotId, auctionId, at }: LotEnd,
): Promise<void> {
  // Locks the sale's row to the end of the transaction: of two last lots noted at once the second sees the first.
  await lockSale(trx, auctionId)
  await setClosed(trx, lotId, at)
  await setOutcome(trx, lotId, OUTCOMES[topic])
  const last = await lastClose(trx, auctionId)
  if (last !== null) await noteEnd(trx, auctionId, last)
}

/** Notes that a sale was undone: its vehicle can be offered again. May be told twice. */
export async function noteSaleUndone<T>(trx: Kysely<T>, { lotId }: Pick<LotEnd, 'lotId'>): Promise<void> {
  await setOutcome(trx, lotId, 'withdrawn')
}
