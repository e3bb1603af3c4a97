import type { BidderFacts, BiddingLimit } from './command.ts'
import type { LotState } from './lot.ts'
import type { Bidder } from './bidder.ts'
import type { Money } from './money.ts'
import type { Rejection } from './rejection.ts'

/** True while `bidder` leads the lot. */
export function isLeading(state: LotState, bidder: Bidder): boolean {
  return state.leader?.id === bidder.id
}

/** Whether holding `maximum` on the lot keeps the bidder within the limit. */
export function isWithin(limit: BiddingLimit, maximum: Money): boolean {
  return limit.committedElsewhere + limit.totalOf(maximum) <= limit.limit
}

/**
 * The refusal if holding `maximum` (minor units) on this lot would exceed the bidder's limit, else null. Every bid is judged as if it would
 * lead, so that the answer reveals nothing about the leader's sealed maximum. Source: the rulebook, "Bidding limit".
 */
export function overLimit(
  state: LotState,
  bidder: Bidder,
  limit: BidderFacts['limit'],
  maximum: Money,
): Rejection | null {
  if (limit === null || isWithin(limit, maximum)) return null
  const held = isLeading(state, bidder) ? state.leaderMaximum : null
  const committedHere = held === null ? 0 : limit.totalOf(held)
  const why = limit.why === undefined ? {} : { why: limit.why }
  return { code: 'over-bidding-limit', limit: limit.limit, committed: limit.committedElsewhere + committedHere, ...why }
}
