import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { SignedLink, Amount, Id, Instant } from '../platform/values.ts'

/** What sellers get for their lots. Signed amounts: what is owed to the seller is positive, what is taken off is negative. */
const Signed = z.int()

const Sums = { hammer: Signed, commission: Signed, fees: Signed, tax: Signed, net: Signed }

const LotName = { lotNumber: z.int(), title: z.string() }

/** Everything that is printed on a settlement statement, fixed when it was issued. */
export const StatementDocument = z.object({
  number: z.string(),
  currency: z.string(),
  /** The time zone of the dates. */
  timeZone: z.string(),
  taxLabel: z.string(),
  issuedAt: Instant,
  company: z.object({
    brand: z.string(),
    accent: z.nullable(z.string()),
    name: z.string(),
    address: z.string(),
    email: z.string(),
    phone: z.string(),
    taxId: z.string(),
    registration: z.string(),
  }),
  seller: z.object({
    code: z.string(),
    name: z.string(),
    address: z.string(),
    country: z.string(),
    email: z.string(),
  }),
  auction: z.object({ title: z.string(), startsAt: Instant }),
  lots: z.array(z.object({ ...LotName, ...Sums })),
  sums: z.object(Sums),
  /** Lots that ended without a sale and without a fee. */
  unsold: z.array(z.object(LotName)),
  /** Sold lots whose buyers have not paid yet: they follow on a later statement. */
  waiting: z.array(z.object({ ...LotName, hammer: Amount })),
})
export type StatementDocument = z.infer<typeof StatementDocument>

export const STATEMENT_STATE_WORDS = {
  due: 'Due',
  'owed-by-seller': 'Owed by seller',
  'in-payout': 'In a payout',
  paid: 'Paid',
} as const

/** `due`: to be paid out. `owed-by-seller`: below zero, so it is taken off the next payout. */
export const StatementState = z.enum(['due', 'owed-by-seller', 'in-payout', 'paid'])

const StatementRow = z.object({
  id: Id,
  number: z.string(),
  sellerId: Id,
  sellerCode: z.string(),
  seller: z.string(),
  auctionId: Id,
  auction: z.string(),
  currency: z.string(),
  net: Signed,
  state: StatementState,
  issuedAt: Instant,
  /** The payout that it is in, if any. */
  payoutId: z.nullable(Id),
  payout: z.nullable(z.string()),
})
export type StatementRow = z.infer<typeof StatementRow>

export const listStatements = adminList({
  path: '/api/admin/statements',
  name: 'statements',
  access: 'cashier',
  subject: 'statement',
  personal: true,
  summary: 'Settlement statements of sellers; search by number, seller or auction',
  item: StatementRow,
  columns: {
    issued: { label: 'Issued', kind: 'instant', of: 'issuedAt', sort: 'down' },
    number: { label: 'Number', kind: 'text', sort: 'down' },
    code: { label: 'Seller code', kind: 'text', of: 'sellerCode', in: 'file' },
    seller: { label: 'Seller', kind: 'text', sort: 'up' },
    auction: { label: 'Auction', kind: 'text' },
    state: { label: 'State', kind: 'status', words: STATEMENT_STATE_WORDS },
    payout: { label: 'Payout', kind: 'text' },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    net: { label: 'Net', kind: 'money', sort: 'down' },
  },
  filters: {
    q: { kind: 'search', label: 'Number, seller or auction' },
    state: { kind: 'choice', label: 'State', options: STATEMENT_STATE_WORDS },
    sellerId: { kind: 'id' },
    auctionId: { kind: 'id' },
  },
  order: 'issued',
  csv: 'cashier',
})

/** One seller in one auction, everything booked so far. */
const SellerInAuction = z.object({
  sellerId: Id,
  code: z.string(),
  name: z.string(),
  lotsSold: z.int(),
  ...Sums,
  /** Of `net`: lots whose buyers have not paid yet, or whose payment a bank is reviewing. */
  waiting: Signed,
  /** Of `net`: on no statement yet and ready for one. */
  ready: Signed,
  /** How many entries are ready: they may add up to zero. */
  readyCount: z.int(),
  statements: z.array(z.object({ id: Id, number: z.string(), net: Signed, state: StatementState })),
})
export type SellerInAuction = z.infer<typeof SellerInAuction>

const SellerSettlement = z.object({
  title: z.string(),
  startsAt: Instant,
  currency: z.string(),
  sellers: z.array(SellerInAuction),
})
export type SellerSettlement = z.infer<typeof SellerSettlement>

const OfAuction = z.object({ auctionId: Id })

export const readSellerSettlement = endpoint({
  method: 'GET',
  path: '/api/admin/auctions/:auctionId/seller-settlement',
  access: 'cashier',
  audit: { action: 'view-seller-settlement', of: 'auction' },
  summary: 'The sellers of an auction: sold, taken off, owed, stated and paid',
  params: OfAuction,
  reply: SellerSettlement,
})

export const issueStatements = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/statements',
  access: 'cashier',
  summary: 'Issue the settlement statements of these sellers, over all lots that are ready',
  params: OfAuction,
  body: z.object({ sellerIds: z.array(Id).check(z.minLength(1, 'Choose a seller.'), z.maxLength(500)) }),
  reply: SellerSettlement,
  rejections: ['nothing-to-state'],
})

const Link = z.object({ url: z.string(), expiresAt: Instant })

export const linkStatement = endpoint({
  method: 'POST',
  path: '/api/admin/statements/:statementId/link',
  access: 'cashier',
  audit: { action: 'view-statement-pdf', of: 'statement' },
  summary: 'A short-lived link to the PDF of a settlement statement',
  params: z.object({ statementId: Id }),
  reply: Link,
})

export const openStatement = endpoint({
  method: 'GET',
  path: '/api/statement-documents/:statementId',
  access: 'visitor',
  summary: 'A settlement statement as PDF, by a short-lived signed link',
  params: z.object({ statementId: Id }),
  query: SignedLink,
  problems: [410],
  reply: null,
  media: 'application/pdf',
})
