import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant, Reason } from '../platform/values.ts'

/** Strikes: sales that were undone because the buyer didn't pay. */

export const STRIKE_OUTCOMES = ['none', 'limited', 'suspended'] as const

export const Strike = z.object({
  id: Id,
  at: Instant,
  lotNumber: z.nullable(z.int()),
  title: z.nullable(z.string()),
  reason: z.string(),
  /** What the rules did to the account at this strike. */
  outcome: z.enum(STRIKE_OUTCOMES),
  /** With `limited`: the bidding limit that the rules set. */
  limitSet: z.nullable(Amount),
  lifted: z.nullable(z.object({ at: Instant, by: z.string(), reason: z.string() })),
})
export type Strike = z.infer<typeof Strike>

export const listStrikes = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:accountId/strikes',
  access: 'staff',
  audit: { action: 'view-strikes', of: 'account' },
  summary: 'The strikes of an account, newest first, at most 100',
  params: z.object({ accountId: Id }),
  reply: z.object({ items: z.array(Strike) }),
})

export const liftStrike = endpoint({
  method: 'POST',
  path: '/api/admin/accounts/:accountId/strikes/:strikeId/lift',
  access: 'reviewer',
  summary: 'Lift a strike; a limit that the rules set goes back once too few strikes are left. A suspension stays',
  params: z.object({ accountId: Id, strikeId: Id }),
  body: z.object({ reason: Reason }),
  reply: Strike,
  rejections: ['already-lifted'],
})
