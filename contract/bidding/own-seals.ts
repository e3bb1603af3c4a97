import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id } from '../platform/values.ts'

/**
 * One of your own maximums in a lot's ledger: the hex SHA-256 of `salt:amount` is the seal of the line `sequence`, or, with `sealed`, of
 * the sealed line of that number, which followed it.
 */
export const OwnSeal = z.object({
  sequence: z.int(),
  sealed: z.optional(z.int()),
  amount: Amount,
  salt: z.string(),
  seal: z.string(),
})
export type OwnSeal = z.infer<typeof OwnSeal>

export const readOwnSeals = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/own-seals',
  support: 'closed',
  access: 'complete',
  summary: 'Your sealed maximums on a closed lot, with what opens their seals',
  params: z.object({ lotId: Id }),
  reply: z.object({ items: z.array(OwnSeal) }),
  rejections: ['lot-not-over'],
})
