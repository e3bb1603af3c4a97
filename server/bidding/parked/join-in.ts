import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import type { Outcome } from '../command.ts'
import type { Lanes } from '../lanes.ts'
import { bidIdOf, openParked } from './parked-box.ts'
import { deleteParkedById, dropParked, lockParked, parkedIdsOf, watchFor, type DroppedRow } from './store.ts'
import { wordsOfDrop, wordsOfJoining } from './words.ts'

/** Told for each parked bid of a person whose identity is verified. */
export const PARKED_BID_JOINS = 'parked-bid-joins'

/**
 * Has every parked bid of a person join in, each by a message of its own. The messages name the account, so the outbox hands them over
 * one after the other: the bid left first is the first to use the bidding limit.
 */
export async function letJoin(house: House, trx: Kysely<object>, accountId: string): Promise<void> {
  for (const parkedId of await parkedIdsOf(trx, accountId))
    await house.outbox.add(trx, PARKED_BID_JOINS, { parkedId, accountId })
}

/**
 * Sends a parked bid through the lane of its lot, as any other maximum, and tells the bidder what came of it. It counts once whatever
 * dies in between: the bid's id follows from the parked bid, so a second try hears the first answer; that it is no longer parked and the notice
 * are one commit with the end of the message.
 */
export async function joinIn(house: House, lanes: Lanes, trx: Kysely<object>, parkedId: string): Promise<void> {
  const parked = await lockParked(trx, parkedId)
  if (parked === null) return
  const { account_id: accountId, lot_id: lotId, paddle } = parked
  const maximum = openParked(house.keys, parked)
  const outcome = await lanes.submit({
    by: 'bidder',
    bidder: { id: accountId, paddle },
    bidId: bidIdOf(house.keys, parkedId),
    lotId,
    kind: 'maximum',
    amount: maximum,
  })
  await deleteParkedById(trx, parkedId)
  if (isNotOpen(outcome)) await watchFor(trx, accountId, lotId)
  await tell(house, trx, parked, wordsOfJoining(outcome, maximum, parked.currency))
}

/** Drops what is parked on a lot, or on any, that is over. */
export async function dropOnEnded(house: House, trx: Kysely<object>, lotId: string | null): Promise<void> {
  const dropped = await dropParked(trx, { over: true, lotId })
  for (const row of dropped) await tell(house, trx, row, wordsOfDrop('over', row.status))
}

/** Drops all that a person has parked, and says why. */
export async function dropOfRejected(house: House, trx: Kysely<object>, accountId: string): Promise<void> {
  const dropped = await dropParked(trx, { over: false, accountId })
  for (const row of dropped) await tell(house, trx, row, wordsOfDrop('rejected', row.status))
}

function isNotOpen(outcome: Outcome): boolean {
  return !outcome.ok && outcome.rejection.code === 'lot-not-open'
}

type Told = Pick<DroppedRow, 'id' | 'account_id' | 'lot_id' | 'lot_number' | 'title' | 'currency'>

/** A parked bid ends once, so there is one notice of its end. */
async function tell(house: House, trx: Kysely<object>, row: Told, says: string): Promise<void> {
  const { id, account_id: accountId, lot_id: lotId, lot_number: lotNumber, title, currency } = row
  const facts = { lotId, lotNumber, title, currency, says }
  await notify(house, trx, { kind: 'parked-bid', accountId, key: `parked-bid:${id}`, facts })
}
