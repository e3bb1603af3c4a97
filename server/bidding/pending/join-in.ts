import type { Kysely } from 'kysely'
import { notOpenToMaximums, type PhaseCode } from '#engine/phase.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Outcome } from '../command.ts'
import type { Lanes } from '../lane/lanes.ts'
import { publicStateOf } from '../present.ts'
import { bidIdOf, openPending } from './pending-box.ts'
import {
  deletePendingById,
  dropPending,
  lockPending,
  lotForPendingBid,
  noteWaiting,
  pendingIdsOf,
  renewPending,
  waitedEnough,
  watchFor,
  type DroppedRow,
  type JoiningRow,
} from './store.ts'
import { DROPPED_AS_REJECTED, waitsFor, wordsOfDrop, wordsOfJoining, wordsOfWaiting, type Waits } from './words.ts'

/**
 * Makes every pending bid of a person join in, each by its own message. The messages name the account, so the outbox delivers them one
 * after the other: the bid left first is the first to use the bidding limit.
 */
export async function letJoin(trx: Kysely<object>, accountId: string): Promise<void> {
  for (const pendingId of await pendingIdsOf(trx, accountId))
    await enqueue(trx, 'pending-bid-joins', { pendingId, accountId })
}

/**
 * Sends a pending bid through the lane of its lot, like any other maximum, and notifies the bidder of the result. It counts once even after
 * a crash: the bid's id is derived from the pending bid, so a retry receives the first answer; deleting the pending bid and the notice are
 * one commit. While the lot is not open, or paused, the bid stays pending, so that a refusal does not use up its only id.
 */
export async function joinIn(app: App, lanes: Lanes, trx: Kysely<object>, pendingId: string): Promise<void> {
  const pending = await lockPending(trx, pendingId)
  if (pending === null) return
  const { account_id: accountId, lot_id: lotId, paddle } = pending
  const maximum = openPending(app.keys, pending)
  const waits = waitsFor(await phaseOf(trx, lotId))
  if (waits !== null) return wait(app, trx, pending, waits)
  const outcome = await lanes.submit({
    by: 'bidder',
    bidder: { id: accountId, paddle },
    bidId: bidIdOf(app.keys, pendingId),
    lotId,
    kind: 'maximum',
    amount: maximum,
  })
  // The pause came first, and its refusal has used up the bid's id: under a new id the bid waits and can still count.
  if (isPaused(outcome)) return wait(app, trx, { ...pending, id: await renewPending(trx, pendingId) }, 'resumption')
  await deletePendingById(trx, pendingId)
  if (isNotOpen(outcome)) await watchFor(trx, accountId, lotId)
  await notifyBidder(app, trx, pending, wordsOfJoining(outcome, maximum, pending.currency))
}

const WAITED_AT_ONCE = 200

/** Makes bids join in whose lot has opened. Processes may run this concurrently: the first to lock a pending bid takes it. */
export async function joinOpened(app: App, lanes: Lanes): Promise<void> {
  for (const pendingId of await waitedEnough(app.db, WAITED_AT_ONCE)) {
    // One after the other, so that among equals the one left first goes first; a failed one is retried later and blocks no other.
    await app.db
      .transaction()
      .execute((trx) => joinIn(app, lanes, trx, pendingId))
      .catch((err: unknown) =>
        app.log.warn({ err, pendingId }, 'could not place a pending bid yet; it will be retried'),
      )
  }
}

/** A lot that accepts maximums before it opens, as in a live auction, accepts pending bids too. */
async function phaseOf(trx: Kysely<object>, lotId: string): Promise<PhaseCode | null> {
  const row = await lotForPendingBid(trx, lotId)
  return row === undefined ? null : notOpenToMaximums(row.terms, publicStateOf(row), row.now)
}

/** The bid's first wait begins with a notice. */
async function wait(app: App, trx: Kysely<object>, pending: JoiningRow, waits: Waits): Promise<void> {
  if (pending.waiting_since !== null) return
  await noteWaiting(trx, pending.id)
  const says = wordsOfWaiting(openPending(app.keys, pending), pending.currency, waits)
  await notifyBidder(app, trx, pending, says, ':waiting')
}

/** Drops pending bids on a lot that is over, or on all such lots. */
export async function dropOnEnded(app: App, trx: Kysely<object>, lotId: string | null): Promise<void> {
  const dropped = await dropPending(trx, { over: true, lotId })
  for (const row of dropped)
    await notifyBidder(app, trx, row, wordsOfDrop({ status: row.status, isVerified: row.waiting_since !== null }))
}

/** Drops all pending bids of a person, and notifies them of the reason. */
export async function dropOfRejected(app: App, trx: Kysely<object>, accountId: string): Promise<void> {
  const dropped = await dropPending(trx, { over: false, accountId })
  for (const row of dropped) await notifyBidder(app, trx, row, DROPPED_AS_REJECTED)
}

function isPaused(outcome: Outcome): boolean {
  return !outcome.ok && outcome.rejection.code === 'lot-paused'
}

function isNotOpen(outcome: Outcome): boolean {
  return !outcome.ok && outcome.rejection.code === 'lot-not-open'
}

type Pending = Pick<DroppedRow, 'id' | 'account_id' | 'lot_id' | 'lot_number' | 'title' | 'currency'>

/** A pending bid ends once, so there is one notice of its end; `about`: key suffix for another notice, also sent once. */
async function notifyBidder(app: App, trx: Kysely<object>, row: Pending, says: string, about = ''): Promise<void> {
  const { id, account_id: accountId, lot_id: lotId, lot_number: lotNumber, title, currency } = row
  const facts = { lotId, lotNumber, title, currency, says }
  await notify(app, trx, { kind: 'pending-bid', accountId, key: `pending-bid:${id}${about}`, facts })
}
