import * as z from 'zod/mini'
import { Negotiation, NegotiationStep, STAFF_NEGOTIATION_REJECTIONS } from '../bidding/negotiations.ts'
import { LOT_STATES } from '../lots/vehicles.ts'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant, LotPrice, PageQuery, plainText, Reason, SetPrice } from '../platform/values.ts'
import { StatementState } from '../settlements/statements.ts'

/**
 * What a seller sees of their own lots: never another person's maximum, paddle or name. A seller is a member whose account is linked;
 * selling needs no membership fee and no identity check.
 */

export const SELLING_TABS = { running: 'Running', over: 'Ended' } as const

const SellingLot = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  heroPhoto: z.nullable(z.string()),
  auction: z.string(),
  startsAt: Instant,
  currency: z.string(),
  state: z.enum(LOT_STATES),
  /** Whether bidding is open now. */
  isOpen: z.boolean(),
  openingBid: Amount,
  /** Their own reserve. */
  reserve: z.nullable(Amount),
  reserveMet: z.boolean(),
  /** Whether the high bidder has a counteroffer to answer. */
  isCountered: z.boolean(),
  /** The high bid, or the hammer price of a sold lot; null: no bid. */
  price: z.nullable(Amount),
  bidCount: z.int(),
  /** Members who opened the lot’s page, and those who watch it. */
  views: z.int(),
  watchers: z.int(),
  closesAt: z.nullable(Instant),
  /** Whether the buyer of a sold lot has paid; null: not sold. */
  buyerPaid: z.nullable(z.boolean()),
  /** What the seller gets for the lot, booked so far, net of commission and fees. */
  net: z.nullable(z.int()),
})
export type SellingLot = z.infer<typeof SellingLot>

const SellerStatement = z.object({
  id: Id,
  number: z.string(),
  auction: z.string(),
  issuedAt: Instant,
  currency: z.string(),
  net: z.int(),
  state: StatementState,
})

const Selling = z.object({
  /** Null: the account isn’t linked to a seller. */
  seller: z.nullable(z.object({ code: z.string(), name: z.string() })),
  counts: z.object({ running: z.int(), over: z.int() }),
  /** Newest first. */
  statements: z.array(SellerStatement),
})
export type Selling = z.infer<typeof Selling>

export const readSelling = endpoint({
  method: 'GET',
  path: '/api/selling',
  access: 'member',
  summary: 'Whether your account sells vehicles, with how many lots and your settlement statements',
  reply: Selling,
})

export const listSellingLots = endpoint({
  method: 'GET',
  path: '/api/selling/lots',
  access: 'member',
  summary: 'The lots you sell, newest first',
  query: z.extend(PageQuery, { cursor: z.optional(Id), tab: z.optional(z.enum(['running', 'over'])) }),
  reply: z.object({ items: z.array(SellingLot), next: z.nullable(Id) }),
})

export const RESERVE_REQUEST_STATE_WORDS = {
  open: 'Waiting',
  accepted: 'Accepted',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
} as const
export const ReserveRequestState = z.enum(['open', 'accepted', 'refused', 'withdrawn'])

const ReserveRequest = z.object({
  id: Id,
  reserve: z.nullable(Amount),
  note: z.string(),
  state: ReserveRequestState,
  madeAt: Instant,
  decidedAt: z.nullable(Instant),
  /** Why staff refused it, or what they added. */
  reason: z.nullable(z.string()),
})

/** A negotiation as the seller sees it: without the paddle of the high bidder. */
const SellerNegotiation = z.object({
  ...z.omit(Negotiation, { paddle: true, steps: true }).shape,
  steps: z.array(z.omit(NegotiationStep, { salt: true })),
})
export type SellerNegotiation = z.infer<typeof SellerNegotiation>

const SellingDetail = z.object({
  lot: SellingLot,
  bidUnit: Amount,
  /** Whether a change of the reserve can be asked for now. */
  canAsk: z.boolean(),
  /** Newest first. */
  requests: z.array(ReserveRequest),
  negotiation: z.nullable(SellerNegotiation),
})
export type SellingDetail = z.infer<typeof SellingDetail>

const OfLot = z.object({ lotId: Id })

export const readSellingLot = endpoint({
  method: 'GET',
  path: '/api/selling/lots/:lotId',
  access: 'member',
  summary: 'One of the lots you sell, with its negotiation and your requests',
  params: OfLot,
  reply: SellingDetail,
})

