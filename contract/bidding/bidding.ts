import * as z from 'zod/mini'
import { BID_REJECTIONS } from '#engine/rejection.ts'
import { Eligibility } from './eligibility.ts'
import { endpoint } from '../platform/endpoint.ts'
import { NEGOTIATION_EVENTS } from './negotiation-events.ts'
import { Amount, Id, Instant, LotPrice, namesOf, Paddle, plainText, PlannedInstant } from '../platform/values.ts'

/** Why a bid led to its standing, with the numbers its text needs. The engine's `Reason`. */
export const Reason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('first-bid'), price: Amount }),
  z.object({ code: z.literal('took-the-lead'), from: Paddle, price: Amount, increment: Amount }),
  z.object({ code: z.literal('answered-by-proxy'), by: Paddle, price: Amount, increment: Amount, nextBid: Amount }),
  z.object({ code: z.literal('earlier-equal-maximum'), by: Paddle, price: Amount, wouldHaveLed: Amount }),
  z.object({ code: z.literal('jumped-to-reserve'), price: Amount }),
  z.object({ code: z.literal('completed-own-cap'), price: Amount, increment: Amount }),
  z.object({ code: z.literal('raised-own-price'), price: Amount }),
])

export const LotStatus = z.enum(['scheduled', 'open', 'sold', 'reserve-not-met', 'passed', 'withdrawn'])

/** The changing data of a lot that every verified member, and staff, may see. The one shape for reads, feed and answers. */
export const Standing = z.object({
  lotId: Id,
  status: LotStatus,
  sequence: z.int(),
  price: z.nullable(Amount),
  nextBid: Amount,
  increment: Amount,
  leader: z.nullable(Paddle),
  reserve: z.enum(['none', 'not-met', 'met']),
  /** Null once it is no longer offered. */
  buyNow: z.nullable(Amount),
  opensAt: z.nullable(Instant),
  /** Null in a live auction before the lot comes up, and while an open lot is paused. */
  closesAt: z.nullable(Instant),
  scheduledCloseAt: z.nullable(Instant),
  bidCount: z.int(),
  extensions: z.int(),
})
export type Standing = z.infer<typeof Standing>

/** How a client gave the auctioneer a bid. A bid placed online has no mark. The engine's `BidMark`. */
export const BidMark = z.enum(['floor', 'phone', 'absentee'])
export type BidMark = z.infer<typeof BidMark>

/** One line of the public ledger. Amounts of maximums are absent; a seal stands for them. */
export const LedgerLine = z.object({
  sequence: z.int(),
  at: Instant,
  type: namesOf(
    [
      'opened',
      'bid-placed',
      'maximum-changed',
      'reserve-met',
      'extended',
      'paused',
      'resumed',
      'fair-warning',
      'bought-now',
      'voided',
      'passed-over',
      'closed',
      'withdrawn',
      'sale-voided',
    ],
    NEGOTIATION_EVENTS,
  ),
  paddle: z.optional(Paddle),
  kind: z.optional(z.enum(['firm', 'maximum'])),
  mark: z.optional(BidMark),
  /** The amount of a firm bid. */
  amount: z.optional(Amount),
  price: z.optional(z.nullable(Amount)),
  leader: z.optional(z.nullable(Paddle)),
  reason: z.optional(Reason),
  closesAt: z.optional(Instant),
  /** The time a paused lot had left, in ms. */
  leftMs: z.optional(z.int()),
  outcome: z.optional(z.string()),
  cause: z.optional(z.string()),
  change: z.optional(z.string()),
  /** Bids that no longer count: voided, or passed over because their bidder may not hold the lead (`passed-over`). */
  voided: z.optional(z.array(z.int())),
  /** Who declined, retracted or accepted an offer in the negotiation after a close below the reserve. */
  by: z.optional(z.enum(['company', 'bidder'])),
  /** After a close below the reserve: until when the high bidder is bound, and when the negotiation ends. */
  boundUntil: z.optional(Instant),
  lapsesAt: z.optional(Instant),
  /** Hex SHA-256 that binds a sealed maximum. */
  seal: z.optional(z.string()),
  /** In the line that ends the bidding (`closed`, `withdrawn`): the number of sealed events, and the hash (hex) of the last. */
  sealed: z.optional(z.object({ count: z.int(), head: z.string() })),
})
export type LedgerLine = z.infer<typeof LedgerLine>

/** The live view of one lot for one person: the standing and what concerns only this person. */
export const LiveLot = z.object({
  standing: Standing,
  serverTime: Instant,
  you: z.object({
    paddle: Paddle,
    /** `none`: never bid here. */
    position: z.enum(['none', 'leading', 'outbid', 'won', 'lost']),
    /** The person's own current maximum, in minor units. */
    maximum: z.nullable(Amount),
    watching: z.boolean(),
    limit: z.nullable(z.object({ limit: Amount, committed: Amount })),
    /** Whether you can bid here; null in a support session, which never bids. */
    eligibility: z.nullable(Eligibility),
  }),
})
export type LiveLot = z.infer<typeof LiveLot>

