import * as z from 'zod/mini'
import { LeaderWarning } from './auction-console.ts'
import { Standing } from './bidding.ts'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { NEGOTIATION_EVENTS } from './negotiation-events.ts'
import { Amount, Id, Instant, LotPrice, namesOf, Paddle, plainText } from '../platform/values.ts'

/** The negotiation about a lot that closed below its reserve. Only the high bidder and the auctioneers may read it. */

/** Sellers who answer for themselves take their steps in the company's place: the public ledger doesn't tell them apart. */
export const Side = z.enum(['company', 'seller', 'bidder'])

/** What happened in a negotiation, with the amount that the public ledger only seals. */
export const NegotiationStep = z.object({
  sequence: z.int(),
  at: Instant,
  what: namesOf(['closed'], NEGOTIATION_EVENTS),
  /** Null: no side acted; a deadline passed. */
  by: z.nullable(Side),
  amount: z.nullable(Amount),
  /** Hex. SHA-256 over `salt:amount` is the seal in the public ledger: both sides can verify what was recorded of their offers. */
  salt: z.nullable(z.string()),
})
export type NegotiationStep = z.infer<typeof NegotiationStep>

export const Negotiation = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  currency: z.string(),
  bidUnit: Amount,
  /** `bound`: the high bid binds. `free`: either side may offer. The rest are results; `sold` stays even if the sale is voided later. */
  phase: z.enum(['bound', 'free', 'sold', 'over']),
  highBid: Amount,
  /** The paddle of the high bidder. */
  paddle: Paddle,
  boundUntil: Instant,
  lapsesAt: Instant,
  /** Our open counteroffer and the bidder's open offer. */
  counter: z.nullable(Amount),
  offer: z.nullable(Amount),
  /** The price it was sold for. */
  soldAt: z.nullable(Amount),
  /** Oldest first. */
  steps: z.array(NegotiationStep),
  serverTime: Instant,
})
export type Negotiation = z.infer<typeof Negotiation>

/** The negotiation for the high bidder. */
export const MyNegotiation = z.extend(Negotiation, {
  /** The bidder's maximum, if they may show it to the seller as an offer; only the bidder receives it. */
  maximumToShow: z.nullable(Amount),
})
export type MyNegotiation = z.infer<typeof MyNegotiation>

const LotParams = z.object({ lotId: Id })

export const readMyNegotiation = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/negotiation',
  support: 'closed',
  access: 'complete',
  summary: 'The negotiation about a lot that closed below its reserve, for its high bidder',
  params: LotParams,
  reply: MyNegotiation,
})

export const NEGOTIATION_REJECTIONS = [
  'not-eligible',
  'not-undecided',
  'not-your-negotiation',
  'bid-id-reused',
  'bidder-free',
  'still-bound',
  'not-a-bid-unit',
  'below-high-bid',
  'same-offer',
  'offer-crosses',
  'over-bidding-limit',
  'offer-gone',
  'nothing-to-show',
] as const

export const TakeNegotiationStep = z.object({
  /** Created by the client once per button press, like the id of a bid. */
  stepId: Id,
  /** `show-maximum` while bound; `offer` and `retract` for the bidder's own offer; `accept` or `decline` for our counteroffer. */
  kind: z.enum(['show-maximum', 'offer', 'retract', 'accept', 'decline']),
  /** The amount to offer, or the amount of the offer acted on; omitted only for `show-maximum`. */
  amount: z.optional(LotPrice),
})
export type TakeNegotiationStep = z.infer<typeof TakeNegotiationStep>

export const takeNegotiationStep = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/negotiation/steps',
  access: 'complete',
  summary: 'Offer, accept, decline, or reveal your maximum after a close below the reserve',
  params: LotParams,
  body: TakeNegotiationStep,
  reply: MyNegotiation,
  rejections: NEGOTIATION_REJECTIONS,
})

/** The negotiation for staff. */
export const StaffNegotiation = z.extend(Negotiation, {
  /** The reader sells the vehicle or bid on it: a colleague has to decide. */
  isOwn: z.boolean(),
  /** What to know of the high bidder while the negotiation runs; null: nothing. */
  warning: z.nullable(LeaderWarning),
})
export type StaffNegotiation = z.infer<typeof StaffNegotiation>

