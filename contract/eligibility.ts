import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id } from './values.ts'

/** Whether a person can bid on a lot, or the first thing that stands between, in the order in which a bid is judged. */
export const CAN_BID = [
  'bid',
  /** A live lot that has not come up yet: a maximum can be left. */
  'leave-maximum',
  'log-in',
  'pay-fee',
  'send-document',
  'await-check',
  'suspended',
  'no-such-lot',
  'own-lot',
  'not-open',
  /** The auctioneer has stopped the clock. */
  'paused',
  'closed',
  'withdrawn',
  'over-limit',
] as const

/** The answer of the house for the least bid that would be taken now. Prices play no part for people who may not see them. */
export const Eligibility = z.object({
  lotId: Id,
  can: z.enum(CAN_BID),
  /** With `over-limit`: by how much the least bid would be over it, in minor units. */
  overBy: z.nullable(Amount),
})
export type Eligibility = z.infer<typeof Eligibility>

export const readEligibility = endpoint({
  method: 'GET',
  path: '/api/eligibility',
  support: 'closed',
  access: 'visitor',
  summary: 'Whether one can bid on up to 100 named lots, and if not, what stands between',
  query: z.object({ lots: z.string().check(z.maxLength(4000)) }),
  reply: z.object({ items: z.array(Eligibility) }),
})
