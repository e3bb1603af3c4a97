import { accessDenial } from '#contract/accounts/access.ts'
import type { Eligibility } from '#contract/bidding/eligibility.ts'
import {
  decide,
  nextBid,
  type BidderFacts,
  type Command,
  type Ineligible,
  type LotState,
  type Money,
  type Terms,
} from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import type { Account } from '#server/platform/person.ts'
import { limitOn, totalBy, type Commitments, type Limits, type LotCosts } from '../commitments.ts'
import { publicStateOf, stateOf, type StandingRow } from '../present.ts'
import { ineligible, type BidderAccount } from '../lane/ineligible.ts'

/** `funds`: for a person with a limit, with what they have committed and the costs of the queried lots. */
export type Asking = { person: Account | null; keys: Keys; funds: Funds | null; now: number }
export type Funds = { limits: Limits; commitments: Commitments; costs: LotCosts }

/**
 * Whether a person can bid on a lot. The access levels are checked first, as before every bid; everything else is the engine's own answer
 * to the least bid at this moment, so this always agrees with what a real bid would receive. `row` undefined: there is no such lot. `now`:
 * the database's clock in ms.
 */
export function canBid(lotId: string, row: StandingRow | undefined, asking: Asking): Eligibility {
  const { person } = asking
  const stop = accessDenial(person, 'complete')
  if (person === null || stop !== null) return answer(lotId, STEPS[stop?.code ?? ''] ?? 'suspended')
  if (row === undefined) return answer(lotId, 'no-such-lot')
  const facts = factsOf(person, row, asking.funds)
  // Only the leader's own maximum affects their answer; no one else's sealed maximum is decrypted.
  const state = row.leader_id === person.id ? stateOf(row, asking.keys) : publicStateOf(row)
  const least = leastBid(row.terms, state)
  const held = state.leader?.id === person.id ? (state.leaderMaximum ?? 0) : 0
  const lot = { lotId, terms: row.terms, state, now: asking.now }
  const bidder = { id: person.id, paddle: person.paddle }
  const verdict = verdictOn(lot, { type: 'firm-bid', bidder, amount: least, facts }, Math.max(least, held))
  if (verdict.can !== 'not-open') return verdict
  // Maximums are accepted before a live lot comes up; the leader's raise has to exceed their own maximum.
  const raise = held === 0 ? least : Math.max(least, held + row.terms.bidUnit)
  return verdictOn(lot, { type: 'maximum', bidder, amount: raise, facts }, raise)
}

/** The least bid that would be accepted, in minor units. */
export function leastBid(terms: Terms, state: Pick<LotState, 'price'>): Money {
  return Math.ceil(nextBid(terms, state) / terms.bidUnit) * terms.bidUnit
}

/** The label by the code of an access level's denial. */
const STEPS: Record<string, Eligibility['can']> = {
  'login-required': 'log-in',
  'membership-required': 'pay-fee',
  'document-required': 'send-document',
  'verification-pending': 'await-check',
  'account-not-active': 'suspended',
}

/** A person who passed the access levels, as a bid's checks see them. */
function bidderOf(person: Account): BidderAccount {
  return {
    id: person.id,
    isStaff: person.role !== 'member',
    isComplete: true,
    isActive: person.accountStatus === 'active',
    hasConfirmedEmail: person.emailConfirmed,
    hasAddress: person.hasAddress,
  }
}

/** The label of each reason why a person may not bid. */
const INELIGIBLE: Record<Ineligible, Eligibility['can']> = {
  staff: 'staff',
  'not-complete': 'suspended',
  suspended: 'suspended',
  'email-unconfirmed': 'confirm-email',
  'address-missing': 'add-address',
  'own-lot': 'own-lot',
}

function factsOf(person: Account, row: StandingRow, funds: Funds | null): BidderFacts {
  return {
    ineligible: ineligible(bidderOf(person), row.seller_id),
    limit: funds === null ? null : limitOf(row, funds),
    bidIdReused: false,
  }
}

function limitOf({ lot_id: lotId, auction_id: auctionId }: StandingRow, { limits, commitments, costs }: Funds) {
  const lot = costs.get(lotId)
  return limitOn(limits, commitments, { lotId, auctionId, currency: lot?.currency, totalOf: totalBy(lot?.costs) })
}

type Bid = Extract<Command, { type: 'firm-bid' | 'maximum' }>
type AskedLot = { lotId: string; terms: Terms; state: LotState; now: number }

/** The engine's answer to a bid after which its bidder would hold `maximum` on this lot. */
export function verdictOn({ lotId, terms, state, now }: AskedLot, bid: Bid, maximum: Money): Eligibility {
  const decision = decide(terms, state, bid, now)
  if (decision.ok) return answer(lotId, bid.type === 'maximum' ? 'leave-maximum' : 'bid')
  const { rejection } = decision
  switch (rejection.code) {
    case 'not-eligible':
      return answer(lotId, INELIGIBLE[rejection.why])
    case 'lot-not-open':
      return answer(lotId, 'not-open')
    case 'lot-closed':
      return answer(lotId, 'closed')
    case 'lot-withdrawn':
      return answer(lotId, 'withdrawn')
    case 'lot-paused':
      return answer(lotId, 'paused')
    case 'over-bidding-limit': {
      if (rejection.why !== undefined) return answer(lotId, 'needs-limit')
      const { limit, committedElsewhere, totalOf } = bid.facts.limit!
      return { lotId, can: 'over-limit', overBy: committedElsewhere + totalOf(maximum) - limit }
    }
    default:
      throw new Error(`the minimum bid is refused with ${rejection.code}`)
  }
}

function answer(lotId: string, can: Eligibility['can']): Eligibility {
  return { lotId, can, overBy: null }
}
