import * as z from 'zod/mini'
import { CAN_BID } from './can-bid.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id } from '../platform/values.ts'

/** The server's answer for the lowest bid it would accept now. Ignores prices for people who may not see them. */
export const Eligibility = z.object({
  lotId: Id,
  can: z.enum(CAN_BID),
  /** With `over-limit`: by how much the lowest bid would exceed it, in minor units. */
  overBy: z.nullable(Amount),
})
export type Eligibility = z.infer<typeof Eligibility>

export const readEligibility = endpoint({
  method: 'GET',
  path: '/api/eligibility',
  support: 'closed',
  access: 'visitor',
  summary: 'Whether you can bid on up to 100 lots by id, and if not, what is missing',
  query: z.object({ lots: z.string().check(z.maxLength(4000)) }),
  reply: z.object({ items: z.array(Eligibility) }),
})
