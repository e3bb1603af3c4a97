import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Day, Id } from '../platform/values.ts'
import { type ReportColumn, shareOf } from './report-table.ts'

const Month = z.object({
  /** The first day. */
  month: Day,
  currency: z.string(),
  ended: z.int(),
  sold: z.int(),
  hammer: Amount,
  /** As booked, net of credits. */
  fees: z.int(),
  /** Commission and fees of sellers. */
  commissions: z.int(),
  memberships: z.int(),
  newMembers: z.int(),
})
export type Month = z.infer<typeof Month>

const Year = z.coerce.number().check(z.int(), z.gte(2000), z.lte(2200))
const OfYear = z.object({ year: Year })

const CSV = { method: 'GET', reply: null, media: 'text/csv' } as const
const PDF = { method: 'GET', reply: null, media: 'application/pdf' } as const

/** An auction that has begun; `auctionId` and `startedOn` are null in the sum of all auctions in one currency. */
const AuctionYear = z.object({
  auctionId: z.nullable(Id),
  title: z.string(),
  /** In the company's time zone. */
  startedOn: z.nullable(Day),
  currency: z.string(),
  /** Lots without those withdrawn: sold, not sold, and still to end. */
  offered: z.int(),
  sold: z.int(),
  unsold: z.int(),
  toEnd: z.int(),
  withdrawn: z.int(),
  hammer: Amount,
  /** What buyers are invoiced above the hammer price, before tax, without canceled invoices. */
  fees: Amount,
})
export type AuctionYear = z.infer<typeof AuctionYear>

export const readAuctionsReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/years',
  access: 'auctioneer',
  summary: 'What each auction that began in a year offered and sold, with a sum for each currency',
  query: OfYear,
  reply: z.object({ year: z.int(), rows: z.array(AuctionYear), sums: z.array(AuctionYear) }),
})

export const exportAuctionsReport = endpoint({
  ...CSV,
  path: '/api/admin/reports/years/csv',
  access: 'auctioneer',
  audit: { action: 'export-auctions-report', of: 'report' },
  summary: 'The auctions of a year and their sums as CSV',
  query: OfYear,
})

export const printAuctionsReport = endpoint({
  ...PDF,
  path: '/api/admin/reports/years/pdf',
  access: 'auctioneer',
  audit: { action: 'print-auctions-report', of: 'report' },
  summary: 'The auctions of a year and their sums as PDF',
  query: OfYear,
})

export const readMonthReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/months',
  access: 'cashier',
  summary: 'What was sold and earned in each month of a year, in the company’s time zone',
  query: OfYear,
  reply: z.object({ year: z.int(), rows: z.array(Month) }),
})

export const exportMonthReport = endpoint({
  ...CSV,
  path: '/api/admin/reports/months/csv',
  access: 'cashier',
  audit: { action: 'export-month-report', of: 'report' },
  summary: 'The months of a year as CSV',
  query: OfYear,
})

export const printMonthReport = endpoint({
  ...PDF,
  path: '/api/admin/reports/months/pdf',
  access: 'cashier',
  audit: { action: 'print-month-report', of: 'report' },
  summary: 'The months of a year as PDF',
  query: OfYear,
})

/** The lots of one seller. Id and name are null for lots without a seller. */
const Seller = z.object({
  sellerId: z.nullable(Id),
  name: z.nullable(z.string()),
  currency: z.string(),
  offered: z.int(),
  sold: z.int(),
  hammer: Amount,
  /** As booked, before tax and net of undone sales. */
  commission: z.int(),
  reserved: z.object({ price: Amount, reserve: Amount }),
})
export type Seller = z.infer<typeof Seller>

/** Days in the company's time zone, both included: the days on which lots ended. */
const Period = z.object({ from: Day, to: Day })

export const readSellerReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/sellers',
  access: 'cashier',
  audit: { action: 'view-seller-report', of: 'report' },
  summary: 'What each seller offered and sold in a period',
  query: Period,
  reply: z.object({ from: Day, to: Day, rows: z.array(Seller) }),
})

