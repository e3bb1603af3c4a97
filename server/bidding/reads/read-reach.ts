import { barrier } from '#contract/access.ts'
import { mayBid } from '#contract/can-bid.ts'
import type { Money } from '#engine'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { readCommitments } from '../commitments.ts'
import { readEligibility } from './read-eligibility.ts'

/**
 * What of a person decides on which lots he can bid: the most that a least bid may cost in total (minor units), and the lots that are judged one by
 * one, since something of his own lies on them. `accountId`: whose own lots are none of them.
 */
export type Reach = { accountId: string; most: Money; apart: ReadonlyMap<string, boolean> }

/** Of who can bid on nothing at all. */
const NO_REACH: Reach = { accountId: '', most: -1, apart: new Map() }

/** Support sees no limit and nothing that is committed, so it is told of no lot. */
export async function readReach(house: House, person: Person | null): Promise<Reach> {
  if (person === null || person.supportBy !== null || barrier(person, 'complete') !== null) return NO_REACH
  const { id: accountId, biddingLimit: limit } = person
  if (limit === null) return { accountId, most: Infinity, apart: new Map() }
  const commitments = await readCommitments(house.db, house.keys, accountId)
  const apart = await readEligibility(house, person, commitments.lotIds())
  return {
    accountId,
    most: limit - commitments.sums().committed,
    apart: new Map(apart.map((each) => [each.lotId, mayBid(each)])),
  }
}
