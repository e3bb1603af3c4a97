import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, plainText } from './values.ts'

/** What an auctioneer does while a sale runs, beside voiding, extending and withdrawing. */

const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText)

export const pauseLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/pause',
  access: 'auctioneer',
  summary: 'Stop the clock of an open lot; the time left is kept',
  params: z.object({ lotId: Id }),
  body: z.object({ reason: Reason }),
  reply: Standing,
  rejections: ['lot-not-found', 'lot-not-open', 'lot-closed', 'lot-withdrawn', 'lot-paused'],
})

export const resumeLot = endpoint({
  method: 'POST',
  path: '/api/admin/lots/:lotId/resumption',
  access: 'auctioneer',
  summary: 'Let a paused lot go on with the time it had left',
  params: z.object({ lotId: Id }),
  body: z.object({ reason: Reason }),
  reply: Standing,
  rejections: ['lot-not-found', 'not-paused'],
})

/** What the console knows beyond the standings: when the last bid on each open lot came. */
export const readConsole = endpoint({
  method: 'GET',
  path: '/api/admin/auctions/:auctionId/console',
  access: 'staff',
  summary: 'When the last bid came on each open lot of a sale',
  params: z.object({ auctionId: Id }),
  reply: z.object({ items: z.array(z.object({ lotId: Id, lastBidAt: Instant })), followers: z.int() }),
})

export const messageSale = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/messages',
  access: 'auctioneer',
  summary: 'Say something to everybody who bids on or watches a lot of the sale that has not ended',
  params: z.object({ auctionId: Id }),
  body: z.object({
    /** Made once per press; the same id says it once. */
    messageId: Id,
    text: z.string().check(z.trim(), z.minLength(3, 'Say something.'), z.maxLength(300), plainText),
  }),
  /** To how many people it goes. */
  reply: z.object({ followers: z.int() }),
})
