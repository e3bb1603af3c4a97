import type { LotEvent } from './lot.ts'
import type { Bidder, Ineligible } from './bidder.ts'
import type { Money } from './money.ts'
import type { Rejection } from './rejection.ts'

/**
 * What a bidder may commit, in minor units. `committedElsewhere` leaves this lot out. `totalOf`: what a price on this lot comes to with
 * premium, fees and tax, which is what it commits. Source: the rulebook, "Bidding limit".
 */
export type BiddingLimit = { limit: Money; committedElsewhere: Money; totalOf: (price: Money) => Money }

/** Facts about the bidder that the engine cannot see, read under lock by whoever calls it. */
export type BidderFacts = {
  /** Null: may bid. */
  ineligible: Ineligible | null
  /** Null: no bidding limit. */
  limit: BiddingLimit | null
  /** The bid id was used before for something else. */
  bidIdReused: boolean
}

/**
 * What stands against a bidder to whom a lead would fall, by the bidder's id; whoever is absent may hold it. Read under the lot's
 * lock, as for a bid. Source: the rulebook, "Who may hold the lead".
 */
export type LeadFacts = ReadonlyMap<string, Pick<BidderFacts, 'ineligible' | 'limit'>>

/** The lot's own bids and who of their bidders may hold the lead, to work out who is next in line. */
export type NextInLine = { history: NumberedEvent[]; bidders: LeadFacts }

export type Command =
  | { type: 'firm-bid'; bidder: Bidder; amount: Money; facts: BidderFacts }
  | { type: 'maximum'; bidder: Bidder; amount: Money; facts: BidderFacts }
  /** Lower the leader's own maximum to `amount`; null withdraws it as far as it is not committed. */
  | { type: 'lower-maximum'; bidder: Bidder; amount: Money | null; facts: BidderFacts }
  | { type: 'buy-now'; bidder: Bidder; facts: BidderFacts }
  /** Timed: at opensAt. Live: when the lot comes up. */
  | { type: 'open' }
  /**
   * `noServerMs`: how much of the lot's own time was lost because no server could take bids (`lostMs`). `line`: present where the leader
   * may not hold the lead any more, so that the lot goes to the next in line.
   */
  | { type: 'close'; noServerMs: number; line?: NextInLine }
  /** Live: gives the lot its full clock again after an outage. `noServerMs` as above. */
  | { type: 'restart-clock'; noServerMs: number }
  | { type: 'withdraw-lot'; cause: string }
  | { type: 'extend'; closesAt: number }
  | { type: 'pause'; cause: string }
  /** Goes on with the time that was left, which the lot's history holds. */
  | { type: 'resume'; cause: string; history: NumberedEvent[] }
  /** Recomputes the standing from the lot's own accepted bids without the voided ones and without those that are passed over. */
  | ({ type: 'void-bids'; voided: number[]; cause: string } & NextInLine)
  /** After a close below the reserve: the operator accepts the high bid that still binds. */
  | { type: 'approve'; cause?: string }
  /** What silence brings when it is due: first the bidder is freed, at the end the talk lapses. */
  | { type: 'lapse' }
  | { type: 'counter'; amount: Money; offerId: string }
  /** The amounts name the offer that is meant: one that was changed meanwhile is not accepted by mistake. */
  | { type: 'retract-counter'; amount: Money }
  | { type: 'accept-offer'; amount: Money }
  | { type: 'decline-offer'; amount: Money }
  | { type: 'end-talk'; cause: string }
  /** The high bidder shows his maximum to the seller as an offer; only he can. */
  | { type: 'show-maximum'; bidder: Bidder; facts: BidderFacts }
  | { type: 'offer'; bidder: Bidder; amount: Money; facts: BidderFacts }
  | { type: 'accept-counter'; bidder: Bidder; amount: Money; facts: BidderFacts }
  | { type: 'decline-counter'; bidder: Bidder; amount: Money; facts: BidderFacts }
  | { type: 'retract-offer'; bidder: Bidder; amount: Money; facts: BidderFacts }
  /** Undoes a sale: it was a mistake, or the buyer defaulted. */
  | { type: 'void-sale'; cause: string; defaulted: boolean }

/**
 * An event of a lot's history. `sequence`: its own; of a sealed event that of the public event it followed, and `sealedNumber` is its own
 * among the sealed events of the lot, from 1. Histories of older lots have changes of maximums with a sequence of their own.
 */
export type NumberedEvent = { sequence: number; event: LotEvent; sealedNumber?: number }

export type Decision = { ok: true; events: LotEvent[] } | { ok: false; rejection: Rejection }
