import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant } from '../platform/values.ts'
import { CompanyTerms } from './company-terms.ts'

/** An instant in an address. */
export const AsInstant = z.coerce.number().check(z.int(), z.gte(0), z.lte(253_402_300_799_999))

export const AuctionState = z.enum(['scheduled', 'running', 'ended'])

/** An auction as the public sees it. */
export const Auction = z.object({
  id: Id,
  title: z.string(),
  kind: z.enum(['timed', 'live']),
  state: AuctionState,
  location: z.string(),
  description: z.string(),
  currency: z.string(),
  opensAt: Instant,
  /** First lot's planned end (timed) or the moment the first lot comes up (live). */
  startsAt: Instant,
  /** Last lot's planned end; null for a live auction. */
  endsAt: z.nullable(Instant),
  lotCount: z.int(),
  heroPhoto: z.nullable(z.string()),
})
export type Auction = z.infer<typeof Auction>

export const listAuctions = endpoint({
  method: 'GET',
  path: '/api/auctions',
  access: 'visitor',
  summary: 'Running, upcoming and past auctions',
  query: z.object({
    state: z.optional(AuctionState),
    from: z.optional(AsInstant),
    to: z.optional(AsInstant),
  }),
  reply: z.object({ items: z.array(Auction) }),
  etag: true,
})

export const readAuction = endpoint({
  method: 'GET',
  path: '/api/auctions/:auctionId',
  access: 'visitor',
  summary: 'One auction',
  params: z.object({ auctionId: Id }),
  reply: Auction,
  etag: true,
})

export const companyTerms = endpoint({
  method: 'GET',
  path: '/api/company-terms',
  access: 'visitor',
  summary: 'Our standard fees, increments and times',
  reply: CompanyTerms,
  etag: true,
})
