import type { Ladder } from './ladder.ts'
import type { Money } from './money.ts'

/** How a sale ends its lots: each at its own time, or one after another on the block. */
export type SaleKind = 'timed' | 'live'

/** When a buy-now offer lapses: at the first bid that meets the reserve, or when the price reaches the buy-now price. */
export type BuyNowUntil = 'reserve-met' | 'price-reached'

/**
 * What a lot is sold on, fixed when it is published. Amounts in minor units, instants in ms since the epoch, durations in ms.
 * Source: the rulebook, "Terms of a lot".
 */
export type Terms = {
  saleKind: SaleKind
  openingBid: Money
  /** Secret. Met as soon as the leader's maximum reaches it. */
  reserve: Money | null
  buyNow: Money | null
  buyNowUntil: BuyNowUntil
  /** Every amount is a whole multiple of it. */
  bidUnit: Money
  ladder: Ladder
  /** Null in a live sale until the lot comes up. */
  opensAt: number | null
  /** Null in a live sale until the lot comes up. */
  scheduledCloseAt: number | null
  extensionWindowMs: number
  extensionMs: number
  /** Extensions never pass this instant, where the sale sets one. */
  hardEndAt: number | null
  /** How long a lot in a live sale runs from the moment it comes up. */
  liveStartMs: number
  /** How far a lot that fell due during an outage is moved. */
  outageExtensionMs: number
  /** After a close below the reserve: how long the high bidder is bound, and how long either side may go on talking. Else a day each. */
  talks?: TalkTerms
}

export type TalkTerms = { boundMs: number; freeMs: number }
