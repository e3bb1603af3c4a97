import type { Bidder } from './bidder.ts'
import type { Money } from './money.ts'
import type { Reason } from './reason.ts'

export type LotStatus = 'scheduled' | 'open' | 'sold' | 'reserve-not-met' | 'passed' | 'withdrawn'

/**
 * Everything the engine needs to know about one lot. Its size does not depend on the number of bids.
 * Invariant: without a leader, price, leaderMaximum and runnerUp are null.
 */
export type LotState = {
  status: LotStatus
  /** Sequence of the last public event. Public events are numbered from 1 without a gap; sealed ones (`isSealed`) take no number. */
  sequence: number
  /** The current end in ms; null in a live auction before the lot comes up, and while the lot is paused. */
  closesAt: number | null
  /** The standing price; null while there is no bid. */
  price: Money | null
  leader: Bidder | null
  /** Secret: the leader's maximum (for a firm bid, the amount of the bid). */
  leaderMaximum: Money | null
  /** Secret: the highest maximum of any other bidder so far. */
  runnerUp: Money | null
  /** The leader's own firm amount, below which the price cannot be (0: none). */
  floor: Money
  reserveMet: boolean
  bidCount: number
  extensions: number
  /** Only while the status is `reserve-not-met`. */
  negotiation: Negotiation | null
}

/**
 * The negotiation about a lot that closed below its reserve. Times in ms. Amounts are in minor units and secret: only the high bidder and
 * staff see them. Each side has at most one open offer.
 */
export type Negotiation = {
  /** Until then their bid binds the high bidder; afterwards only an offer they make does. */
  boundUntil: number
  lapsesAt: number
  /** The freeing is on the ledger. */
  isFree: boolean
  /** The amount that staff ask for on the seller's behalf. */
  counter: Money | null
  /** What the bidder offers. */
  offer: Money | null
}

/** One of the two sides of a negotiation. */
export type Side = 'company' | 'bidder'

/** What happened, in the order it happened. `amount` of a maximum and the bidder's id are secret; everything else is public. */
export type LotEvent =
  | { type: 'opened'; at: number; closesAt: number }
  | {
      type: 'bid-placed'
      at: number
      bidder: Bidder
      kind: BidKind
      /** Firm: the price of the bid, public. Maximum: the sealed amount, secret. */
      amount: Money
      /** The standing after this bid. */
      price: Money
      leader: Bidder
      reason: Reason
      mark?: BidMark
    }
  /** The leader raised, lowered or withdrew (to the committed amount) a maximum; price and leader stay. Sealed while the lot is open. */
  | {
      type: 'maximum-changed'
      at: number
      bidder: Bidder
      amount: Money
      change: 'raised' | 'lowered' | 'withdrawn'
      mark?: BidMark
    }
  | { type: 'reserve-met'; at: number; price: Money }
  | { type: 'extended'; at: number; closesAt: number; cause: 'bid' | 'outage' | 'operator' }
  /** The auctioneer stopped the clock with this much time left (ms). No bids are taken until the lot resumes. */
  | { type: 'paused'; at: number; leftMs: number; cause: string }
  | { type: 'resumed'; at: number; closesAt: number }
  /** The auctioneer announced that the hammer is about to fall. */
  | { type: 'fair-warning'; at: number }
  | { type: 'bought-now'; at: number; bidder: Bidder; price: Money }
  | ({ type: 'voided'; at: number; voided: number[]; cause: string } & Recomputed)
  /**
   * The lead would have passed to `bidder`, who may not hold it: these bids no longer count. Carries the same standing as the void that it
   * follows or, at the close, the standing at which the lot closes. `why` is secret because it is about a person.
   */
  | ({ type: 'passed-over'; at: number; bidder: Bidder; bids: number[]; why: PassedOverWhy } & Recomputed)
  | {
      type: 'closed'
      at: number
      outcome: 'sold' | 'reserve-not-met' | 'passed'
      price: Money | null
      leader: Bidder | null
      /** The auctioneer ended the lot before its clock did. */
      cause?: 'auctioneer'
      /** How long the high bidder is bound and when the negotiation ends; only if the outcome is `reserve-not-met`. */
      negotiation?: { boundUntil: number; lapsesAt: number }
    }
  | { type: 'withdrawn'; at: number; cause: string }
  /** After a close without the reserve met: the operator accepted the high bid. */
  | { type: 'approved'; at: number; price: Money }
  /** Staff ask for `amount` (secret) on the seller's behalf. `offerId` goes into its seal. */
  | { type: 'countered'; at: number; amount: Money; offerId: string }
  /** The high bidder offers `amount` (secret): while bound, the maximum they chose to show; later, any amount. */
  | { type: 'offered'; at: number; bidder: Bidder; amount: Money }
  /** `by` declines the other side's offer of `amount` (secret), or retracts their own. */
  | { type: 'declined'; at: number; by: Side; amount: Money }
  | { type: 'retracted'; at: number; by: Side; amount: Money }
  /** No one accepted the bid in time: it no longer binds the bidder. */
  | { type: 'freed'; at: number }
  /** `by` accepted the other side's offer: the lot is sold at its amount. */
  | { type: 'agreed'; at: number; by: Side; price: Money }
  /** After a close below the reserve: no one accepted in time, or staff ended the negotiation. */
  | { type: 'lapsed'; at: number; cause: 'time' | 'company' }
  /** Staff void the sale. The reason is not public because it may concern a person. */
  | { type: 'sale-voided'; at: number }

/** Why a bid that was next in line does not lead. */
export type PassedOverWhy = 'not-eligible' | 'over-limit'

/** A standing recomputed from the bids that still count. */
export type Recomputed = Pick<
  LotState,
  'price' | 'leader' | 'reserveMet' | 'leaderMaximum' | 'runnerUp' | 'floor' | 'bidCount'
>

export type BidKind = 'firm' | 'maximum'

/** How a client gave the auctioneer a bid: in the room, by phone, or beforehand. A bid placed online has no mark. */
export type BidMark = 'floor' | 'phone' | 'absentee'

/** An event that only its bidder may see while the lot is open. */
export type SealedEvent = Extract<LotEvent, { type: 'maximum-changed' }>

/**
 * True for an event that moves neither price, leader, reserve status nor end. Source: the rulebook, "How the price moves": while the lot
 * is open, not even its existence is shown.
 */
export function isSealed(event: LotEvent): event is SealedEvent {
  return event.type === 'maximum-changed'
}
