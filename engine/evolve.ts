import type { LotEvent, LotState } from './lot.ts'
import { negotiationOn } from './negotiation-step.ts'
import type { Terms } from './terms.ts'

/** A published lot before its first event. A timed lot knows its planned end; a live one gets its end when it comes up. */
export function initialLot(terms: Terms): LotState {
  return {
    status: 'scheduled',
    sequence: 0,
    closesAt: terms.auctionKind === 'timed' ? terms.scheduledCloseAt : null,
    price: null,
    leader: null,
    leaderMaximum: null,
    runnerUp: null,
    floor: 0,
    reserveMet: false,
    bidCount: 0,
    extensions: 0,
    negotiation: null,
  }
}

/** The lot after one more event. A sealed event keeps the sequence. Never changes `state`; allocates only the object it returns. */
export function evolve(state: LotState, event: LotEvent): LotState {
  const next = following(state)
  switch (event.type) {
    case 'opened':
      next.status = 'open'
      next.closesAt = event.closesAt
      return next
    case 'bid-placed':
      takeBid(next, event)
      return next
    case 'maximum-changed':
      next.sequence = state.sequence
      next.leaderMaximum = event.amount
      return next
    case 'reserve-met':
      next.reserveMet = true
      return next
    case 'extended':
      next.closesAt = event.closesAt
      next.extensions += 1
      return next
    case 'paused':
      next.closesAt = null
      return next
    case 'fair-warning':
      return next
    case 'resumed':
      next.closesAt = event.closesAt
      return next
    case 'bought-now':
      takePurchase(next, event)
      return next
    case 'voided':
    case 'passed-over':
      next.price = event.price
      next.leader = event.leader
      next.leaderMaximum = event.leaderMaximum
      next.runnerUp = event.runnerUp
      next.floor = event.floor
      next.reserveMet = event.reserveMet
      next.bidCount = event.bidCount
      return next
    case 'closed':
      next.status = event.outcome
      if (event.cause === 'auctioneer') next.closesAt = event.at
      if (event.negotiation !== undefined)
        next.negotiation = { ...event.negotiation, isFree: false, counter: null, offer: null }
      return next
    case 'withdrawn':
    case 'sale-voided':
      next.status = 'withdrawn'
      return next
    case 'approved':
    case 'countered':
    case 'offered':
    case 'declined':
    case 'retracted':
    case 'freed':
    case 'agreed':
    case 'lapsed':
      negotiationOn(next, event)
      return next
    default:
      return event satisfies never
  }
}

/** A copy with the next sequence. Written out, so that every state has the same hidden class, which makes deciding twice as fast. */
function following(state: LotState): LotState {
  return {
    status: state.status,
    sequence: state.sequence + 1,
    closesAt: state.closesAt,
    price: state.price,
    leader: state.leader,
    leaderMaximum: state.leaderMaximum,
    runnerUp: state.runnerUp,
    floor: state.floor,
    reserveMet: state.reserveMet,
    bidCount: state.bidCount,
    extensions: state.extensions,
    negotiation: state.negotiation,
  }
}

function takeBid(next: LotState, event: Extract<LotEvent, { type: 'bid-placed' }>): void {
  const before = next.leader
  next.price = event.price
  next.leader = event.leader
  next.bidCount += 1
  if (event.leader.id !== event.bidder.id) {
    // The leader stays and the challenger is the new runner-up: every accepted bid is above the price, so above the old one.
    next.runnerUp = event.amount
    return
  }
  if (before?.id !== event.bidder.id) {
    next.runnerUp = next.leaderMaximum
    next.leaderMaximum = event.amount
    next.floor = event.kind === 'firm' ? event.amount : 0
    return
  }
  next.leaderMaximum = Math.max(next.leaderMaximum ?? 0, event.amount)
  if (event.kind === 'firm') next.floor = event.amount
}

/** The buyer holds the lot at the buy-now price, and the lot ends immediately; a reserve no longer matters. */
function takePurchase(next: LotState, event: Extract<LotEvent, { type: 'bought-now' }>): void {
  if (next.leader?.id !== event.bidder.id) next.runnerUp = next.leaderMaximum
  next.price = event.price
  next.leader = event.bidder
  next.leaderMaximum = event.price
  next.floor = event.price
  next.reserveMet = true
  next.closesAt = event.at
}
