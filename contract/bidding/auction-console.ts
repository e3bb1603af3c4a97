import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant, Paddle, plainText } from '../platform/values.ts'

/** What an auctioneer can do while an auction runs, besides voiding, extending and withdrawing. */

const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText)

export const pauseLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/pause',
  access: 'auctioneer',
  summary: 'Pause an open lot; its remaining time is kept',
  params: z.object({ lotId: Id }),
  body: z.object({ reason: Reason }),
  reply: Standing,
  rejections: ['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'lot-paused'],
})

export const resumeLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/resumption',
  access: 'auctioneer',
  summary: 'Resume a paused lot with its remaining time',
  params: z.object({ lotId: Id }),
  body: z.object({ reason: Reason }),
  reply: Standing,
  rejections: ['lot-not-found', 'not-paused'],
})

export const giveFairWarning = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/fair-warning',
  access: 'auctioneer',
  summary: 'Announce that the hammer is about to fall on a live lot; bids go on as before',
  params: z.object({ lotId: Id }),
  body: z.object({}),
  reply: Standing,
  rejections: ['lot-not-found', 'not-live', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'lot-paused'],
})

/** `seen`: the sequence on the auctioneer's screen. The hammer doesn't fall on a standing they haven't seen. */
const EarlyClose = z.object({ seen: z.int32() })
const EARLY_CLOSE = [
  'lot-not-found',
  'not-live',
  'lot-not-open',
  'lot-closed',
  'lot-withdrawn',
  'lot-paused',
  'not-due',
  'standing-moved',
] as const

export const hammerLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/hammer',
  access: 'auctioneer',
  summary: 'Sell a live lot to its high bidder now; only where the reserve is met',
  params: z.object({ lotId: Id }),
  body: EarlyClose,
  reply: Standing,
  rejections: [...EARLY_CLOSE, 'nothing-to-hammer'],
})

export const passLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/pass',
  access: 'auctioneer',
  summary: 'End a live lot that has no bid, or none that meets the reserve, now',
  params: z.object({ lotId: Id }),
  body: EarlyClose,
  reply: Standing,
  rejections: [...EARLY_CLOSE, 'has-buyer'],
})

/** A leader the auctioneer should know about before the hammer falls. */
export const LeaderWarning = z.object({
  lotId: Id,
  paddle: Paddle,
  accountStatus: z.enum(['active', 'suspended', 'closed']),
  /** False: their fee was refunded, or their identity isn't verified anymore. They keep the lead that they gained before. */
  isComplete: z.boolean(),
  /** At the present prices, what they lead and owe is over their bidding limit. They keep the lead that they gained within it. */
  isOverLimit: z.boolean(),
  /** The number of overdue invoices. */
  overdue: z.int(),
})
export type LeaderWarning = z.infer<typeof LeaderWarning>

/** What the console knows beyond the standings. */
export const readConsole = endpoint({
  method: 'GET',
  path: '/api/admin/auctions/:auctionId/console',
  access: 'staff',
  summary: 'The last bids of an auction’s open lots, who follows it, and what to know about leaders and reserves',
  params: z.object({ auctionId: Id }),
  reply: z.object({
    items: z.array(z.object({ lotId: Id, lastBidAt: Instant })),
    followers: z.int(),
    /** Bidders who have a page of the auction open now; at most a few seconds old. */
    online: z.int(),
    leaders: z.array(LeaderWarning),
    /** Lots that haven't ended and that the reader sells or bid on, in run list order: a colleague has to run their sale. */
    ownLots: z.array(Id),
    /** Of open lots; empty for staff who aren't auctioneers. */
    reserves: z.array(z.object({ lotId: Id, reserve: Amount })),
  }),
})

export const messageAuction = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/messages',
  access: 'auctioneer',
  summary: 'Send a message to everyone who bid on or watches a lot of the auction that hasn’t ended',
  params: z.object({ auctionId: Id }),
  body: z.object({
    /** Created once per button press; the same id sends the message once. */
    messageId: Id,
    text: z.string().check(z.trim(), z.minLength(3, 'Enter a message.'), z.maxLength(300), plainText),
  }),
  /** The number of recipients. */
  reply: z.object({ followers: z.int() }),
  rejections: ['message-id-taken'],
})

/** What staff said to everyone who follows the auction. */
export const AuctionMessage = z.object({ id: Id, at: Instant, text: z.string() })
export type AuctionMessage = z.infer<typeof AuctionMessage>

export const listAuctionMessages = endpoint({
  method: 'GET',
  path: '/api/auctions/:auctionId/messages',
  access: 'sees-prices',
  summary: 'The latest messages of an auction, newest first, at most 50',
  params: z.object({ auctionId: Id }),
  reply: z.object({ items: z.array(AuctionMessage) }),
})
