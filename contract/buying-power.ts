import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount } from './values.ts'

/**
 * What a bidder has committed and may still commit, in minor units of total cost: a maximum counts with premium, fees and tax.
 * `committed` is the sum of `atRisk`, `inTalks` and `owed`.
 */
export const BuyingPower = z.object({
  /** Null: no bidding limit. */
  limit: z.nullable(Amount),
  /** What may still be committed; null without a limit. */
  free: z.nullable(Amount),
  committed: Amount,
  /** Maximums on lots one leads that still take bids: an outbid frees them at once. */
  atRisk: Amount,
  /** Maximums on lots that closed below their reserve and are not decided yet. */
  inTalks: Amount,
  /** What is not paid yet of lots one bought. */
  owed: Amount,
})
export type BuyingPower = z.infer<typeof BuyingPower>

export const readBuyingPower = endpoint({
  method: 'GET',
  path: '/api/buying-power',
  support: 'closed',
  access: 'complete',
  summary: 'What one has committed, what of it is at risk, and what is free under one’s bidding limit',
  reply: BuyingPower,
})
