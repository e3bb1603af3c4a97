import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Instant } from './values.ts'

/** More maximums than this nobody parks. */
export const PARKED_MAX = 50

/**
 * A maximum left while one's identity is being checked. It waits, touches no price, and joins in when the identity is verified, with
 * that moment as its priority; where the lot is not open yet, it goes on waiting and joins in when it opens. A teaser of its lot goes
 * along; nothing here tells a price.
 */
export const ParkedBid = z.object({
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  heroPhoto: z.nullable(z.string()),
  currency: z.string(),
  opensAt: z.nullable(Instant),
  /** The planned end; null in a live sale. */
  scheduledCloseAt: z.nullable(Instant),
  maximum: Amount,
  parkedAt: Instant,
  waitsFor: z.enum(['check', 'opening']),
})
export type ParkedBid = z.infer<typeof ParkedBid>

const LotParams = z.object({ lotId: Id })

export const listParkedBids = endpoint({
  method: 'GET',
  path: '/api/parked-bids',
  support: 'closed',
  access: 'paid',
  summary: 'The maximums one has parked until one’s identity is verified, or until their lot opens',
  reply: z.object({ items: z.array(ParkedBid) }),
})

export const parkBid = endpoint({
  method: 'PUT',
  path: '/api/lots/:lotId/parked-bid',
  access: 'paid',
  summary: 'Park a maximum on a lot while one’s identity is being checked, or change one that waits',
  params: LotParams,
  body: z.object({ maximum: Amount }),
  reply: ParkedBid,
  rejections: [
    'already-verified',
    'document-required',
    'lot-not-found',
    'not-eligible',
    'lot-closed',
    'lot-withdrawn',
    'not-a-bid-unit',
    'too-many-parked',
  ],
})

export const takeParkedBidBack = endpoint({
  method: 'DELETE',
  path: '/api/lots/:lotId/parked-bid',
  access: 'paid',
  summary: 'Take a parked maximum back',
  params: LotParams,
  reply: z.object({ ok: z.literal(true) }),
  rejections: ['already-verified'],
})
