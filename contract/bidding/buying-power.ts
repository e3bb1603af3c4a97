import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id } from '../platform/values.ts'

/** `committed` is the sum of the others. */
const Sums = z.object({
  committed: Amount,
  /** Maximums on open lots where the person leads. Being outbid frees them immediately. */
  atRisk: Amount,
  /** Maximums on lots that closed below their reserve and are not decided yet. */
  inNegotiations: Amount,
  /** The unpaid part of the person's purchases. */
  owed: Amount,
})

/**
 * What a bidder has committed and may still commit, in minor units of total cost: a maximum counts with premium, fees and tax. All in
 * `currency`, the company's, except where another is named: amounts of two currencies are never added.
 */
export const BuyingPower = z.extend(Sums, {
  currency: z.string(),
  /** Null: no bidding limit outside of `auctions`. With one, a lot in another currency needs a limit for its auction. */
  limit: z.nullable(Amount),
  /** What may still be committed outside of `auctions`; null without a limit. */
  free: z.nullable(Amount),
  /** What is committed in each other currency; none of it counts against `limit`. */
  others: z.array(z.extend(Sums, { currency: z.string() })),
  /** Auctions with a limit of their own, which alone counts there and counts nothing else. */
  auctions: z.array(z.object({ auctionId: Id, title: z.string(), currency: z.string(), limit: Amount, free: Amount })),
})
export type BuyingPower = z.infer<typeof BuyingPower>

export const readBuyingPower = endpoint({
  method: 'GET',
  path: '/api/buying-power',
  support: 'closed',
  access: 'complete',
  summary: 'Your committed total, how much of it is in leading bids, and what is free under your bidding limit',
  reply: BuyingPower,
})