/** The answer to an accepted bid; also what a repeated id gets. Never carries the maximum. */
export const BidAnswer = z.object({
  bidId: Id,
  lotId: Id,
  at: Instant,
  /** Sequence of the lot's last public event. A sealed change of a maximum doesn't change it. */
  sequence: z.int(),
  leading: z.boolean(),
  /** Whether this bid bought the vehicle at its buy-now price. */
  bought: z.boolean(),
  price: z.nullable(Amount),
  nextBid: Amount,
  closesAt: z.nullable(Instant),
  extended: z.boolean(),
  reserve: z.enum(['none', 'not-met', 'met']),
  reason: z.nullable(Reason),
})
export type BidAnswer = z.infer<typeof BidAnswer>

const LotParams = z.object({ lotId: Id })

/**
 * ms since the epoch by the server's clock. A bid that reaches its lot later is refused `bid-expired` and never recorded, so a delayed bid
 * can't bind its sender at a price they no longer see. Not part of a bid's content: a retry may have another deadline, and a retry whose
 * deadline has passed gets the first answer without placing anything.
 */
const NotAfter = z.optional(Instant)

export const PlaceBid = z.object({
  /** Created by the client once per button press; the same id with the same content gets the first answer again. */
  bidId: Id,
  kind: z.enum(['firm', 'maximum', 'buy-now']),
  /** Minor units; omitted only for buy-now. */
  amount: z.optional(LotPrice),
  notAfter: NotAfter,
})
export type PlaceBid = z.infer<typeof PlaceBid>

export const placeBid = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/bids',
  access: 'complete',
  summary: 'Place a firm bid, set a maximum (auto-bid) or buy now',
  params: LotParams,
  body: PlaceBid,
  reply: BidAnswer,
  rejections: BID_REJECTIONS,
})

export const changeMaximum = endpoint({
  method: 'PUT',
  path: '/api/lots/:lotId/maximum',
  access: 'complete',
  summary: 'Lower your maximum, or withdraw the part that isn’t committed (amount null)',
  params: LotParams,
  body: z.object({ bidId: Id, amount: z.nullable(Amount), notAfter: NotAfter }),
  reply: BidAnswer,
  rejections: BID_REJECTIONS,
})

export const readLive = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/live',
  access: 'sees-prices',
  summary: 'The standing of a lot and your position in it',
  params: LotParams,
  reply: LiveLot,
})

export const readStanding = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/standing',
  access: 'sees-prices',
  summary: 'The public standing of a lot: the same bytes for everyone, with an ETag for conditional requests',
  params: LotParams,
  reply: Standing,
  etag: true,
})

export const readStandings = endpoint({
  method: 'GET',
  path: '/api/standings',
  access: 'sees-prices',
  summary: 'Standings of the lots of an auction, or of up to 100 lots by id',
  query: z.object({ auction: z.optional(Id), lots: z.optional(z.string().check(z.maxLength(4000))) }),
  /** `serverTime`: when they were read, by the database's clock; at most a few seconds ago. */
  reply: z.object({ items: z.array(Standing), serverTime: Instant }),
  etag: true,
})

export const watch = endpoint({
  method: 'PUT',
  path: '/api/lots/:lotId/watch',
  access: 'complete',
  summary: 'Watch a lot, or stop watching it',
  params: LotParams,
  body: z.object({ watching: z.boolean() }),
  reply: z.object({ watching: z.boolean() }),
  rejections: ['lot-not-found'],
})

const Reasoned = z.object({
  reason: z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText),
})

export const voidBids = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/voids',
  access: 'auctioneer',
  summary: 'Void bids by ledger sequence; the standing is recomputed',
  params: LotParams,
  body: z.extend(Reasoned, { sequences: z.array(z.int32()).check(z.minLength(1), z.maxLength(100)) }),
  reply: Standing,
  rejections: ['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'nothing-to-void', 'has-part'],
})

export const withdrawLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/withdrawal',
  access: 'auctioneer',
  summary: 'Withdraw a lot from its auction',
  params: LotParams,
  body: Reasoned,
  reply: Standing,
  rejections: ['lot-not-found', 'lot-closed', 'lot-withdrawn'],
})

export const extendLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/extension',
  access: 'auctioneer',
  summary: 'Extend an open lot',
  params: LotParams,
  body: z.extend(Reasoned, { closesAt: PlannedInstant }),
  reply: Standing,
  rejections: ['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'lot-paused', 'not-due'],
})

export const approveSale = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/approval',
  access: 'auctioneer',
  summary: 'Accept the high bid of a lot that closed below its reserve',
  params: LotParams,
  body: Reasoned,
  reply: Standing,
  rejections: ['lot-not-found', 'not-undecided', 'bidder-free', 'high-bidder-not-active'],
})
