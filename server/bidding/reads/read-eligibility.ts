import type { Eligibility } from '#contract/eligibility.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { readCommitments, readCosts } from '../commitments.ts'
import { databaseNow, standingsOfLots } from './store.ts'
import { canBid } from '../eligibility/can-bid.ts'

/** Whether a person can bid on each of some lots, in their order. */
export async function readEligibility(house: House, person: Person | null, lotIds: string[]): Promise<Eligibility[]> {
  const isLimited = person !== null && person.biddingLimit !== null
  const [rows, commitments, costs, now] = await Promise.all([
    standingsOfLots(house.db, lotIds),
    isLimited ? readCommitments(house.db, house.keys, person.id) : null,
    isLimited ? readCosts(house.db, lotIds) : null,
    databaseNow(house.db),
  ])
  const funds = commitments === null || costs === null ? null : { commitments, costs }
  const rowOf = new Map(rows.map((row) => [row.lot_id, row]))
  return lotIds.map((lotId) => canBid(lotId, rowOf.get(lotId), { person, keys: house.keys, funds, now }))
}
