import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { Eligibility } from './eligibility.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Id, PageQuery } from './values.ts'

/** Where one stands on a lot that one bid on or watches. */
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
  /** One's own maximum while one leads, in minor units. */
  maximum: z.nullable(Amount),
  eligibility: Eligibility,
})
export type MyBid = z.infer<typeof MyBid>

export const myBids = endpoint({
  method: 'GET',
  path: '/api/my-bids',
  support: 'closed',
  access: 'complete',
  summary:
    'The lots one bids on or watches, those that still move first, page by page, with how many there are of each kind',
  query: z.extend(PageQuery, { position: z.optional(z.enum(MY_POSITIONS)) }),
  reply: z.object({
    items: z.array(MyBid),
    next: z.nullable(z.string()),
    /** Of all lots, whatever page and position are asked for. */
    counts: z.object({
      leading: z.int(),
      outbid: z.int(),
      won: z.int(),
      lost: z.int(),
      watching: z.int(),
    }),
    committed: Amount,
    limit: z.nullable(Amount),
  }),
})
