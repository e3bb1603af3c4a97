import { isBidAmount } from './bid.ts'
import type { Command, Decision } from './command.ts'
import { isLeading, overLimit } from './limit.ts'
import type { LotEvent, LotState, Negotiation } from './lot.ts'
import type { Money } from './money.ts'
import { refuse, refuseWith } from './refusal.ts'
import type { Rejection } from './rejection.ts'
import { negotiationOn } from './negotiation-step.ts'
import { freedByClock, negotiationAt } from './negotiation-phase.ts'
import type { Terms } from './terms.ts'

export type BidderNegotiation = Extract<
  Command,
  { type: 'show-maximum' | 'offer' | 'accept-counter' | 'decline-counter' | 'retract-offer' }
>

/** What the high bidder does in the negotiation about a lot that closed below its reserve. `now` in ms. */
export function decideBidderNegotiation(
  terms: Terms,
  state: LotState,
  command: BidderNegotiation,
  now: number,
): Decision {
  const { bidder, facts } = command
  if (facts.ineligible !== null) return refuse({ code: 'not-eligible', why: facts.ineligible })
  const negotiation = negotiationAt(state, now)
  if (negotiation === null || state.price === null) return refuseWith('not-undecided')
  if (!isLeading(state, bidder)) return refuseWith('not-your-negotiation')
  if (facts.bidIdReused) return refuseWith('bid-id-reused')
  const freed = freedByClock(negotiation, now)
  const standing = freed.length === 0 ? state : afterFreeing(state, now)
  const step = stepOf(terms, standing, state.price, standing.negotiation ?? negotiation, command, now)
  return 'code' in step ? refuse(step) : { ok: true, events: [...freed, step] }
}

function afterFreeing(state: LotState, now: number): LotState {
  const next = { ...state }
  negotiationOn(next, { type: 'freed', at: now })
  return next
}

function stepOf(
  terms: Terms,
  state: LotState,
  highBid: Money,
  negotiation: Negotiation,
  command: BidderNegotiation,
  now: number,
): LotEvent | Rejection {
  const { bidder } = command
  switch (command.type) {
    case 'show-maximum': {
      const maximum = state.leaderMaximum
      if (negotiation.isFree) return { code: 'bidder-free' }
      if (maximum === null || maximum <= highBid) return { code: 'nothing-to-show' }
      return refuseOffer(negotiation, maximum) ?? { type: 'offered', at: now, bidder, amount: maximum }
    }
    case 'offer': {
      const { amount, facts } = command
      if (!negotiation.isFree) return { code: 'still-bound' }
      if (!isBidAmount(terms, amount)) return { code: 'not-a-bid-unit', bidUnit: terms.bidUnit }
      if (amount < highBid) return { code: 'below-high-bid', highBid }
      const refusal = refuseOffer(negotiation, amount) ?? overLimit(state, bidder, facts.limit, amount)
      return refusal ?? { type: 'offered', at: now, bidder, amount }
    }
    case 'accept-counter': {
      const { amount, facts } = command
      if (negotiation.counter !== amount) return { code: 'offer-gone' }
      const over = overLimit(state, bidder, facts.limit, amount)
      return over ?? { type: 'agreed', at: now, by: 'bidder', price: amount }
    }
    case 'decline-counter':
      if (negotiation.counter !== command.amount) return { code: 'offer-gone' }
      return { type: 'declined', at: now, by: 'bidder', amount: command.amount }
    case 'retract-offer':
      if (negotiation.offer !== command.amount) return { code: 'offer-gone' }
      return { type: 'retracted', at: now, by: 'bidder', amount: command.amount }
    default:
      return command satisfies never
  }
}

/** Refuses a repeated offer, and one that reaches the counteroffer, which the bidder can simply accept. */
function refuseOffer(negotiation: Negotiation, amount: Money): Rejection | null {
  if (amount === negotiation.offer) return { code: 'same-offer' }
  return negotiation.counter !== null && amount >= negotiation.counter ? { code: 'offer-crosses' } : null
}
