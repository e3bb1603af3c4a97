import type { Increments } from './increments.ts'
import type { Money } from './money.ts'

/** How an auction ends its lots: each at its own time, or one after another on the block. */
export type AuctionKind = 'timed' | 'live'

/** When a buy-now offer lapses: at the first bid that meets the reserve, or when the price reaches the buy-now price. */
export type BuyNowUntil = 'reserve-met' | 'price-reached'

/**
 * The terms of a lot, fixed when it is published. Amounts in minor units, instants in ms since the epoch, durations in ms.
 * Source: the rulebook, "Terms of a lot".
 */
export type Terms = {
  auctionKind: AuctionKind
  openingBid: Money
  /** Secret. Met as soon as the leader's maximum reaches it. */
  reserve: Money | null
  buyNow: Money | null
  buyNowUntil: BuyNowUntil
  /** Every amount is a whole multiple of this. */
  bidUnit: Money
  increments: Increments
  /** Null in a live auction until the lot comes up. */
  opensAt: number | null
  /** Null in a live auction until the lot comes up. */
  scheduledCloseAt: number | null
  extensionWindowMs: number
  extensionMs: number
  /** Extensions never exceed this instant, if the auction sets one. */
  hardEndAt: number | null
  /** How long a lot in a live auction runs from the moment it comes up. */
  liveStartMs: number
  /** How long a lot that was due during an outage is extended. */
  outageExtensionMs: number
  /** After a close below the reserve: how long the high bidder is bound, and how long offers stay open after. Default: a day each. */
  negotiations?: NegotiationTerms
}

export type NegotiationTerms = { boundMs: number; freeMs: number }
