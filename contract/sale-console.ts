import * as z from 'zod/mini'
import { Standing } from './bidding.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './values.ts'

/** What an auctioneer does while a sale runs, beside voiding, extending and withdrawing. */

const Reason = z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500))

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
