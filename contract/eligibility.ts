import * as z from 'zod/mini'
import { CAN_BID } from './can-bid.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Id } from './values.ts'

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
