import type { Bidder, BidKind, LotStatus, Money } from '#engine'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { writesOf } from './batch-writes.ts'
import type { Act } from '../command.ts'
import { decideBatch, type DecidedBatch } from './decide-batch.ts'
import { LaneConnection } from './lane-connection.ts'
import { Participations } from './participations.ts'
import { readBatch, writeBatch, type BatchRead } from './store.ts'

/** The past of one lot: every bid with its time in ms, ascending. `talk`: what was said after an end below the reserve. */
export type History = {
  lotId: string
  bids: { at: number; bidder: Bidder; kind: BidKind; amount: Money }[]
  talk?: (highBid: Money) => PastStep[]
}

/** A step of a talk, in ms after the lot's end: the house asks for an amount, or the high bidder declines what it asked for. */
export type PastStep = { afterMs: number; amount: Money } & (
  | { what: 'counter'; actorId: string }
  | { what: 'decline-counter' }
)

export type RecordedLot = { lotId: string; status: LotStatus; price: Money | null }

/**
 * Writes the past of lots as if it had come through the lanes at the given times: same engine, ledger, answers and outbox. Lots
 * whose end is reached before `until` (ms) are closed at that end. For the demo's inventory, and for taking over a running house.
 * Refused bids are kept as attempts, as in life.
 */
export async function recordHistories(
  house: House,
  databaseUrl: string,
  histories: History[],
  until: number,
): Promise<RecordedLot[]> {
  const connection = new LaneConnection(databaseUrl, house.log)
  const results: RecordedLot[] = []
  try {
    for (const history of histories) results.push(await recordHistory(house, connection, history, until))
  } finally {
    await connection.close()
  }
  return results
}

/** One transaction a lot, under the same locks as a batch of bids. */
async function recordHistory(house: House, connection: LaneConnection, history: History, until: number) {
  const { lotId, bids } = history
  const client = await connection.client()
  const read = await readBatch(client, {
    lotIds: [lotId],
    bidderIds: [...new Set(bids.map(({ bidder }) => bidder.id))],
    bidIds: [],
    costsOf: [lotId],
  })
  const acts = bids.map(({ bidder, kind, amount }): Act => ({
    by: 'bidder',
    bidId: newId(),
    lotId,
    bidder,
    kind,
    amount,
  }))
  const times = bids.map(({ at }) => at)

  const end = closeAfter(house, read, acts, times)
  if (end !== null && end <= until) {
    acts.push({ by: 'house', lotId, command: { type: 'close', absences: [] }, actorId: null })
    times.push(end)
    const { status, price, leader } = decide(house, read, acts, times).books[0]!.state
    const said = status !== 'reserve-not-met' || price === null ? [] : (history.talk?.(price) ?? [])
    for (const step of said.filter(({ afterMs }) => end + afterMs <= until)) {
      acts.push(actOf(lotId, leader!, step))
      times.push(end + step.afterMs)
    }
  }
  const decided = decide(house, read, acts, times)
  await writeBatch(client, writesOf(decided, new Participations().unknownIn(decided.books), house.keys))
  const { status, price } = decided.books[0]!.state
  return { lotId, status, price }
}

function actOf(lotId: string, bidder: Bidder, step: PastStep): Act {
  const { amount } = step
  if (step.what === 'decline-counter') return { by: 'bidder', bidId: newId(), lotId, bidder, kind: step.what, amount }
  const command = { type: 'counter', amount, offerId: newId() } as const
  return { by: 'house', lotId, command, actorId: step.actorId }
}

/** The end that the bids lead to, extensions included; null for a lot of a live sale that never came up. */
function closeAfter(house: House, read: BatchRead, acts: Act[], times: number[]): number | null {
  const book = decide(house, read, acts, times).books[0]
  if (book === undefined) throw new Error('a lot without a standing has no past')
  return book.state.closesAt
}

function decide(house: House, read: BatchRead, acts: Act[], times: number[]): DecidedBatch {
  return decideBatch(acts, read, house.keys, times)
}
