import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { BuyNowUntil } from './auction-terms.ts'
import { OwnCosts } from './own-costs.ts'
import { Amount, Id, Instant, oneLine, PlannedInstant, plainText, SetPrice } from '../platform/values.ts'

const DAY_AT_MOST = z.lte(86_400_000, 'Enter a day at most.')
const DurationMs = z.int().check(z.gte(0, 'Enter a duration of 0 or more.'), DAY_AT_MOST)
const PositiveDurationMs = z.int().check(z.gte(1, 'Enter a duration above zero.'), DAY_AT_MOST)
const OfAuction = z.object({ auctionId: Id })

/** What an auctioneer enters for an auction. In a live auction `lotEveryMs` has no meaning, in a timed one `liveStartMs`. */
export const AuctionEntry = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(160), oneLine),
  kind: z.enum(['timed', 'live']),
  location: z.string().check(z.minLength(1), z.maxLength(120), oneLine),
  description: z.string().check(z.maxLength(4000), plainText),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Use a currency code of three letters.')),
  opensAt: PlannedInstant,
  startsAt: PlannedInstant,
  lotEveryMs: PositiveDurationMs,
  liveStartMs: PositiveDurationMs,
  extensionWindowMs: DurationMs,
  extensionMs: DurationMs,
  /** No bid extends a lot past it. Omitted: unchanged; none in a new auction. */
  hardEndAt: z.optional(z.nullable(PlannedInstant)),
  /** Omitted: unchanged; `reserve-met` in a new auction. */
  buyNowUntil: z.optional(BuyNowUntil),
  /** How long a timed lot is extended that lost its last minutes to an outage. Omitted: unchanged; ten minutes in a new auction. */
  outageExtensionMs: z.optional(PositiveDurationMs),
  bidUnit: SetPrice,
  /** Bands of [price from, increment] in minor units. */
  increments: z
    .array(z.tuple([Amount, SetPrice]))
    .check(z.minLength(1, 'The bid increments need at least one band.'), z.maxLength(40)),
  /** Of lots that are published from now on. Omitted: unchanged; the company's in a new auction. */
  costs: z.optional(z.nullable(OwnCosts)),
})
export type AuctionEntry = z.infer<typeof AuctionEntry>

export const AUCTION_STATES = ['draft', 'scheduled', 'running', 'ended', 'canceled'] as const
export const AUCTION_STATE_WORDS = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Running',
  ended: 'Ended',
  canceled: 'Canceled',
}
export const AUCTION_KIND_WORDS = { timed: 'Timed', live: 'Live' }

/** An auction as staff see it: `draft` until it is published. `lotCount`: published lots. */
export const StaffAuction = z.object({
  ...AuctionEntry.shape,
  opensAt: Instant,
  startsAt: Instant,
  hardEndAt: z.nullable(Instant),
  buyNowUntil: BuyNowUntil,
  outageExtensionMs: PositiveDurationMs,
  costs: z.nullable(OwnCosts),
  id: Id,
  state: z.enum(AUCTION_STATES),
  endsAt: z.nullable(Instant),
  lotCount: z.int(),
  heroPhoto: z.nullable(z.string()),
})
export type StaffAuction = z.infer<typeof StaffAuction>

/** Drafts first, then the newest, unless said otherwise. `not-begun`: drafts and scheduled ones. */
export const listAuctions = adminList({
  path: '/api/admin/auctions',
  name: 'auctions',
  access: 'staff',
  subject: 'auction',
  summary: 'All auctions, including drafts; search, filter, sort and page',
  item: StaffAuction,
  columns: {
    title: { label: 'Auction', kind: 'link', sort: 'up' },
    state: { label: 'State', kind: 'status', words: AUCTION_STATE_WORDS },
    kind: { label: 'Kind', kind: 'status', words: AUCTION_KIND_WORDS },
    lots: { label: 'Lots', kind: 'number', of: 'lotCount', sort: 'down' },
    opens: { label: 'Opens', kind: 'instant', of: 'opensAt', sort: 'down' },
    starts: { label: 'First lot', kind: 'instant', of: 'startsAt', in: 'file' },
    ends: { label: 'Last lot closes', fileLabel: 'Last lot ends', kind: 'instant', of: 'endsAt', sort: 'down' },
    place: { label: 'Location', fileLabel: 'Place', kind: 'text', of: 'location', sort: 'up' },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    id: { label: 'Id', kind: 'text', in: 'file' },
  },
  filters: {
    q: { kind: 'search', label: 'Title or location' },
    state: {
      kind: 'choice',
      label: 'State',
      options: { ...AUCTION_STATE_WORDS, 'not-begun': 'Not begun' },
    },
  },
  order: null,
  csv: 'staff',
})

export const readStaffAuction = endpoint({
  method: 'GET',
  path: '/api/admin/auctions/:auctionId',
  access: 'staff',
  summary: 'An auction with all its terms, published or not',
  params: OfAuction,
  reply: StaffAuction,
})

export const enterAuction = endpoint({
  method: 'POST',
  path: '/api/admin/auctions',
  access: 'auctioneer',
  summary: 'Create a draft auction; the client chooses the id, so the request can be retried',
  body: z.object({ id: Id, entry: AuctionEntry }),
  reply: StaffAuction,
  status: 201,
  rejections: ['already-saved'],
})

export const changeAuction = endpoint({
  method: 'PUT',
  path: '/api/admin/auctions/:auctionId',
  access: 'auctioneer',
  summary: 'Update a draft auction',
  params: OfAuction,
  body: z.object({ entry: AuctionEntry }),
  reply: StaffAuction,
  rejections: ['auction-published'],
})

export const cloneAuction = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/clone',
  access: 'auctioneer',
  summary: 'Copy the terms of an auction to a new one at another time, without its lots',
  params: OfAuction,
  body: z.object({ id: Id, title: AuctionEntry.shape.title, opensAt: PlannedInstant, startsAt: PlannedInstant }),
  reply: StaffAuction,
  status: 201,
  rejections: ['already-saved'],
})

export const publishAuction = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/publish',
  access: 'auctioneer',
  summary: 'Publish an auction with all its lots; it becomes public and its terms are frozen',
  params: OfAuction,
  reply: StaffAuction,
  rejections: ['auction-empty', 'auction-begun', 'auction-canceled', 'checklist-blocks'],
})
