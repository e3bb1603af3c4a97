import type { Kysely } from 'kysely'
import { notOpenToMaximums } from '#engine/phase.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import type { Outcome } from '../command.ts'
import type { Lanes } from '../lane/lanes.ts'
import { publicStateOf } from '../present.ts'
import { bidIdOf, openParked } from './parked-box.ts'
import {
  deleteParkedById,
  dropParked,
  lockParked,
  lotToParkOn,
  noteWaiting,
  parkedIdsOf,
  waitedEnough,
  watchFor,
  type DroppedRow,
} from './store.ts'
import { wordsOfDrop, wordsOfJoining, wordsOfWaiting } from './words.ts'

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
 * dies in between: the bid's id follows from the parked bid, so a second try hears the first answer; that it is no longer parked and the
 * notice are one commit. On a lot that is yet to open it is not sent but stays, so that its one id is not used up by a refusal.
 */
export async function joinIn(house: House, lanes: Lanes, trx: Kysely<object>, parkedId: string): Promise<void> {
  const parked = await lockParked(trx, parkedId)
  if (parked === null) return
  const { account_id: accountId, lot_id: lotId, paddle } = parked
  const maximum = openParked(house.keys, parked)
  if (await isYetToOpen(trx, lotId)) {
    if (parked.waiting_since === null) {
      await noteWaiting(trx, parkedId)
      await tell(house, trx, parked, wordsOfWaiting(maximum, parked.currency), ':waiting')
    }
    return
  }
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

const WAITED_AT_ONCE = 200

/** Lets bids join in whose lot has opened. Every process may do so at once: the first to lock a parked bid is the one. */
export async function joinOpened(house: House, lanes: Lanes): Promise<void> {
  for (const parkedId of await waitedEnough(house.db, WAITED_AT_ONCE)) {
    // One after the other, so that among equals the one left first goes first; one that fails comes again and holds up nobody.
    await house.db
      .transaction()
      .execute((trx) => joinIn(house, lanes, trx, parkedId))
      .catch((err: unknown) => house.log.warn({ err, parkedId }, 'a parked bid could not join in yet'))
  }
}

/** A lot that takes maximums before it opens, as in a live sale, takes these as well. */
async function isYetToOpen(trx: Kysely<object>, lotId: string): Promise<boolean> {
  const row = await lotToParkOn(trx, lotId)
  return row !== undefined && notOpenToMaximums(row.terms, publicStateOf(row), row.now) === 'lot-not-open'
}

/** Drops what is parked on a lot, or on any, that is over. */
export async function dropOnEnded(house: House, trx: Kysely<object>, lotId: string | null): Promise<void> {
  const dropped = await dropParked(trx, { over: true, lotId })
  for (const row of dropped) await tell(house, trx, row, wordsOfDrop('over', row.status, row.waiting_since !== null))
}

/** Drops all that a person has parked, and says why. */
export async function dropOfRejected(house: House, trx: Kysely<object>, accountId: string): Promise<void> {
  const dropped = await dropParked(trx, { over: false, accountId })
  for (const row of dropped) await tell(house, trx, row, wordsOfDrop('rejected', row.status, false))
}

function isNotOpen(outcome: Outcome): boolean {
  return !outcome.ok && outcome.rejection.code === 'lot-not-open'
}

type Told = Pick<DroppedRow, 'id' | 'account_id' | 'lot_id' | 'lot_number' | 'title' | 'currency'>

/** A parked bid ends once, so there is one notice of its end; `about`: what else it is told of, once. */
async function tell(house: House, trx: Kysely<object>, row: Told, says: string, about = ''): Promise<void> {
  const { id, account_id: accountId, lot_id: lotId, lot_number: lotNumber, title, currency } = row
  const facts = { lotId, lotNumber, title, currency, says }
  await notify(house, trx, { kind: 'parked-bid', accountId, key: `parked-bid:${id}${about}`, facts })
}
