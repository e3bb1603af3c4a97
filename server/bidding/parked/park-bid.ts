import type { Kysely } from 'kysely'
import { PARKED_MAX, type ParkedBid } from '#contract/parked.ts'
import { photoUrlOf } from '#contract/photos.ts'
import { isBidAmount } from '#engine/bid.ts'
import type { Money, Rejection } from '#engine'
import { notOpenToMaximums } from '#engine/phase.ts'
import { lockStanding } from '#server/accounts/staff/change-standing.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import type { Person } from '#server/platform/person.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { ineligible } from '../lane/ineligible.ts'
import { refusalOf } from '../place-bid.ts'
import { publicStateOf, type StandingRow } from '../present.ts'
import { openParked, sealParked } from './parked-box.ts'
import {
  changeWaiting,
  deleteParked,
  deleteWaiting,
  lotToParkOn,
  parkedElsewhere,
  parkedOf,
  writeParked,
  type ListedRow,
} from './store.ts'

/**
 * Parks a maximum until the person's identity is verified, or changes one that waits for that or for its lot to open. It is judged only by what anybody may
 * know; how it stands to the price is judged when it joins in, and so is the bidding limit.
 */
export async function parkBid(
  house: House,
  person: Person,
  lotId: string,
  maximum: Money,
): Promise<ParkedBid | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const row = await lotToParkOn(trx, lotId)
    const rejection = row === undefined ? { code: 'lot-not-found' as const } : rejectionOf(person, row, maximum)
    const sealed = sealParked(house.keys, person.id, lotId, maximum)
    const presented = async () => presentParked(house, (await parkedOf(trx, person.id, lotId))[0]!)
    // Before the person's row is locked: a bid that joins in meanwhile holds its parked row and may need the person's.
    if (rejection === null && (await changeWaiting(trx, { accountId: person.id, lotId, sealed }))) return presented()
    // Locks the person's row to the end of the transaction. The decision about the document waits for it, or was before: no bid is
    // parked that the decision would not find.
    const standing = await lockStanding(trx, person.id)
    if (standing?.verificationStatus === 'verified') {
      const [waiting] = rejection === null ? [] : await parkedOf(trx, person.id, lotId)
      return rejection === null || waiting === undefined ? alreadyVerified() : refusalOf(rejection)
    }
    if (standing === null || standing.idDocument === null) {
      return refuse('document-required', 'Send an identity document first. While it is checked you can park bids.')
    }
    if (rejection !== null) return refusalOf(rejection)
    if ((await parkedElsewhere(trx, person.id, lotId)) >= PARKED_MAX) {
      return refuse(
        'too-many-parked',
        `You have parked bids on ${PARKED_MAX} lots, which is the most. Take one back first.`,
      )
    }
    await writeParked(trx, { id: newId(), accountId: person.id, lotId, sealed })
    return presented()
  })
}

/** Nothing stays parked on the lot. Refused once the identity is verified, but for a bid that waits for its lot to open. */
export async function takeParkedBidBack(house: House, person: Person, lotId: string): Promise<{ ok: true } | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    if (await deleteWaiting(trx, person.id, lotId)) return { ok: true }
    // Locks the person's row to the end of the transaction: what is taken back before the decision does not join in.
    const standing = await lockStanding(trx, person.id)
    if (standing?.verificationStatus === 'verified') return alreadyVerified()
    await deleteParked(trx, person.id, lotId)
    return { ok: true }
  })
}

export async function listParkedBids(house: House, person: Person): Promise<{ items: ParkedBid[] }> {
  const rows = await parkedOf(house.db, person.id)
  return { items: rows.map((row) => presentParked(house, row)) }
}

/** The person's own part of the data export. */
export async function exportParked(house: House, db: Kysely<object>, accountId: string): Promise<unknown> {
  const rows = await parkedOf(db, accountId)
  return rows.map((row) => {
    const { lotNumber, title, currency, maximum, parkedAt } = presentParked(house, row)
    return { lotNumber, title, currency, maximum, parkedAt }
  })
}

function alreadyVerified(): Refusal {
  return refuse(
    'already-verified',
    'Your identity is verified, and your parked bids have joined in. Go on under My bids.',
  )
}

function rejectionOf(person: Person, row: StandingRow & { now: number }, maximum: Money): Rejection | null {
  // That the person is not complete yet is what parking is for.
  const bidder = {
    id: person.id,
    isStaff: person.role !== 'member',
    isComplete: true,
    isActive: person.accountStatus === 'active',
    // Both are asked when the bid joins in, which also waits for the identity check.
    hasConfirmedEmail: true,
    hasAddress: true,
  }
  const why = ineligible(bidder, row.seller_id)
  if (why !== null) return { code: 'not-eligible', why }
  const phase = notOpenToMaximums(row.terms, publicStateOf(row), row.now)
  if (phase !== null && phase !== 'lot-not-open') return { code: phase }
  return isBidAmount(row.terms, maximum) ? null : { code: 'not-a-bid-unit', bidUnit: row.terms.bidUnit }
}

function presentParked(house: House, row: ListedRow): ParkedBid {
  return {
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    heroPhoto: row.hero === null ? null : photoUrlOf(row.hero),
    currency: row.currency,
    opensAt: row.opens_at_ms,
    scheduledCloseAt: row.scheduled_close_at_ms,
    maximum: openParked(house.keys, row),
    parkedAt: row.parked_at,
    waitsFor: row.waiting_since === null ? 'check' : 'opening',
  }
}
