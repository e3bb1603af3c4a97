import * as z from 'zod/mini'
import { Payment } from '../payments/payments.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant } from '../platform/values.ts'

export const Membership = z.object({
  fee: Amount,
  currency: z.string(),
  paidAt: z.nullable(Instant),
  receipt: z.nullable(z.string()),
  providers: z.array(z.enum(['sandbox', 'stripe', 'transfer'])),
  /** Until when the person can get the fee refunded; else null, with a reason if there is one. */
  refundableUntil: z.nullable(Instant),
  notRefundable: z.nullable(z.string()),
  /** Why the fee can't be paid (anymore): the identity was permanently rejected. Null: it can. */
  closed: z.nullable(z.string()),
  /** The latest payment of the fee, in any state. */
  lastPayment: z.nullable(Id),
})

export const membership = endpoint({
  method: 'GET',
  path: '/api/membership',
  access: 'member',
  summary: 'The membership fee and whether you have paid it',
  reply: Membership,
})

export const refundMembership = endpoint({
  method: 'POST',
  path: '/api/membership/refund',
  access: 'member',
  summary:
    'Get the membership fee refunded within its refund period if you haven’t placed a bid; membership ends immediately',
  reply: Payment,
  rejections: ['not-paid', 'refund-time-over', 'bid-placed', 'nothing-to-refund', 'payment-disputed'],
})