export const exportSellerReport = endpoint({
  ...CSV,
  path: '/api/admin/reports/sellers/csv',
  access: 'cashier',
  audit: { action: 'export-seller-report', of: 'report' },
  summary: 'The sellers of a period as CSV',
  query: Period,
})

export const printSellerReport = endpoint({
  ...PDF,
  path: '/api/admin/reports/sellers/pdf',
  access: 'cashier',
  audit: { action: 'print-seller-report', of: 'report' },
  summary: 'The sellers of a period as PDF',
  query: Period,
})

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export const AUCTION_COLUMNS: ReportColumn<AuctionYear>[] = [
  { label: 'Auction', kind: 'text', width: 22, of: ({ title }) => title },
  { label: 'Started', kind: 'day', width: 10, of: ({ startedOn }) => startedOn ?? '' },
  { label: 'Lots', kind: 'count', width: 5, of: ({ offered }) => offered },
  { label: 'Sold', kind: 'count', width: 5, of: ({ sold }) => sold },
  { label: 'Not sold', kind: 'count', width: 6, of: ({ unsold }) => unsold },
  { label: 'To end', kind: 'count', width: 5, of: ({ toEnd }) => toEnd },
  { label: 'Withdrawn', kind: 'count', width: 8, of: ({ withdrawn }) => withdrawn },
  { label: 'Sold rate', kind: 'share', width: 6, of: ({ sold, unsold }) => shareOf(sold, sold + unsold) },
  { label: 'Hammer total', kind: 'money', width: 13, of: ({ hammer }) => hammer },
  {
    label: 'Average',
    kind: 'money',
    width: 10,
    of: ({ hammer, sold }) => (sold === 0 ? null : Math.round(hammer / sold)),
  },
  { label: 'Premium and fees', kind: 'money', width: 10, of: ({ fees }) => fees },
]

export const MONTH_COLUMNS: ReportColumn<Month>[] = [
  { label: 'Month', kind: 'text', width: 16, of: ({ month }) => monthName.format(Date.parse(`${month}T00:00:00Z`)) },
  { label: 'Lots ended', kind: 'count', width: 8, of: ({ ended }) => ended },
  { label: 'Sold', kind: 'count', width: 7, of: ({ sold }) => sold },
  { label: 'Sold rate', kind: 'share', width: 10, of: ({ sold, ended }) => shareOf(sold, ended) },
  { label: 'Hammer total', kind: 'money', width: 15, of: ({ hammer }) => hammer },
  { label: 'Premium and fees', kind: 'money', width: 12, of: ({ fees }) => fees },
  { label: 'Commission', kind: 'money', width: 12, of: ({ commissions }) => commissions },
  { label: 'Membership fees', kind: 'money', width: 11, of: ({ memberships }) => memberships },
  { label: 'New members', kind: 'count', width: 9, of: ({ newMembers }) => newMembers },
]

export const SELLER_COLUMNS: ReportColumn<Seller>[] = [
  { label: 'Seller', kind: 'text', width: 27, of: ({ name }) => name ?? 'No seller' },
  { label: 'Lots', kind: 'count', width: 7, of: ({ offered }) => offered },
  { label: 'Sold', kind: 'count', width: 7, of: ({ sold }) => sold },
  { label: 'Sold rate', kind: 'share', width: 9, of: ({ sold, offered }) => shareOf(sold, offered) },
  { label: 'Hammer total', kind: 'money', width: 15, of: ({ hammer }) => hammer },
  {
    label: 'Average',
    kind: 'money',
    width: 12,
    of: ({ hammer, sold }) => (sold === 0 ? null : Math.round(hammer / sold)),
  },
  { label: 'Commission', kind: 'money', width: 13, of: ({ commission }) => commission },
  { label: 'Of reserve', kind: 'share', width: 10, of: ({ reserved }) => shareOf(reserved.price, reserved.reserve) },
]
