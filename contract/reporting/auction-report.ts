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
  bids: z.int(),
  bidders: z.int(),
  watchers: z.int(),
})
export type LotLine = z.infer<typeof LotLine>

/** `guided`: sold lots with a reserve, which is the guide that prices are compared with; their prices and reserves. */
const LotSums = z.object({
  group: z.string(),
  currency: z.string(),
  offered: z.int(),
  sold: z.int(),
  hammer: Amount,
  bids: z.int(),
  guided: z.object({ price: Amount, reserve: Amount }),
})
export type LotSums = z.infer<typeof LotSums>

/** Different people: who watched or bid on a lot, who bid, who bought. */
const Reach = z.object({ interested: z.int(), bidders: z.int(), buyers: z.int() })

const OfAuction = z.object({ auctionId: Id })

export const readAuctionReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/auctions/:auctionId',
  access: 'auctioneer',
  summary:
    'How an auction went: sold rate by body and make, prices against reserves, bidders and conversion; every lot',
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
    { label: name, kind: 'text', width: 24, of: ({ group }) => group },
    { label: 'Lots', kind: 'count', width: 9, of: ({ offered }) => offered },
    { label: 'Sold', kind: 'count', width: 9, of: ({ sold }) => sold },
    { label: 'Sold rate', kind: 'share', width: 12, of: ({ sold, offered }) => shareOf(sold, offered) },
    { label: 'Hammer total', kind: 'money', width: 18, of: ({ hammer }) => hammer },
    {
      label: 'Average',
      kind: 'money',
      width: 16,
      of: ({ hammer, sold }) => (sold === 0 ? null : Math.round(hammer / sold)),
    },
    { label: 'Of reserve', kind: 'share', width: 12, of: ({ guided }) => shareOf(guided.price, guided.reserve) },
  ]
}

export const LOT_COLUMNS: ReportColumn<LotLine>[] = [
  { label: 'Lot', kind: 'text', width: 7, of: ({ lotNumber }) => String(lotNumber) },
  { label: 'Vehicle', kind: 'text', width: 27, of: ({ title }) => title },
  { label: 'Result', kind: 'text', width: 14, of: ({ result }) => LOT_RESULTS[result] },
  { label: 'Price', kind: 'money', width: 13, of: ({ price }) => price },
  { label: 'Reserve', kind: 'money', width: 13, of: ({ reserve }) => reserve },
  {
    label: 'Of reserve',
    kind: 'share',
    width: 9,
    of: ({ price, reserve }) => (price === null || reserve === null ? null : shareOf(price, reserve)),
  },
  { label: 'Bids', kind: 'count', width: 5, of: ({ bids }) => bids },
  { label: 'Bidders', kind: 'count', width: 6, of: ({ bidders }) => bidders },
  { label: 'Watchers', kind: 'count', width: 6, of: ({ watchers }) => watchers },
]