/** A negotiation in the auctioneers' list. */
export const NegotiationRow = z.object({ id: Id, ...z.omit(Negotiation, { steps: true, serverTime: true }).shape })
export type NegotiationRow = z.infer<typeof NegotiationRow>

/** The state of a negotiation, in a word for lists. */
export const PHASE_WORDS = {
  bound: 'Bidder bound',
  free: 'Bidder released',
  sold: 'Sold',
  over: 'Not sold',
} as const satisfies Record<Negotiation['phase'], string>

/** Unsorted: the next deadline first; or those that were decided, the latest first. */
export const listNegotiations = adminList({
  path: '/api/admin/negotiations',
  name: 'negotiations',
  access: 'auctioneer',
  subject: 'lot',
  summary: 'Lots waiting for an agreement, next deadline first; or decided ones, latest first',
  item: NegotiationRow,
  columns: {
    lot: { label: 'Lot', kind: 'text', of: 'lotNumber', sort: 'up' },
    vehicle: { label: 'Vehicle', kind: 'link', of: 'title', sort: 'up' },
    phase: { label: 'State', kind: 'status', words: PHASE_WORDS },
    until: { label: 'Until', kind: 'instant', of: 'lapsesAt' },
    paddle: { label: 'Paddle', kind: 'text' },
    highBid: { label: 'High bid', kind: 'price' },
    offer: { label: 'Bidder offers', kind: 'price' },
    counter: { label: 'Our counteroffer', kind: 'price' },
    soldAt: { label: 'Sold for', kind: 'price' },
  },
  filters: {
    state: { kind: 'choice', label: 'State', options: { running: 'Waiting', over: 'Decided' }, all: null },
    q: { kind: 'search', label: 'Vehicle or lot number' },
  },
  order: null,
})

export const readNegotiation = endpoint({
  method: 'GET',
  path: '/api/admin/lots/:lotId/negotiation',
  access: 'auctioneer',
  summary: 'The negotiation about a lot that closed below its reserve, as staff see it',
  params: LotParams,
  reply: StaffNegotiation,
})

export const STAFF_NEGOTIATION_REJECTIONS = [
  'not-undecided',
  'bidder-free',
  'not-a-bid-unit',
  'below-high-bid',
  'above-reserve',
  'same-offer',
  'offer-crosses',
  'offer-gone',
  'high-bidder-not-active',
] as const

const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText)

export const TakeStaffStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('counter'), amount: LotPrice }),
  /** The amounts identify the offer that the command is about. */
  z.object({ kind: z.literal('retract'), amount: Amount }),
  z.object({ kind: z.literal('accept'), amount: Amount }),
  z.object({ kind: z.literal('decline'), amount: Amount }),
  /** The high bid, while it is binding. */
  z.object({ kind: z.literal('approve'), reason: Reason }),
  z.object({ kind: z.literal('end'), reason: Reason }),
])
export type TakeStaffStep = z.infer<typeof TakeStaffStep>

export const takeStaffStep = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/negotiation/steps',
  access: 'auctioneer',
  summary: 'Counter, accept, decline, or end the negotiation about a lot that closed below its reserve',
  params: LotParams,
  body: TakeStaffStep,
  reply: StaffNegotiation,
  rejections: STAFF_NEGOTIATION_REJECTIONS,
})

export const readReserve = endpoint({
  method: 'GET',
  path: '/api/admin/lots/:lotId/reserve',
  access: 'auctioneer',
  summary: 'The reserve of a lot. The view is recorded',
  params: LotParams,
  reply: z.object({ reserve: z.nullable(Amount) }),
})

export const voidSale = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/sale-void',
  access: 'auctioneer',
  summary:
    'Undo a sale that was a mistake or whose buyer defaulted; its invoice is canceled and the vehicle can be offered again',
  params: LotParams,
  /** `isBack`: our team has the vehicle again, although the buyer had picked it up. */
  body: z.object({ cause: z.enum(['mistake', 'default']), reason: Reason, isBack: z.optional(z.boolean()) }),
  reply: Standing,
  rejections: ['lot-not-found', 'not-sold', 'payment-disputed', 'sale-paid', 'vehicle-collected'],
  // What the buyer paid is refunded.
  stepUp: true,
})
