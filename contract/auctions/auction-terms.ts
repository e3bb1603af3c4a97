import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant } from '../platform/values.ts'
import { OwnCosts } from './own-costs.ts'

/**
 * How long a lot can be bought at its buy-now price: until the first bid that meets its reserve (without a reserve, any bid does), or until
 * the price reaches the buy-now price. Source: the rulebook, "What a bidder can do".
 */
export const BuyNowUntil = z.enum(['reserve-met', 'price-reached'])

/** The terms of all lots of an auction. Amounts in minor units of the auction's currency, durations in ms. */
export const AuctionTerms = z.object({
  bidUnit: Amount,
  increments: z.array(z.tuple([Amount, Amount])),
  extensionWindowMs: z.int(),
  extensionMs: z.int(),
  /** Extensions by bids never exceed it. */
  hardEndAt: z.nullable(Instant),
  buyNowUntil: BuyNowUntil,
  /** Timed: how long a lot is extended that lost more than a minute of its last five to an outage. */
  outageExtensionMs: z.int(),
  /** How long a lot of a live auction runs from the moment it comes up. */
  liveStartMs: z.int(),
  /** Timed: how long after one lot’s planned end the next one ends. */
  lotEveryMs: z.int(),
  /** What its lots have instead of the company's premium and tax, unless a lot has its own; null: nothing. */
  costs: z.nullable(OwnCosts),
})
export type AuctionTerms = z.infer<typeof AuctionTerms>

export const readAuctionTerms = endpoint({
  method: 'GET',
  path: '/api/auctions/:auctionId/terms',
  access: 'visitor',
  summary: 'The terms that apply to all lots of an auction',
  params: z.object({ auctionId: Id }),
  reply: AuctionTerms,
})
