import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { Eligibility } from './eligibility.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, PageQuery } from '../platform/values.ts'

/** The person's position on a lot that they bid on or watch. */
export const MY_POSITIONS = ['leading', 'outbid', 'won', 'lost', 'watching'] as const
export type MyPosition = (typeof MY_POSITIONS)[number]

export const MyBid = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  heroPhoto: z.nullable(z.string()),
  currency: z.string(),
  standing: Standing,
  position: z.enum(MY_POSITIONS),
  /** The person's own maximum while they lead, in minor units. */
  maximum: z.nullable(Amount),
  eligibility: Eligibility,
})
export type MyBid = z.infer<typeof MyBid>

export const myBids = endpoint({
  method: 'GET',
  path: '/api/my-bids',
  support: 'closed',
  access: 'complete',
  summary: 'The lots you bid on or watch, active ones first, paged, with a count of each kind',
  query: z.extend(PageQuery, { position: z.optional(z.enum(MY_POSITIONS)) }),
  reply: z.object({
    items: z.array(MyBid),
    next: z.nullable(z.string()),
    /** Across all lots, whatever page and position are requested. */
    counts: z.object({
      leading: z.int(),
      outbid: z.int(),
      won: z.int(),
      lost: z.int(),
      watching: z.int(),
    }),
    /** The company's currency, in which the rest is; `/api/buying-power` has the others. */
    currency: z.string(),
    committed: Amount,
    limit: z.nullable(Amount),
  }),
})
