import type { Kysely } from 'kysely'
import { lockAuction, noteEnd } from '#server/auctions/run-list.ts'
import type { LOT_ENDS, Topics } from '#server/platform/outbox/topics.ts'
import { lastClose, setClosed, setOutcome, type LotOutcome } from './entry-store.ts'

type LotEndTopic = (typeof LOT_ENDS)[number]

/** A lot's outcome, by the topic of its end. */
const OUTCOMES = {
  'lot-sold': 'sold',
  'lot-passed': 'passed',
  'lot-reserve-not-met': 'reserve-not-met',
  'lot-withdrawn': 'withdrawn',
} as const satisfies Record<LotEndTopic, LotOutcome>

/** Records a lot's end and outcome, and with the last lot the end of its auction. Safe to repeat. */
export async function noteClose<T>(
  trx: Kysely<T>,
  topic: LotEndTopic,
  { lotId, auctionId, at }: Topics[LotEndTopic],
): Promise<void> {
  // Locks the auction's row to the end of the transaction: if its last two lots end concurrently, the second sees the first.
  await lockAuction(trx, auctionId)
  await setClosed(trx, lotId, at)
  await setOutcome(trx, lotId, OUTCOMES[topic])
  const last = await lastClose(trx, auctionId)
  if (last !== null) await noteEnd(trx, auctionId, last)
}

/** Records that a sale was undone: its vehicle can be offered again. Safe to repeat. */
export async function noteSaleUndone<T>(trx: Kysely<T>, lotId: string): Promise<void> {
  await setOutcome(trx, lotId, 'withdrawn')
}
