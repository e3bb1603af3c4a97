import * as z from 'zod/mini'
import type { AccessLevel } from '../platform/access-levels.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Instant } from '../platform/values.ts'

/** The kinds of work that wait for staff, in the order shown, and who may see each. */
export const WORK = {
  documents: 'reviewer',
  risks: 'reviewer',
  negotiations: 'auctioneer',
  questions: 'auctioneer',
  tickets: 'staff',
  transfers: 'cashier',
  refunds: 'cashier',
  disputes: 'cashier',
  emails: 'owner',
  jobs: 'owner',
} as const satisfies Record<string, AccessLevel>

export type WorkKind = keyof typeof WORK

export const WORK_KINDS = Object.keys(WORK) as WorkKind[]

/** `since`: since when the longest-waiting item has waited; null: nothing waits, or waiting has no beginning. */
const WaitingWork = z.object({ kind: z.enum(WORK_KINDS), count: z.int(), since: z.nullable(Instant) })
export type WaitingWork = z.infer<typeof WaitingWork>

export const readWork = endpoint({
  method: 'GET',
  path: '/api/admin/work',
  access: 'staff',
  summary: 'How much work of each kind waits; only the kinds that the person’s roles cover',
  reply: z.object({ items: z.array(WaitingWork) }),
})
