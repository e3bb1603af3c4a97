import type { Bidder, BidKind, LotStatus, Money } from '#engine'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { writesOf } from './batch-writes.ts'
import type { Action } from '../command.ts'
import { decideBatch, type DecidedBatch } from './decide-batch.ts'
import { LaneConnection } from './lane-connection.ts'
import { Participations } from './participations.ts'
import { readBatch, writeBatch, type BatchRead } from './store.ts'

/** The past of one lot: every bid with its time in ms, ascending. `negotiation`: its steps after an end below the reserve. */
export type History = {
  lotId: string
  bids: { at: number; bidder: Bidder; kind: BidKind; amount: Money }[]
  negotiation?: (highBid: Money) => PastStep[]
}

/** A step of a negotiation, in ms after the lot's end: the company asks for an amount, or the high bidder declines it. */
export type PastStep = { afterMs: number; amount: Money } & (
  | { what: 'counter'; actorId: string }
  | { what: 'decline-counter' }
)

export type RecordedLot = { lotId: string; status: LotStatus; price: Money | null }

/**
 * Writes the past of lots as if it had passed through the lanes at the given times: same engine, ledger, answers and outbox. Lots whose end
 * is reached before `until` (ms) are closed at that end. For the demo's inventory, and for taking over a running auction business. Refused
 * bids are kept as attempts, as in live bidding.
 */
export async function recordHistories(
  app: App,
  databaseUrl: string,
  histories: History[],
  until: number,
): Promise<RecordedLot[]> {
  const connection = new LaneConnection(databaseUrl, app.log)
  const results: RecordedLot[] = []
  try {
    for (const history of histories) results.push(await recordHistory(app, connection, history, until))
  } finally {
    await connection.close()
  }
  return results
}

/** One transaction per lot, under the same locks as a batch of bids. */
async function recordHistory(app: App, connection: LaneConnection, history: History, until: number) {
  const { lotId, bids } = history
  const client = await connection.client()
  const read = await readBatch(client, {
    lotIds: [lotId],
    bidderIds: [...new Set(bids.map(({ bidder }) => bidder.id))],
    bidIds: [],
    costsOf: [lotId],
  })
  const actions = bids.map(({ bidder, kind, amount }): Action => ({
    by: 'bidder',
    bidId: newId(),
    lotId,
    bidder,
    kind,
    amount,
  }))
  const times = bids.map(({ at }) => at)

  const end = closeAfter(app, read, actions, times)
  if (end !== null && end <= until) {
    actions.push({ by: 'company', lotId, command: { type: 'close', absences: [] }, actorId: null })
    times.push(end)
    const { status, price, leader } = decide(app, read, actions, times).books[0]!.state
    const said = status !== 'reserve-not-met' || price === null ? [] : (history.negotiation?.(price) ?? [])
    for (const step of said.filter(({ afterMs }) => end + afterMs <= until)) {
      actions.push(actionOf(lotId, leader!, step))
      times.push(end + step.afterMs)
    }
  }
  const decided = decide(app, read, actions, times)
  await writeBatch(client, writesOf(decided, new Participations().unknownIn(decided.books), app.keys))
  const { status, price } = decided.books[0]!.state
  return { lotId, status, price }
}

function actionOf(lotId: string, bidder: Bidder, step: PastStep): Action {
  const { amount } = step
  if (step.what === 'decline-counter') return { by: 'bidder', bidId: newId(), lotId, bidder, kind: step.what, amount }
  const command = { type: 'counter', amount, offerId: newId() } as const
  return { by: 'company', lotId, command, actorId: step.actorId }
}

/** The end that the bids lead to, extensions included; null for a live auction's lot that never came up. */
function closeAfter(app: App, read: BatchRead, actions: Action[], times: number[]): number | null {
  const book = decide(app, read, actions, times).books[0]
  if (book === undefined) throw new Error('a lot without a standing has no history')
  return book.state.closesAt
}

function decide(app: App, read: BatchRead, actions: Action[], times: number[]): DecidedBatch {
  // What stops bids today doesn't stop the past.
  return decideBatch(actions, { ...read, halts: [], canceled: [] }, app.keys, times)
}
