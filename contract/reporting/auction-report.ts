import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant } from '../platform/values.ts'
import { type ReportColumn, shareOf } from './report-table.ts'

export const LOT_RESULTS = {
  sold: 'Sold',
  'reserve-not-met': 'Reserve not met',
  passed: 'Passed',
  withdrawn: 'Withdrawn',
  open: 'Open',
  scheduled: 'Scheduled',
} as const

const LotLine = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  body: z.string(),
  make: z.string(),
  result: z.enum(Object.keys(LOT_RESULTS) as (keyof typeof LOT_RESULTS)[]),
  currency: z.string(),
  /** The last price; null: no bids. */
  price: z.nullable(Amount),
  reserve: z.nullable(Amount),
  /** The middle of the estimate. */
  guide: z.nullable(Amount),
  bids: z.int(),
  bidders: z.int(),
  watchers: z.int(),
  /** Members who opened the lot's page. */
  views: z.int(),
})
export type LotLine = z.infer<typeof LotLine>

/** Of sold lots with a reserve, and of those with an estimate: their prices, and what these are compared with. */
const LotSums = z.object({
  group: z.string(),
  currency: z.string(),
  offered: z.int(),
  /** Of the offered ones; the sold rate is theirs. */
  ended: z.int(),
  sold: z.int(),
  hammer: Amount,
  bids: z.int(),
  reserved: z.object({ price: Amount, reserve: Amount }),
  guided: z.object({ price: Amount, guide: Amount }),
})
export type LotSums = z.infer<typeof LotSums>

/** Different people: who opened a lot's page, watched it or bid on it; who watched or bid; who bid; who bought. */
const Reach = z.object({ viewers: z.int(), interested: z.int(), bidders: z.int(), buyers: z.int() })

const OfAuction = z.object({ auctionId: Id })

export const readAuctionReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/auctions/:auctionId',
  access: 'auctioneer',
  summary:
    'How an auction went: sold rate by body and make, prices against reserves and guide prices, conversion from viewers to buyers; every lot',
  params: OfAuction,
  reply: z.object({
    auctionId: Id,
    title: z.string(),
    startsAt: Instant,
    currency: z.string(),
    all: LotSums,
    byBody: z.array(LotSums),
    byMake: z.array(LotSums),
    people: Reach,
    lots: z.array(LotLine),
  }),
})
export type AuctionReport = z.infer<typeof readAuctionReport.reply>

export const exportAuctionReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/auctions/:auctionId/csv',
  access: 'auctioneer',
  audit: { action: 'export-auction-report', of: 'auction' },
  summary: 'The lots of an auction with their results as CSV',
  params: OfAuction,
  reply: null,
  media: 'text/csv',
})

export const printAuctionReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/auctions/:auctionId/pdf',
  access: 'auctioneer',
  audit: { action: 'print-auction-report', of: 'auction' },
  summary: 'The report of an auction as PDF',
  params: OfAuction,
  reply: null,
  media: 'application/pdf',
})

/** The columns of a group of lots, such as those of one body. */
export function groupColumns(name: string): ReportColumn<LotSums>[] {
  return [
    { label: name, kind: 'text', width: 22, of: ({ group }) => group },
    { label: 'Lots', kind: 'count', width: 8, of: ({ offered }) => offered },
    { label: 'Sold', kind: 'count', width: 8, of: ({ sold }) => sold },
    { label: 'Sold rate', kind: 'share', width: 10, of: ({ sold, ended }) => shareOf(sold, ended) },
    { label: 'Hammer total', kind: 'money', width: 18, of: ({ hammer }) => hammer },
    {
      label: 'Average',
      kind: 'money',
      width: 14,
      of: ({ hammer, sold }) => (sold === 0 ? null : Math.round(hammer / sold)),
    },
    { label: 'Of reserve', kind: 'share', width: 10, of: ({ reserved }) => shareOf(reserved.price, reserved.reserve) },
    { label: 'Of guide', kind: 'share', width: 10, of: ({ guided }) => shareOf(guided.price, guided.guide) },
  ]
}

export const LOT_COLUMNS: ReportColumn<LotLine>[] = [
  { label: 'Lot', kind: 'text', width: 5, of: ({ lotNumber }) => String(lotNumber) },
  { label: 'Vehicle', kind: 'text', width: 20, of: ({ title }) => title },
  { label: 'Result', kind: 'text', width: 10, of: ({ result }) => LOT_RESULTS[result] },
  { label: 'Price', kind: 'money', width: 10, of: ({ price }) => price },
  { label: 'Reserve', kind: 'money', width: 10, of: ({ reserve }) => reserve },
  { label: 'Of reserve', kind: 'share', width: 6, of: ({ price, reserve }) => partOf(price, reserve) },
  { label: 'Guide', kind: 'money', width: 10, of: ({ guide }) => guide },
  { label: 'Of guide', kind: 'share', width: 6, of: ({ price, guide }) => partOf(price, guide) },
  { label: 'Bids', kind: 'count', width: 5, of: ({ bids }) => bids },
  { label: 'Bidders', kind: 'count', width: 6, of: ({ bidders }) => bidders },
  { label: 'Watchers', kind: 'count', width: 7, of: ({ watchers }) => watchers },
  { label: 'Views', kind: 'count', width: 5, of: ({ views }) => views },
]

function partOf(price: number | null, whole: number | null): number | null {
  return price === null || whole === null ? null : shareOf(price, whole)
}
