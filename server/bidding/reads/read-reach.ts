import { accessDenial } from '#contract/accounts/access.ts'
import { mayBid } from '#contract/bidding/can-bid.ts'
import type { Money } from '#engine'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { isLimited, limitsOf, readCommitments } from '../commitments.ts'
import { lotsInOtherCurrencies, lotsOfAuctions } from './store.ts'
import { readEligibility } from './read-eligibility.ts'

/**
 * Which lots a person can bid on: `most` is the highest total cost of a least bid (minor units); `apart` are lots judged one by one,
 * because the person has money committed on them, or another limit in their auction, or because their limit is in another currency. `accountId`: the seller whose own lots are excluded.
 */
export type Reach = { accountId: string; most: Money; apart: ReadonlyMap<string, boolean> }

/** For a person who can't bid on anything. */
const NO_REACH: Reach = { accountId: '', most: -1, apart: new Map() }

/** Support sees no limits and no commitments, so it gets no lots. */
export async function readReach(app: App, person: Person | null): Promise<Reach> {
  if (person === null || person.supportBy !== null || accessDenial(person, 'complete') !== null) return NO_REACH
  const { id: accountId } = person
  if (!isLimited(person)) return { accountId, most: Infinity, apart: new Map() }
  const { currency } = await readCompanyTerms(app)
  const limits = limitsOf(person, currency)
  const { general, byAuction } = limits
  const [commitments, inAuctions, uncovered] = await Promise.all([
    readCommitments(app.db, app.keys, accountId),
    lotsOfAuctions(app.db, Object.keys(byAuction ?? {})),
    general === null ? [] : lotsInOtherCurrencies(app.db, currency),
  ])
  const apart = await readEligibility(app, person, [...new Set([...commitments.lotIds(), ...inAuctions])])
  return {
    accountId,
    most: general === null ? Infinity : general - commitments.outside(limits),
    apart: new Map([
      ...uncovered.map((lotId) => [lotId, false] as const),
      ...apart.map((each) => [each.lotId, mayBid(each)] as const),
    ]),
  }
}
