import * as z from 'zod/mini'
import { BID_REJECTIONS } from './bid-rejections.ts'
import { Eligibility } from './eligibility.ts'
import { endpoint } from './endpoint.ts'
import { TALK_EVENTS } from './talk-events.ts'
import { Amount, Id, Instant, Paddle, plainText } from './values.ts'

/** Why a bid led to its standing, with the numbers the words need. The engine's `Reason`. */
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

/** What every complete bidder, and staff, may know of a lot that moves. The one shape for reading, feed and answers. */
export const Standing = z.object({
  lotId: Id,
  status: LotStatus,
  sequence: z.int(),
  price: z.nullable(Amount),
  nextBid: Amount,
  increment: Amount,
  leader: z.nullable(Paddle),
  reserve: z.enum(['none', 'not-met', 'met']),
  /** Null when it is not offered any more. */
  buyNow: z.nullable(Amount),
  opensAt: z.nullable(Instant),
  /** Null in a live sale before the lot comes up, and while an open lot is paused. */
  closesAt: z.nullable(Instant),
  scheduledCloseAt: z.nullable(Instant),
  bidCount: z.int(),
  extensions: z.int(),
})
export type Standing = z.infer<typeof Standing>

/** One line of the public ledger. Amounts of maximums are absent; a seal stands for them. */
export const LedgerLine = z.object({
  sequence: z.int(),
  at: Instant,
  type: z.enum([
    'opened',
    'bid-placed',
    'maximum-changed',
    'reserve-met',
    'extended',
    'paused',
    'resumed',
    'bought-now',
    'voided',
    'passed-over',
    'closed',
    'withdrawn',
    'sale-voided',
    ...TALK_EVENTS,
  ]),
  paddle: z.optional(Paddle),
  kind: z.optional(z.enum(['firm', 'maximum'])),
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
  /** Bids that count no more: voided, or passed over because their bidder may not hold the lead (`passed-over`). */
  voided: z.optional(z.array(z.int())),
  /** Who declined, took back or accepted an offer in the talk after a close below the reserve. */
  by: z.optional(z.enum(['house', 'bidder'])),
  /** Of a close below the reserve: until when the high bidder is bound, and when the talk is over. */
  boundUntil: z.optional(Instant),
  lapsesAt: z.optional(Instant),
  /** Hex SHA-256 that binds a sealed maximum. */
  seal: z.optional(z.string()),
  /** Of the line that ends the bidding (`closed`, `withdrawn`): how many sealed events there were, and the hash (hex) of the last. */
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
    /** One's own live maximum, in minor units. */
    maximum: z.nullable(Amount),
    watching: z.boolean(),
    limit: z.nullable(z.object({ limit: Amount, committed: Amount })),
    /** Whether one can bid here; null in a session of support, which bids nowhere. */
    eligibility: z.nullable(Eligibility),
  }),
})
export type LiveLot = z.infer<typeof LiveLot>

/** The answer to an accepted bid; also what a repeated id gets. Never carries the maximum. */
export const BidAnswer = z.object({
  bidId: Id,
  lotId: Id,
  at: Instant,
  /** Of the lot's last public event. A change of a maximum that no one else sees leaves it as it was. */
  sequence: z.int(),
  leading: z.boolean(),
  /** The bid bought the vehicle at once. */
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
 * ms since the epoch by the server's clock. A bid that reaches its lot later is refused `bid-expired` and never recorded, so that one held
 * up on the way cannot bind its sender at a price they no longer see. Not part of a bid's content: a repeat may name another moment, and one
 * that has passed asks for the first answer without placing anything.
 */
const NotAfter = z.optional(Instant)

export const PlaceBid = z.object({
  /** Made by the client once per press of the button; the same id with the same content gets the first answer again. */
  bidId: Id,
  kind: z.enum(['firm', 'maximum', 'buy-now']),
  /** Minor units; left out only for buy-now. */
  amount: z.optional(Amount),
  notAfter: NotAfter,
})
export type PlaceBid = z.infer<typeof PlaceBid>

export const placeBid = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/bids',
  access: 'complete',
  summary: 'Place a firm bid, leave a maximum (auto-bid) or buy now',
  params: LotParams,
  body: PlaceBid,
  reply: BidAnswer,
  rejections: BID_REJECTIONS,
})

export const changeMaximum = endpoint({
  method: 'PUT',
  path: '/api/lots/:lotId/maximum',
  access: 'complete',
  summary: 'Lower one’s own maximum, or withdraw it as far as it is not committed (amount null)',
  params: LotParams,
  body: z.object({ bidId: Id, amount: z.nullable(Amount), notAfter: NotAfter }),
  reply: BidAnswer,
  rejections: BID_REJECTIONS,
})

export const readLive = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/live',
  access: 'informed',
  summary: 'The standing of a lot and one’s own position in it',
  params: LotParams,
  reply: LiveLot,
})

export const readStanding = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/standing',
  access: 'informed',
  summary: 'The standing of a lot and nothing of one’s own: the same bytes for everybody, with a tag to ask again by',
  params: LotParams,
  reply: Standing,
})

export const readStandings = endpoint({
  method: 'GET',
  path: '/api/standings',
  access: 'informed',
  summary: 'Standings of a sale’s lots, or of up to 100 named lots',
  query: z.object({ auction: z.optional(Id), lots: z.optional(z.string().check(z.maxLength(4000))) }),
  /** `serverTime`: when they were read, by the database's clock; some seconds ago at most. */
  reply: z.object({ items: z.array(Standing), serverTime: Instant }),
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
  summary: 'Void bids by their ledger sequence; the standing is recomputed',
  params: LotParams,
  body: z.extend(Reasoned, { sequences: z.array(z.int()).check(z.minLength(1), z.maxLength(100)) }),
  reply: Standing,
  rejections: ['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'nothing-to-void', 'has-part'],
})

export const withdrawLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/withdrawal',
  access: 'auctioneer',
  summary: 'Take a lot out of its sale',
  params: LotParams,
  body: Reasoned,
  reply: Standing,
  rejections: ['lot-not-found', 'lot-closed', 'lot-withdrawn'],
})

export const extendLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/extension',
  access: 'auctioneer',
  summary: 'Move the end of an open lot later',
  params: LotParams,
  body: z.extend(Reasoned, { closesAt: Instant }),
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
