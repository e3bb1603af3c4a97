import { isBidAmount } from './bid.ts'
import type { Command, Decision } from './command.ts'
import type { LotEvent, LotState, Negotiation } from './lot.ts'
import type { Money } from './money.ts'
import { refuse, refuseWith } from './refusal.ts'
import { freedByClock, negotiationAt } from './negotiation-phase.ts'
import type { Terms } from './terms.ts'

type StaffNegotiation = Extract<
  Command,
  { type: 'approve' | 'lapse' | 'counter' | 'retract-counter' | 'accept-offer' | 'decline-offer' | 'end-negotiation' }
>

/** Commands from staff, for the seller, in the negotiation about a lot that closed below its reserve. `now` in ms. */
export function decideStaffNegotiation(
  terms: Terms,
  state: LotState,
  command: StaffNegotiation,
  now: number,
): Decision {
  const { price, negotiation } = state
  if (price === null || negotiation === null) return refuseWith('not-undecided')
  if (command.type === 'lapse') return silence(negotiation, now)
  if (negotiationAt(state, now) === null) return refuseWith('not-undecided')
  const freed = freedByClock(negotiation, now)
  const standing = freed.length === 0 ? negotiation : { ...negotiation, isFree: true, offer: null }
  switch (command.type) {
    case 'approve':
      return standing.isFree ? refuseWith('bidder-free') : { ok: true, events: [{ type: 'approved', at: now, price }] }
    case 'counter':
      return counter(terms, price, standing, command, freed, now)
    case 'retract-counter':
      if (standing.counter !== command.amount) return refuseWith('offer-gone')
      return { ok: true, events: [...freed, { type: 'retracted', at: now, by: 'company', amount: command.amount }] }
    case 'accept-offer':
      if (standing.offer !== command.amount) return refuseWith('offer-gone')
      return { ok: true, events: [{ type: 'agreed', at: now, by: 'company', price: command.amount }] }
    case 'decline-offer':
      if (standing.offer !== command.amount) return refuseWith('offer-gone')
      return { ok: true, events: [{ type: 'declined', at: now, by: 'company', amount: command.amount }] }
    case 'end-negotiation':
      return { ok: true, events: [...freed, { type: 'lapsed', at: now, cause: 'company' }] }
    default:
      return command satisfies never
  }
}

/** Applies a deadline that passed without an answer: first the bidder is freed, later the negotiation lapses. */
function silence(negotiation: Negotiation, now: number): Decision {
  const freed = freedByClock(negotiation, now)
  if (now >= negotiation.lapsesAt) return { ok: true, events: [...freed, { type: 'lapsed', at: now, cause: 'time' }] }
  return freed.length === 0 ? refuseWith('not-due') : { ok: true, events: freed }
}

/**
 * A counteroffer is above the bid and at most the reserve: at the reserve the lot would simply have sold. An amount that the bidder already
 * offers can only be accepted.
 */
function counter(
  terms: Terms,
  highBid: Money,
  negotiation: Negotiation,
  { amount, offerId }: Extract<Command, { type: 'counter' }>,
  events: LotEvent[],
  now: number,
): Decision {
  if (!isBidAmount(terms, amount)) return refuse({ code: 'not-a-bid-unit', bidUnit: terms.bidUnit })
  if (amount <= highBid) return refuse({ code: 'below-high-bid', highBid })
  if (terms.reserve !== null && amount > terms.reserve) return refuseWith('above-reserve')
  if (amount === negotiation.counter) return refuseWith('same-offer')
  if (negotiation.offer !== null && amount <= negotiation.offer) return refuseWith('offer-crosses')
  return { ok: true, events: [...events, { type: 'countered', at: now, amount, offerId }] }
}
