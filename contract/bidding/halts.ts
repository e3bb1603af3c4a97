import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant, plainText } from '../platform/values.ts'

/** Why a lot on the block pauses and resumes, where one key does it. The history shows it to each reader in their language. */
export const BREAK_REASONS = { pause: 'The auction continues in a moment', resume: 'The auction continues' } as const

/**
 * Halts: one action pauses all lots of an auction, or of all auctions, and another resumes them with the time each had left. Neither
 * affects a lot that was already paused by hand. Maximums on coming lots of live auctions are accepted as before: they have no clock yet,
 * and the rulebook takes them from publication on.
 */

const body = z.object({
  reason: z.string().check(z.trim(), z.minLength(3, 'Give a reason.'), z.maxLength(500), plainText),
})

/** A halt in force. Without an auction it applies to all auctions. */
export const Halt = z.object({
  id: Id,
  auctionId: z.nullable(Id),
  auctionTitle: z.nullable(z.string()),
  reason: z.string(),
  startedAt: Instant,
  /** The name of the staff member who started it. */
  startedBy: z.string(),
  /** The number of lots it currently holds. */
  lots: z.int(),
})
export type Halt = z.infer<typeof Halt>

/** All halts in force, a global one first; how many lots were paused or resumed, and whether more follow within seconds. */
export const HaltReply = z.object({ items: z.array(Halt), changed: z.int(), more: z.boolean() })
export type HaltReply = z.infer<typeof HaltReply>

export const readHalts = endpoint({
  method: 'GET',
  path: '/api/admin/halts',
  access: 'staff',
  summary: 'Active halts, of single auctions or of all of them',
  reply: z.object({ items: z.array(Halt) }),
})

const auction = z.object({ auctionId: Id })

export const pauseAuction = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/pause',
  access: 'auctioneer',
  summary: 'Pause every open lot of an auction, and lots that open before it resumes; idempotent',
  params: auction,
  body,
  reply: HaltReply,
})

export const resumeAuction = endpoint({
  method: 'POST',
  path: '/api/admin/auctions/:auctionId/resumption',
  access: 'auctioneer',
  summary: 'Resume the lots that the halt of an auction paused, each with its remaining time',
  params: auction,
  body,
  reply: HaltReply,
})

export const pauseAll = endpoint({
  method: 'POST',
  path: '/api/admin/pause',
  access: 'owner',
  summary: 'Pause every open lot of every auction, and lots that open before they resume; idempotent',
  body,
  reply: HaltReply,
})

export const resumeAll = endpoint({
  method: 'POST',
  path: '/api/admin/resumption',
  access: 'owner',
  summary: 'Resume the lots that the halt of all auctions paused, each with its remaining time',
  body,
  reply: HaltReply,
})
