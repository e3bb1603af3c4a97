import { mayBid } from '#contract/bidding/can-bid.ts'
import { initialLot, type LotState, type LotStatus, type Money, type Terms } from '#engine'
import { isBidAmount } from '#engine/bid.ts'
import { leastBid, verdictOn } from './can-bid.ts'

/** When a lot takes bids from anyone not stopped otherwise: from the first instant (ms) to before the last, and the least bid. */
export type Taking = { from: number; until: number; least: Money }

/** What of a lot's standing this depends on. */
export type TakingRow = { status: LotStatus; terms: Terms; price: Money | null; closes_at_ms: number | null }

const NEVER_TAKES: Taking = { from: Infinity, until: Infinity, least: 0 }

/**
 * The engine's own answers to the least bid, one for each interval in which they cannot change: the engine compares its clock only with the
 * lot's opening and end. A search filtered by this therefore agrees with what a bid would receive.
 */
export function takingOf(row: TakingRow): Taking {
  const { terms } = row
  const state = stateWithout(row)
  const least = leastBid(terms, state)
  // A lot whose next bid is too large for a number must not make the search for all others fail.
  if (!isBidAmount(terms, least)) return NEVER_TAKES
  const turns = [-Infinity, terms.opensAt, state.closesAt].filter((at) => at !== null).toSorted((a, b) => a - b)
  const takes = turns.map((now) => {
    const lot = { lotId: '', terms, state, now }
    const bid = { bidder: NOBODY, amount: least, facts: { ineligible: null, limit: null, bidIdReused: false } }
    return [{ type: 'firm-bid', ...bid } as const, { type: 'maximum', ...bid } as const].some((each) =>
      mayBid(verdictOn(lot, each, least)),
    )
  })
  const first = takes.indexOf(true)
  if (first === -1) return NEVER_TAKES
  return { from: turns[first]!, until: turns[takes.lastIndexOf(true) + 1] ?? Infinity, least }
}

const NOBODY = { id: '', paddle: 0 }
const SOMEBODY = { id: 'another', paddle: 1 }

/** The leader does not affect what others receive, and the leader's maximum is not needed: it stays sealed. */
function stateWithout({ terms, status, price, closes_at_ms: closesAt }: TakingRow): LotState {
  return { ...initialLot(terms), status, price, closesAt, leader: price === null ? null : SOMEBODY }
}
