import type { BidderFacts } from './command.ts'
import type { LotState } from './lot.ts'
import type { Bidder } from './bidder.ts'
import type { Money } from './money.ts'
import type { Rejection } from './rejection.ts'

/** True while `bidder` leads the lot. */
export function isLeading(state: LotState, bidder: Bidder): boolean {
  return state.leader !== null && state.leader.id === bidder.id
}

/**
 * The refusal where holding `commitment` (minor units) on this lot would take the bidder over his limit, else null. Every bid is
 * judged as if it would lead, whatever the leader's sealed maximum: the answer must not tell. Source: the rulebook, "Bidding limit".
 */
export function overLimit(
  state: LotState,
  bidder: Bidder,
  limit: BidderFacts['limit'],
  commitment: Money,
): Rejection | null {
  if (limit === null || limit.committedElsewhere + commitment <= limit.limit) return null
  const committedHere = isLeading(state, bidder) ? (state.leaderMaximum ?? 0) : 0
  return { code: 'over-bidding-limit', limit: limit.limit, committed: limit.committedElsewhere + committedHere }
}
