import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { endpoint } from './endpoint.ts'
import { TALK_EVENTS } from './talk-events.ts'
import { Amount, Id, Instant, Paddle, plainText } from './values.ts'

/** The talk about a lot that closed below its reserve. Only the high bidder and the auctioneers may read it. */

export const Side = z.enum(['house', 'bidder'])

/** What happened in a talk, with the amount that the public ledger only seals. */
export const TalkStep = z.object({
  sequence: z.int(),
  at: Instant,
  what: z.enum(['closed', ...TALK_EVENTS]),
  /** Null: nobody, time did it. */
  by: z.nullable(Side),
  amount: z.nullable(Amount),
  /** Hex. SHA-256 over `salt:amount` is the seal in the public ledger: both sides can check what was written of their offers. */
  salt: z.nullable(z.string()),
})
export type TalkStep = z.infer<typeof TalkStep>

export const Talk = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  currency: z.string(),
  bidUnit: Amount,
  /** `bound`: the high bid binds. `free`: either side may offer. Then how it ended; `sold` stays when the sale is undone later. */
  phase: z.enum(['bound', 'free', 'sold', 'over']),
  highBid: Amount,
  /** The paddle of the high bidder. */
  paddle: Paddle,
  boundUntil: Instant,
  lapsesAt: Instant,
  /** What the house asks for now, and what the bidder offers now. */
  counter: z.nullable(Amount),
  offer: z.nullable(Amount),
  /** At what it was sold. */
  soldAt: z.nullable(Amount),
  /** Oldest first. */
  steps: z.array(TalkStep),
  serverTime: Instant,
})
export type Talk = z.infer<typeof Talk>

/** The talk for the high bidder. */
export const MyTalk = z.extend(Talk, {
  /** His maximum, where he may show it to the seller as an offer; nobody else is told of it. */
  maximumToShow: z.nullable(Amount),
})
export type MyTalk = z.infer<typeof MyTalk>

const LotParams = z.object({ lotId: Id })

export const readMyTalk = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/talk',
  support: 'closed',
  access: 'complete',
  summary: 'The talk about a lot that closed below its reserve, for its high bidder',
  params: LotParams,
  reply: MyTalk,
})

export const TALK_REJECTIONS = [
  'not-eligible',
  'not-undecided',
  'not-your-talk',
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

export const TakeTalkStep = z.object({
  /** Made by the client once per press of the button, as the id of a bid. */
  stepId: Id,
  /** `show-maximum` while bound; `offer` and `retract` an offer of one's own; `accept` or `decline` what the house asks for. */
  kind: z.enum(['show-maximum', 'offer', 'retract', 'accept', 'decline']),
  /** The amount that is offered, or names the offer that is meant; left out only for `show-maximum`. */
  amount: z.optional(Amount),
})
export type TakeTalkStep = z.infer<typeof TakeTalkStep>

export const takeTalkStep = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/talk/steps',
  access: 'complete',
  summary: 'Offer, accept, decline, or show one’s maximum after a close below the reserve',
  params: LotParams,
  body: TakeTalkStep,
  reply: MyTalk,
  rejections: TALK_REJECTIONS,
})

/** A talk in the auctioneers' list. */
export const TalkRow = z.omit(Talk, { steps: true, serverTime: true })
export type TalkRow = z.infer<typeof TalkRow>

export const listTalks = endpoint({
  method: 'GET',
  path: '/api/admin/talks',
  access: 'auctioneer',
  summary: 'Lots that wait for an agreement, next deadline first; or those that were decided, latest first',
  query: z.object({ state: z.optional(z.enum(['running', 'over'])) }),
  reply: z.object({ items: z.array(TalkRow), serverTime: Instant }),
})

export const readTalk = endpoint({
  method: 'GET',
  path: '/api/admin/lots/:lotId/talk',
  access: 'auctioneer',
  summary: 'The talk about a lot that closed below its reserve, for the house',
  params: LotParams,
  reply: Talk,
})

export const HOUSE_TALK_REJECTIONS = [
  'not-undecided',
  'bidder-free',
  'not-a-bid-unit',
  'below-high-bid',
  'above-reserve',
  'same-offer',
  'offer-crosses',
  'offer-gone',
] as const

const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText)

export const TakeHouseStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('counter'), amount: Amount }),
  /** The amounts name the offer that is meant. */
  z.object({ kind: z.literal('retract'), amount: Amount }),
  z.object({ kind: z.literal('accept'), amount: Amount }),
  z.object({ kind: z.literal('decline'), amount: Amount }),
  /** The high bid, while it binds. */
  z.object({ kind: z.literal('approve'), reason: Reason }),
  z.object({ kind: z.literal('end'), reason: Reason }),
])
export type TakeHouseStep = z.infer<typeof TakeHouseStep>

export const takeHouseStep = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/talk/steps',
  access: 'auctioneer',
  summary: 'Counter, accept, decline, or end the talk about a lot that closed below its reserve',
  params: LotParams,
  body: TakeHouseStep,
  reply: Talk,
  rejections: HOUSE_TALK_REJECTIONS,
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
    'Undo a sale that was a mistake or whose buyer defaulted; its invoice is cancelled and the vehicle can be offered again',
  params: LotParams,
  body: z.object({ cause: z.enum(['mistake', 'default']), reason: Reason }),
  reply: Standing,
  rejections: ['lot-not-found', 'not-sold'],
})
