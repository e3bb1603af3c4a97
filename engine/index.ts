export { buyNowOffered } from './buy-now.ts'
export type { BiddingLimit, Command, BidderFacts, Decision, DeskEntry, LeadFacts, NumberedEvent } from './command.ts'
export { decide } from './decide.ts'
export { evolve, initialLot } from './evolve.ts'
export { increment, checkIncrements, DEFAULT_INCREMENTS, EBAY_INCREMENTS, type Increments } from './increments.ts'
export { nextBid } from './next-bid.ts'
export { goneBefore, liveBids } from './next-in-line.ts'
export {
  isSealed,
  type BidKind,
  type BidMark,
  type LotEvent,
  type LotState,
  type LotStatus,
  type SealedEvent,
  type Side,
  type Negotiation,
} from './lot.ts'
export type { Bidder, Ineligible, Paddle } from './bidder.ts'
export { isMoney, MONEY_MAX, type Money } from './money.ts'
export { isOutage, lostMs, type Absence } from './outage.ts'
export type { Reason } from './reason.ts'
export { REJECTION_CODES, type Rejection, type RejectionCode } from './rejection.ts'
export { replay, type ReplayEntry, type ReplayResult } from './replay.ts'
export type { BuyNowUntil, AuctionKind, NegotiationTerms, Terms } from './terms.ts'
