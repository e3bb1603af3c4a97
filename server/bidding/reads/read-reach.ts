import { accessDenial } from '#contract/accounts/access.ts'
import { mayBid } from '#contract/bidding/can-bid.ts'
import type { Money } from '#engine'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { isLimited, limitsOf, readCommitments } from '../commitments.ts'
import { lotsOfAuctions } from './store.ts'
import { readEligibility } from './read-eligibility.ts'

/**
 * Which lots a person can bid on: `most` is the highest total cost of a least bid (minor units); `apart` are lots judged one by one,
 * because the person has money committed on them, or another limit in their auction. `accountId`: the seller whose own lots are excluded.
 */
export type Reach = { accountId: string; most: Money; apart: ReadonlyMap<string, boolean> }

/** For a person who can't bid on anything. */
const NO_REACH: Reach = { accountId: '', most: -1, apart: new Map() }

/** Support sees no limits and no commitments, so it gets no lots. */
export async function readReach(app: App, person: Person | null): Promise<Reach> {
  if (person === null || person.supportBy !== null || accessDenial(person, 'complete') !== null) return NO_REACH
  const { id: accountId } = person
  const limits = limitsOf(person)
  const { general, byAuction } = limits
  if (!isLimited(limits)) return { accountId, most: Infinity, apart: new Map() }
  const [commitments, inAuctions] = await Promise.all([
    readCommitments(app.db, app.keys, accountId),
    lotsOfAuctions(app.db, Object.keys(byAuction ?? {})),
  ])
  const apart = await readEligibility(app, person, [...new Set([...commitments.lotIds(), ...inAuctions])])
  return {
    accountId,
    most: general === null ? Infinity : general - commitments.outside(limits),
    apart: new Map(apart.map((each) => [each.lotId, mayBid(each)])),
  }
}
