import type { Kysely } from 'kysely'
import { PENDING_MAX, type PendingBid } from '#contract/bidding/pending-bids.ts'
import { photoUrlOf } from '#contract/lots/photos.ts'
import { isBidAmount } from '#engine/bid.ts'
import type { Money, Rejection } from '#engine'
import { notOpenToMaximums } from '#engine/phase.ts'
import { lockMemberState } from '#server/accounts/member-state.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import type { Person } from '#server/platform/person.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { ineligible } from '../lane/ineligible.ts'
import { refusalOf } from '../place-bid.ts'
import { publicStateOf, type StandingRow } from '../present.ts'
import { openPending, sealPending } from './pending-box.ts'
import {
  changeWaiting,
  deletePending,
  deleteWaiting,
  lotForPendingBid,
  pendingElsewhere,
  pendingOf,
  writePending,
  type ListedRow,
} from './store.ts'
import { waitsFor } from './words.ts'

/**
 * Stores a pending maximum until the person's identity is verified, or changes one that waits for that or for its lot to open. It is judged
 * only by public facts; the price and the bidding limit are checked when it joins in.
 */
export async function addPendingBid(
  app: App,
  person: Person,
  lotId: string,
  maximum: Money,
): Promise<PendingBid | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lotForPendingBid(trx, lotId)
    const rejection = row === undefined ? { code: 'lot-not-found' as const } : rejectionOf(person, row, maximum)
    const sealed = sealPending(app.keys, person.id, lotId, maximum)
    const presented = async () => presentPending(app, (await pendingOf(trx, person.id, lotId))[0]!)
    // Before the person's row is locked: a bid that is joining in holds its pending row and may need the person's.
    if (rejection === null && (await changeWaiting(trx, { accountId: person.id, lotId, sealed }))) return presented()
    // Locks the person's row to the end of the transaction. The decision about the document comes after or before it, so the decision finds
    // every pending bid.
    const member = await lockMemberState(trx, person.id)
    if (member?.verificationStatus === 'verified') {
      const [waiting] = rejection === null ? [] : await pendingOf(trx, person.id, lotId)
      return rejection === null || waiting === undefined ? alreadyVerified() : refusalOf(rejection)
    }
    if (member === null || member.idDocument === null) {
      return refuse(
        'document-required',
        'Submit an identity document first. While we check it, you can set pending bids.',
      )
    }
    if (rejection !== null) return refusalOf(rejection)
    if ((await pendingElsewhere(trx, person.id, lotId)) >= PENDING_MAX) {
      return refuse(
        'too-many-pending',
        `You have pending bids on ${PENDING_MAX} lots, which is the maximum. Withdraw one first.`,
      )
    }
    await writePending(trx, { id: newId(), accountId: person.id, lotId, sealed })
    return presented()
  })
}

/** Removes what is pending on the lot. Refused once the identity is verified, except for a bid that waits for its lot to open. */
export async function takePendingBidBack(app: App, person: Person, lotId: string): Promise<{ ok: true } | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    if (await deleteWaiting(trx, person.id, lotId)) return { ok: true }
    // Locks the person's row to the end of the transaction: a bid taken back before the decision does not join in.
    const member = await lockMemberState(trx, person.id)
    if (member?.verificationStatus === 'verified') return alreadyVerified()
    await deletePending(trx, person.id, lotId)
    return { ok: true }
  })
}

export async function listPendingBids(app: App, person: Person): Promise<{ items: PendingBid[] }> {
  const rows = await pendingOf(app.db, person.id)
  return { items: rows.map((row) => presentPending(app, row)) }
}

/** The person's own part of the data export. */
export async function exportPending(app: App, db: Kysely<object>, accountId: string): Promise<unknown> {
  const rows = await pendingOf(db, accountId)
  return rows.map((row) => {
    const { lotNumber, title, currency, maximum, pendingSince } = presentPending(app, row)
    return { lotNumber, title, currency, maximum, pendingSince }
  })
}

function alreadyVerified(): Refusal {
  return refuse('already-verified', 'You’re verified, and we’ve placed your pending bids. See My bids.')
}

function rejectionOf(person: Person, row: StandingRow & { now: number }, maximum: Money): Rejection | null {
  // Ignores that the person is not verified yet: that is what pending bids are for.
  const bidder = {
    id: person.id,
    isStaff: person.role !== 'member',
    isComplete: true,
    isActive: person.accountStatus === 'active',
    // Both are checked when the bid joins in, which also waits for the identity check.
    hasConfirmedEmail: true,
    hasAddress: true,
  }
  const why = ineligible(bidder, row.seller_id)
  if (why !== null) return { code: 'not-eligible', why }
  const phase = notOpenToMaximums(row.terms, publicStateOf(row), row.now)
  if (phase !== null && waitsFor(phase) === null) return { code: phase }
  return isBidAmount(row.terms, maximum) ? null : { code: 'not-a-bid-unit', bidUnit: row.terms.bidUnit }
}

function presentPending(app: App, row: ListedRow): PendingBid {
  return {
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    heroPhoto: row.hero === null ? null : photoUrlOf(row.hero),
    currency: row.currency,
    opensAt: row.opens_at_ms,
    scheduledCloseAt: row.scheduled_close_at_ms,
    maximum: openPending(app.keys, row),
    pendingSince: row.pending_since,
    waitsFor: row.waiting_since === null ? 'check' : 'opening',
  }
}
