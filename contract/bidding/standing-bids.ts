import * as z from 'zod/mini'
import { LotStatus } from './bidding.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id } from '../platform/values.ts'

/** A lot on which an account has bids that count and that is not decided yet. `price` in minor units. */
export const StandingBid = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  currency: z.string(),
  status: LotStatus,
  price: z.nullable(Amount),
  /** The account leads it, or negotiates about it. */
  isLeading: z.boolean(),
})
export type StandingBid = z.infer<typeof StandingBid>

export const readStandingBids = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:accountId/standing-bids',
  access: 'reviewer',
  summary: 'Lots on which suspending the account would void bids or end a negotiation',
  params: z.object({ accountId: Id }),
  reply: z.object({ items: z.array(StandingBid) }),
})
