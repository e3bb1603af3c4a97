import type { BidMark, LotEvent } from './lot.ts'
import type { Bidder, Ineligible } from './bidder.ts'
import type { Money } from './money.ts'
import type { Rejection } from './rejection.ts'

/**
 * What a bidder may commit, in minor units. `committedElsewhere` excludes this lot. `totalOf`: the total of a price on this lot with
 * premium, fees and tax, which is the amount it commits. `why`: where the limit is zero because the bidder's is in another currency than
 * the lot. Source: the rulebook, "Bidding limit".
 */
export type BiddingLimit = {
  limit: Money
  committedElsewhere: Money
  totalOf: (price: Money) => Money
  why?: 'other-currency'
}

/** Facts about the bidder that the engine cannot see. The caller reads them under lock. */
export type BidderFacts = {
  /** Null: may bid. */
  ineligible: Ineligible | null
  /** Null: no bidding limit. */
  limit: BiddingLimit | null
  /** The bid id was already used for something else. */
  bidIdReused: boolean
}

/**
 * Why a bidder may not take over the lead, by bidder id; a bidder without an entry may hold it. Read under the lot's lock, as for a bid.
 * Source: the rulebook, "Who may hold the lead".
 */
export type LeadFacts = ReadonlyMap<string, Pick<BidderFacts, 'ineligible' | 'limit'>>

/** The lot's own bids, and which of their bidders may hold the lead, to determine who is next in line. */
export type NextInLine = { history: NumberedEvent[]; bidders: LeadFacts }

/**
 * Set where the auctioneer entered a client's bid. It is decided like any other. `seen`: the sequence of the standing they entered it on; a
 * bid on a standing that has moved since is refused. Without it the bid is taken on whatever stands.
 */
export type DeskEntry = { mark: BidMark; seen?: number | undefined }

export type Command =
  | { type: 'firm-bid'; bidder: Bidder; amount: Money; facts: BidderFacts; entry?: DeskEntry | undefined }
  | { type: 'maximum'; bidder: Bidder; amount: Money; facts: BidderFacts; entry?: DeskEntry | undefined }
  /** Lower the leader's own maximum to `amount`; null withdraws the part that isn't committed. */
  | { type: 'lower-maximum'; bidder: Bidder; amount: Money | null; facts: BidderFacts }
  | { type: 'buy-now'; bidder: Bidder; facts: BidderFacts }
  /** Timed: at opensAt. Live: when the lot comes up. */
  | { type: 'open' }
  /**
   * `noServerMs`: how much of the lot's own time was lost because no server could take bids (`lostMs`). `line`: present where the leader
   * may no longer hold the lead, so that the lot goes to the next in line.
   */
  | { type: 'close'; noServerMs: number; line?: NextInLine }
  /** Live: gives the lot its full clock again after an outage. `noServerMs` as above. */
  | { type: 'restart-clock'; noServerMs: number }
  /**
   * Live: the auctioneer announces the hammer, brings it down on a sale, or passes a lot that has no buyer. `seen`: the sequence of the standing they
   * decided on. The rest as for a close.
   */
  | { type: 'fair-warning' }
  | { type: 'hammer' | 'pass'; seen: number; noServerMs: number; line?: NextInLine }
  /** `canceledAt`: when the lot's auction was canceled (ms), if it was: an end that comes after that doesn't count. */
  | { type: 'withdraw-lot'; cause: string; canceledAt?: number | undefined }
  | { type: 'extend'; closesAt: number }
  | { type: 'pause'; cause: string }
  /** Resumes with the time that was left at the pause, which is read from `history`. */
  | { type: 'resume'; cause: string; history: NumberedEvent[] }
  /** Recomputes the standing from the lot's own accepted bids without the voided ones and without those that are passed over. */
  | ({ type: 'void-bids'; voided: number[]; cause: string } & NextInLine)
  /** After a close below the reserve: the operator accepts the high bid while it is binding. */
  | { type: 'approve'; cause?: string }
  /** What happens when a deadline passes without an answer: first the bidder is freed, later the negotiation lapses. */
  | { type: 'lapse' }
  | { type: 'counter'; amount: Money; offerId: string }
  /** `amount` names the offer, so that an offer changed in the meantime is not accepted by mistake. */
  | { type: 'retract-counter'; amount: Money }
  | { type: 'accept-offer'; amount: Money }
  | { type: 'decline-offer'; amount: Money }
  | { type: 'end-negotiation'; cause: string }
  /** The high bidder shows their maximum to the seller as an offer; only they can. */
  | { type: 'show-maximum'; bidder: Bidder; facts: BidderFacts }
  | { type: 'offer'; bidder: Bidder; amount: Money; facts: BidderFacts }
  | { type: 'accept-counter'; bidder: Bidder; amount: Money; facts: BidderFacts }
  | { type: 'decline-counter'; bidder: Bidder; amount: Money; facts: BidderFacts }
  | { type: 'retract-offer'; bidder: Bidder; amount: Money; facts: BidderFacts }
  /** Voids a sale: it was a mistake, or the buyer defaulted. */
  | { type: 'void-sale'; cause: string; defaulted: boolean }

/**
 * An event of a lot's history. `sequence`: its own; of a sealed event that of the public event it followed, and `sealedNumber` is its own
 * among the sealed events of the lot, from 1. Histories of older lots have changes of maximums with a sequence of their own.
 */
export type NumberedEvent = { sequence: number; event: LotEvent; sealedNumber?: number }

export type Decision = { ok: true; events: LotEvent[] } | { ok: false; rejection: Rejection }
