import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, plainText } from './values.ts'

/**
 * Halts: all lots of a sale, or of all sales, stand still by one act, and go on by one act with the time that each had left. A lot that
 * was paused by hand before is left alone by both.
 */

const body = z.object({
  reason: z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText),
})

/** A halt in force. Without a sale it holds for the whole house. */
export const Halt = z.object({
  id: Id,
  auctionId: z.nullable(Id),
  saleTitle: z.nullable(z.string()),
  reason: z.string(),
  startedAt: Instant,
  /** Who pressed: a name of staff. */
  startedBy: z.string(),
  /** How many lots it holds at present. */
  lots: z.int(),
})
export type Halt = z.infer<typeof Halt>

/** All halts in force, the house's first; how many lots the act moved, and whether more are still to follow within seconds. */
export const HaltReply = z.object({ items: z.array(Halt), changed: z.int(), more: z.boolean() })
export type HaltReply = z.infer<typeof HaltReply>

export const readHalts = endpoint({
  method: 'GET',
  path: '/api/admin/halts',
  access: 'staff',
  summary: 'What stands still at present: single sales, or all of them',
  reply: z.object({ items: z.array(Halt) }),
})

const sale = z.object({ auctionId: Id })

export const pauseSale = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/pause',
  access: 'auctioneer',
  summary: 'Pause every open lot of a sale, and those that open until it goes on; pressed twice it is one halt',
  params: sale,
  body,
  reply: HaltReply,
})

export const resumeSale = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/resumption',
  access: 'auctioneer',
  summary: 'Let the lots that the halt of a sale paused go on, each with the time it had left',
  params: sale,
  body,
  reply: HaltReply,
})

export const pauseHouse = endpoint({
  method: 'POST',
  path: '/api/admin/pause',
  access: 'owner',
  summary: 'Pause every open lot of every sale, and those that open until they go on; pressed twice it is one halt',
  body,
  reply: HaltReply,
})

export const resumeHouse = endpoint({
  method: 'POST',
  path: '/api/admin/resumption',
  access: 'owner',
  summary: 'Let the lots that the halt of the house paused go on, each with the time it had left',
  body,
  reply: HaltReply,
})
