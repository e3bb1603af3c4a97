import type { Bidder } from './bidder.ts'
import type { Money } from './money.ts'
import type { Reason } from './reason.ts'

export type LotStatus = 'scheduled' | 'open' | 'sold' | 'reserve-not-met' | 'passed' | 'withdrawn'

/**
 * All that deciding needs to know of one lot. Its size does not depend on how many bids there were.
 * Invariant: without a leader, price, leaderMaximum and runnerUp are null.
 */
export type LotState = {
  status: LotStatus
  /** Sequence of the last public event. Public events are numbered from 1 without a gap; sealed ones (`isSealed`) take no number. */
  sequence: number
  /** The present end in ms; null in a live sale before the lot comes up, and while the lot is paused. */
  closesAt: number | null
  /** The standing price; null while there is no bid. */
  price: Money | null
  leader: Bidder | null
  /** Secret: the leader's maximum (a firm bid is a maximum of its own amount). */
  leaderMaximum: Money | null
  /** Secret: the highest maximum of anybody else so far. */
  runnerUp: Money | null
  /** The leader's own firm amount, below which the price cannot be (0: none). */
  floor: Money
  reserveMet: boolean
  bidCount: number
  extensions: number
  /** Only while the status is `reserve-not-met`. */
  talk: Talk | null
}

/**
 * The talk about a lot that closed below its reserve. Instants in ms; amounts in minor units and secret: they are known to the high
 * bidder and the house only. At most one offer of each side stands at a time.
 */
export type Talk = {
  /** Before it the high bidder is bound by his bid; from then on by nothing but an offer of his own. */
  boundUntil: number
  lapsesAt: number
  /** The freeing is on the ledger. */
  isFree: boolean
  /** What the house asks for. */
  counter: Money | null
  /** What the bidder offers. */
  offer: Money | null
}

/** One of the two who talk. */
export type Side = 'house' | 'bidder'

/** What happened, in the order it happened. `amount` of a maximum is secret; everything else is public but the bidder's id. */
export type LotEvent =
  | { type: 'opened'; at: number; closesAt: number }
  | {
      type: 'bid-placed'
      at: number
      bidder: Bidder
      kind: BidKind
      /** Firm: the price named, public. Maximum: the sealed amount, secret. */
      amount: Money
      /** The standing after this bid. */
      price: Money
      leader: Bidder
      reason: Reason
    }
  /** The leader raised, lowered or withdrew (to the committed amount) a maximum; price and leader stay. Sealed while the lot is open. */
  | { type: 'maximum-changed'; at: number; bidder: Bidder; amount: Money; change: 'raised' | 'lowered' | 'withdrawn' }
  | { type: 'reserve-met'; at: number; price: Money }
  | { type: 'extended'; at: number; closesAt: number; cause: 'bid' | 'outage' | 'operator' }
  /** The auctioneer stopped the clock with so much time left (ms). Nothing is taken until it goes on. */
  | { type: 'paused'; at: number; leftMs: number; cause: string }
  | { type: 'resumed'; at: number; closesAt: number }
  | { type: 'bought-now'; at: number; bidder: Bidder; price: Money }
  | ({ type: 'voided'; at: number; voided: number[]; cause: string } & Recomputed)
  /**
   * The lead would have fallen to `bidder`, who may not hold it: these bids count no more. It carries the same standing as the void
   * that it follows, or, at the close, the one that the lot is closed with. `why` is secret: it speaks of a person.
   */
  | ({ type: 'passed-over'; at: number; bidder: Bidder; bids: number[]; why: PassedOverWhy } & Recomputed)
  | {
      type: 'closed'
      at: number
      outcome: 'sold' | 'reserve-not-met' | 'passed'
      price: Money | null
      leader: Bidder | null
      /** How long the high bidder is bound and when the talk ends; only where the outcome is `reserve-not-met`. */
      talk?: { boundUntil: number; lapsesAt: number }
    }
  | { type: 'withdrawn'; at: number; cause: string }
  /** After a close without the reserve met: the operator accepted the high bid. */
  | { type: 'approved'; at: number; price: Money }
  /** The house asks for `amount` (secret). `offerId` is what its seal is made with. */
  | { type: 'countered'; at: number; amount: Money; offerId: string }
  /** The high bidder offers `amount` (secret): while he is bound the maximum he chose to show, later whatever he names. */
  | { type: 'offered'; at: number; bidder: Bidder; amount: Money }
  /** `by` wants the other side's offer of `amount` (secret) off the table, or takes back the own one. */
  | { type: 'declined'; at: number; by: Side; amount: Money }
  | { type: 'retracted'; at: number; by: Side; amount: Money }
  /** Nobody accepted the bid in time: it binds the bidder no longer. */
  | { type: 'freed'; at: number }
  /** `by` accepted the other side's offer: the lot is sold at it. */
  | { type: 'agreed'; at: number; by: Side; price: Money }
  /** After a close without the reserve met: nobody accepted in time, or the house ended the talk. */
  | { type: 'lapsed'; at: number; cause: 'time' | 'house' }
  /** The sale is undone by the house. Why is not public: it may speak of a person. */
  | { type: 'sale-voided'; at: number }

/** Why a bid that was next in line does not lead. */
export type PassedOverWhy = 'not-eligible' | 'over-limit'

/** A standing that was worked out again from the bids that still count. */
export type Recomputed = Pick<
  LotState,
  'price' | 'leader' | 'reserveMet' | 'leaderMaximum' | 'runnerUp' | 'floor' | 'bidCount'
>

export type BidKind = 'firm' | 'maximum'

/** An event that nobody but its bidder may learn of while the lot is open. */
export type SealedEvent = Extract<LotEvent, { type: 'maximum-changed' }>

/**
 * True for an event that moves neither price, leader, reserve status nor end. Source: the rulebook, "How the price moves": not even
 * that it happened is shown while the lot is open.
 */
export function isSealed(event: LotEvent): event is SealedEvent {
  return event.type === 'maximum-changed'
}
