import type { Eligibility } from '#contract/eligibility.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { readCommitments } from '../commitments.ts'
import { databaseNow, standingsOfLots } from './store.ts'
import { canBid } from '../eligibility/can-bid.ts'

/** Whether a person can bid on each of some lots, in their order. */
export async function readEligibility(house: House, person: Person | null, lotIds: string[]): Promise<Eligibility[]> {
  const [rows, commitments, now] = await Promise.all([
    standingsOfLots(house.db, lotIds),
    person === null || person.biddingLimit === null ? null : readCommitments(house.db, house.keys, person.id),
    databaseNow(house.db),
  ])
  const rowOf = new Map(rows.map((row) => [row.lot_id, row]))
  return lotIds.map((lotId) => canBid(lotId, rowOf.get(lotId), { person, keys: house.keys, commitments, now }))
}
