import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Instant } from './values.ts'

/**
 * How long a lot can be bought at once: until the first bid that meets its reserve (without a reserve, any bid does), or until the price
 * reaches the buy-now price. Source: the rulebook, "What a bidder can do".
 */
export const BuyNowUntil = z.enum(['reserve-met', 'price-reached'])

/** What all lots of a sale are sold on. Amounts in minor units of the sale's currency, durations in ms. */
export const SaleTerms = z.object({
  bidUnit: Amount,
  ladder: z.array(z.tuple([Amount, Amount])),
  extensionWindowMs: z.int(),
  extensionMs: z.int(),
  /** Extensions by bids never pass it. */
  hardEndAt: z.nullable(Instant),
  buyNowUntil: BuyNowUntil,
  /** Timed: how far a lot is moved that lost more than a minute of its last five to an outage. */
  outageExtensionMs: z.int(),
  /** How long a lot of a live sale runs from the moment it comes up. */
  liveStartMs: z.int(),
  /** Timed: how long after one lot’s planned end the next one ends. */
  lotEveryMs: z.int(),
})
export type SaleTerms = z.infer<typeof SaleTerms>

export const readSaleTerms = endpoint({
  method: 'GET',
  path: '/api/auctions/:auctionId/terms',
  access: 'visitor',
  summary: 'What all lots of a sale are sold on',
  params: z.object({ auctionId: Id }),
  reply: SaleTerms,
})
