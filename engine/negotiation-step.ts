import type { LotEvent, LotState, Negotiation } from './lot.ts'

/** What can happen to a lot between its close below the reserve and the end of the negotiation. */
export type NegotiationEvent = Extract<
  LotEvent,
  { type: 'approved' | 'countered' | 'offered' | 'declined' | 'retracted' | 'freed' | 'agreed' | 'lapsed' }
>

/**
 * Applies one event to the negotiation of `next`. `leaderMaximum` is the amount that binds the bidder: their maximum until they are freed,
 * then their own offer while it is open, then null.
 */
export function negotiationOn(next: LotState, event: NegotiationEvent): void {
  const { negotiation } = next
  switch (event.type) {
    case 'approved':
    case 'agreed':
      next.status = 'sold'
      next.price = event.price
      next.leaderMaximum = Math.max(next.leaderMaximum ?? 0, event.price)
      next.negotiation = null
      return
    case 'lapsed':
      next.status = 'passed'
      next.negotiation = null
      return
    case 'freed':
      // A maximum that was revealed as an offer depended on the binding time.
      if (negotiation !== null) setOffer(next, { ...negotiation, isFree: true }, null)
      return
    case 'countered':
      if (negotiation !== null) next.negotiation = { ...negotiation, counter: event.amount }
      return
    case 'offered':
      if (negotiation !== null) setOffer(next, negotiation, event.amount)
      return
    case 'declined':
    case 'retracted':
      // The counteroffer ends when the bidder declines or staff retract it; the bidder's offer ends when staff decline or they retract it.
      if (negotiation === null) return
      if ((event.by === 'bidder') === (event.type === 'declined')) next.negotiation = { ...negotiation, counter: null }
      else setOffer(next, negotiation, null)
      return
    default:
      return event satisfies never
  }
}

function setOffer(next: LotState, negotiation: Negotiation, offer: number | null): void {
  next.negotiation = { ...negotiation, offer }
  if (negotiation.isFree) next.leaderMaximum = offer
}
