import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant, LotPrice } from '../platform/values.ts'

/** The most pending bids a person can have. */
export const PENDING_MAX = 50

/**
 * A maximum set while the person's identity is being checked. It has no effect on prices and is placed when the identity is verified, with
 * that moment as its priority, or when the lot opens or resumes if that is later. Includes a summary of its lot, without prices.
 */
export const PendingBid = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  heroPhoto: z.nullable(z.string()),
  currency: z.string(),
  opensAt: z.nullable(Instant),
  /** The planned end; null in a live auction. */
  scheduledCloseAt: z.nullable(Instant),
  maximum: Amount,
  pendingSince: Instant,
  /** `opening`: for its lot to open, or to resume after a pause. */
  waitsFor: z.enum(['check', 'opening']),
})
export type PendingBid = z.infer<typeof PendingBid>

const LotParams = z.object({ lotId: Id })

export const listPendingBids = endpoint({
  method: 'GET',
  path: '/api/pending-bids',
  support: 'closed',
  access: 'paid',
  summary: 'Your pending bids, held until your identity is verified or their lot opens',
  reply: z.object({ items: z.array(PendingBid) }),
})

export const addPendingBid = endpoint({
  method: 'PUT',
  path: '/api/lots/:lotId/pending-bid',
  access: 'paid',
  summary: 'Set a pending bid on a lot while your identity is being checked, or change one',
  params: LotParams,
  body: z.object({ maximum: LotPrice }),
  reply: PendingBid,
  rejections: [
    'already-verified',
    'document-required',
    'lot-not-found',
    'not-eligible',
    'lot-closed',
    'lot-withdrawn',
    'not-a-bid-unit',
    'too-many-pending',
  ],
})

export const takePendingBidBack = endpoint({
  method: 'DELETE',
  path: '/api/lots/:lotId/pending-bid',
  access: 'paid',
  summary: 'Withdraw a pending bid',
  params: LotParams,
  reply: z.object({ ok: z.literal(true) }),
  rejections: ['already-verified'],
})
