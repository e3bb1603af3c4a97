import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BuyNowUntil } from './sale-terms.ts'
import { Amount, Id, Instant, oneLine, plainText } from './values.ts'

const DurationMs = z.int().check(z.gte(0), z.lte(86_400_000))
const OfSale = z.object({ auctionId: Id })

/** What an auctioneer says of a sale. In a live sale `lotEveryMs` has no meaning, in a timed one `liveStartMs`. */
export const SaleEntry = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(160), oneLine),
  kind: z.enum(['timed', 'live']),
  location: z.string().check(z.minLength(1), z.maxLength(120), oneLine),
  description: z.string().check(z.maxLength(4000), plainText),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'Use a currency code of three letters.')),
  opensAt: Instant,
  startsAt: Instant,
  lotEveryMs: DurationMs,
  liveStartMs: DurationMs,
  extensionWindowMs: DurationMs,
  extensionMs: DurationMs,
  /** No bid moves an end past it. Left out: as it was, and none in a new sale. */
  hardEndAt: z.optional(z.nullable(Instant)),
  /** Left out: as it was, and `reserve-met` in a new sale. */
  buyNowUntil: z.optional(BuyNowUntil),
  /** How far a timed lot is moved that lost its last minutes to an outage. Left out: as it was, and ten minutes in a new sale. */
  outageExtensionMs: z.optional(DurationMs),
  bidUnit: Amount,
  /** Bands of [price from, increment] in minor units. */
  ladder: z.array(z.tuple([Amount, Amount])).check(z.maxLength(40)),
})
export type SaleEntry = z.infer<typeof SaleEntry>

export const SALE_STATES = ['draft', 'scheduled', 'running', 'ended'] as const

/** A sale as staff see it: `draft` until it is published. `lotCount`: lots that are. */
export const StaffSale = z.object({
  ...SaleEntry.shape,
  hardEndAt: z.nullable(Instant),
  buyNowUntil: BuyNowUntil,
  outageExtensionMs: DurationMs,
  id: Id,
  state: z.enum(SALE_STATES),
  endsAt: z.nullable(Instant),
  lotCount: z.int(),
  heroPhoto: z.nullable(z.string()),
})
export type StaffSale = z.infer<typeof StaffSale>

export const SALE_SORTS = ['title', 'lots', 'opens', 'ends', 'place'] as const

const SaleFilter = {
  /** Part of the title or of the place. */
  q: z.optional(z.string().check(z.maxLength(120))),
  /** `not-begun`: drafts and scheduled ones. */
  state: z.optional(z.enum([...SALE_STATES, 'not-begun'])),
  /** Drafts first, then the newest, unless said otherwise. */
  sort: z.optional(z.enum(SALE_SORTS)),
  order: z.optional(z.enum(['up', 'down'])),
}

export const listSales = endpoint({
  method: 'GET',
  path: '/api/admin/sales',
  access: 'staff',
  summary: 'All sales, drafts too; find, filter, sort and page',
  query: z.object({ ...SaleFilter, page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))) }),
  reply: z.object({ items: z.array(StaffSale), page: z.int(), pages: z.int(), count: z.int() }),
})

export const exportSales = endpoint({
  method: 'GET',
  path: '/api/admin/sales-csv',
  access: 'staff',
  audit: { act: 'export-sales', of: 'auction' },
  summary: 'The found sales as CSV',
  query: z.object(SaleFilter),
  reply: null,
  media: 'text/csv',
})

export const readStaffSale = endpoint({
  method: 'GET',
  path: '/api/admin/sales/:auctionId',
  access: 'staff',
  summary: 'A sale with all its terms, published or not',
  params: OfSale,
  reply: StaffSale,
})

export const enterSale = endpoint({
  method: 'POST',
  path: '/api/admin/sales',
  access: 'auctioneer',
  summary: 'Enter a sale, not yet published; the id is the client’s, so that it may be sent again',
  body: z.object({ id: Id, entry: SaleEntry }),
  reply: StaffSale,
  status: 201,
})

export const changeSale = endpoint({
  method: 'PUT',
  path: '/api/admin/sales/:auctionId',
  access: 'auctioneer',
  summary: 'Change a sale that is not published',
  params: OfSale,
  body: z.object({ entry: SaleEntry }),
  reply: StaffSale,
  rejections: ['sale-published'],
})

export const cloneSale = endpoint({
  method: 'POST',
  path: '/api/admin/sales/:auctionId/clone',
  access: 'auctioneer',
  summary: 'A new sale with the terms of another, without its lots, at another time',
  params: OfSale,
  body: z.object({ id: Id, title: SaleEntry.shape.title, opensAt: Instant, startsAt: Instant }),
  reply: StaffSale,
  status: 201,
})

export const publishSale = endpoint({
  method: 'POST',
  path: '/api/admin/sales/:auctionId/publish',
  access: 'auctioneer',
  summary: 'Publish a sale with every lot entered in it: from now on everybody sees it and its terms are frozen',
  params: OfSale,
  reply: StaffSale,
  rejections: ['sale-empty', 'sale-begun'],
})
