import { accessDenial } from '#contract/accounts/access.ts'
import { mayBid } from '#contract/bidding/can-bid.ts'
import type { Money } from '#engine'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCommitments } from '../commitments.ts'
import { readEligibility } from './read-eligibility.ts'

/**
 * Which lots a person can bid on: `most` is the highest total cost of a least bid (minor units); `apart` are lots judged one by one,
 * because the person has money committed on them. `accountId`: the seller whose own lots are excluded.
 */
export type Reach = { accountId: string; most: Money; apart: ReadonlyMap<string, boolean> }

/** For a person who can't bid on anything. */
const NO_REACH: Reach = { accountId: '', most: -1, apart: new Map() }

/** Support sees no limits and no commitments, so it gets no lots. */
export async function readReach(app: App, person: Person | null): Promise<Reach> {
  if (person === null || person.supportBy !== null || accessDenial(person, 'complete') !== null) return NO_REACH
  const { id: accountId, biddingLimit: limit } = person
  if (limit === null) return { accountId, most: Infinity, apart: new Map() }
  const commitments = await readCommitments(app.db, app.keys, accountId)
  const apart = await readEligibility(app, person, commitments.lotIds())
  return {
    accountId,
    most: limit - commitments.sums().committed,
    apart: new Map(apart.map((each) => [each.lotId, mayBid(each)])),
  }
}