export const requestReserve = endpoint({
  method: 'POST',
  path: '/api/selling/lots/:lotId/reserve-requests',
  access: 'member',
  summary: 'Ask for another reserve before bidding opens; the client chooses the id',
  params: OfLot,
  body: z.object({
    id: Id,
    reserve: z.nullable(SetPrice),
    note: z.string().check(z.trim(), z.maxLength(300), plainText),
  }),
  reply: SellingDetail,
  status: 201,
  rejections: ['bidding-open', 'request-open', 'reserve-is-public', 'already-saved'],
})

export const withdrawReserveRequest = endpoint({
  method: 'POST',
  path: '/api/selling/lots/:lotId/reserve-requests/:requestId/withdraw',
  access: 'member',
  summary: 'Withdraw a request that isn’t decided',
  params: z.object({ lotId: Id, requestId: Id }),
  reply: SellingDetail,
  rejections: ['request-decided'],
})

export const SellerStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('counter'), amount: LotPrice }),
  /** The amounts identify the offer that the step is about. */
  z.object({ kind: z.literal('retract'), amount: Amount }),
  z.object({ kind: z.literal('accept'), amount: Amount }),
  z.object({ kind: z.literal('decline'), amount: Amount }),
  /** Accept the high bid while it binds the bidder: `amount` is the high bid. */
  z.object({ kind: z.literal('approve'), amount: Amount }),
  /** Keep the vehicle. */
  z.object({ kind: z.literal('end') }),
])
export type SellerStep = z.infer<typeof SellerStep>

export const takeSellerStep = endpoint({
  method: 'POST',
  path: '/api/selling/lots/:lotId/negotiation/steps',
  access: 'member',
  summary: 'Accept, counter, decline, or end the negotiation about a lot you sell',
  params: OfLot,
  body: SellerStep,
  reply: SellingDetail,
  rejections: STAFF_NEGOTIATION_REJECTIONS,
})

export const linkOwnStatement = endpoint({
  method: 'POST',
  path: '/api/selling/statements/:statementId/link',
  access: 'member',
  summary: 'A short-lived link to the PDF of one of your settlement statements',
  params: z.object({ statementId: Id }),
  reply: z.object({ url: z.string(), expiresAt: Instant }),
})

const RequestRow = z.object({
  ...ReserveRequest.shape,
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  auctionId: Id,
  auction: z.string(),
  currency: z.string(),
  sellerId: Id,
  seller: z.string(),
  /** The reserve as it is now. */
  current: z.nullable(Amount),
  decidedBy: z.nullable(z.string()),
})
export type ReserveRequestRow = z.infer<typeof RequestRow>

export const listReserveRequests = adminList({
  path: '/api/admin/reserve-requests',
  name: 'reserve-requests',
  access: 'auctioneer',
  subject: 'reserve-request',
  personal: true,
  summary: 'Changes of reserves that sellers asked for; the audit log records who saw them',
  item: RequestRow,
  columns: {
    made: { label: 'Asked', kind: 'instant', of: 'madeAt', sort: 'down' },
    lot: { label: 'Lot', kind: 'text', of: 'lotNumber', sort: 'up' },
    vehicle: { label: 'Vehicle', kind: 'text', of: 'title' },
    seller: { label: 'Seller', kind: 'text', sort: 'up' },
    current: { label: 'Reserve now', kind: 'price' },
    reserve: { label: 'Asked for', kind: 'price' },
    note: { label: 'Note', kind: 'text' },
    state: { label: 'State', kind: 'status', words: RESERVE_REQUEST_STATE_WORDS },
  },
  filters: {
    q: { kind: 'search', label: 'Lot, vehicle or seller' },
    state: { kind: 'choice', label: 'State', options: RESERVE_REQUEST_STATE_WORDS },
  },
  order: 'made',
})

export const decideReserveRequest = endpoint({
  method: 'POST',
  path: '/api/admin/reserve-requests/:requestId/decision',
  access: 'auctioneer',
  summary: 'Accept a seller’s request, which changes the reserve, or refuse it',
  params: z.object({ requestId: Id }),
  body: z.object({ decision: z.enum(['accept', 'refuse']), reason: Reason }),
  reply: RequestRow,
  rejections: ['request-decided', 'bidding-open', 'reserve-is-public'],
})
