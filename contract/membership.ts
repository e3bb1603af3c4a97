import * as z from 'zod/mini'
import { TransferTo } from './bank-account.ts'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Instant, oneLine } from './values.ts'

export const Membership = z.object({
  fee: Amount,
  currency: z.string(),
  paidAt: z.nullable(Instant),
  receipt: z.nullable(z.string()),
  providers: z.array(z.enum(['sandbox', 'stripe', 'transfer'])),
  /** Until when the person may take the fee back; else null, and why not where there is something to say. */
  refundableUntil: z.nullable(Instant),
  notRefundable: z.nullable(z.string()),
  /** Why the fee cannot be paid (any more): the identity was refused for good. Null: it can. */
  closed: z.nullable(z.string()),
  /** The last payment of the fee, whatever became of it. */
  lastPayment: z.nullable(Id),
})

export const membership = endpoint({
  method: 'GET',
  path: '/api/membership',
  access: 'member',
  summary: 'The membership fee and whether it is paid',
  reply: Membership,
})

/** `under-way`: it is sent, or is about to be. `waiting`: a cashier sends it from the bank. */
export const Refund = z.object({
  id: Id,
  amount: Amount,
  reason: z.string(),
  state: z.enum(['under-way', 'waiting', 'succeeded']),
  receipt: z.nullable(z.string()),
  createdAt: Instant,
  settledAt: z.nullable(Instant),
})
export type Refund = z.infer<typeof Refund>

export const Payment = z.object({
  id: Id,
  purpose: z.enum(['membership', 'invoice']),
  amount: Amount,
  currency: z.string(),
  provider: z.string(),
  state: z.enum(['started', 'pending', 'succeeded', 'failed', 'refunded', 'charged-back']),
  failure: z.nullable(z.string()),
  /** The provider’s own page, where the person goes on paying. */
  payUrl: z.nullable(z.string()),
  /** Where to send a transfer, and what it has to carry. */
  transfer: z.nullable(TransferTo),
  /** Money that has arrived, and how much of it is on its way back or there. */
  received: Amount,
  refunded: Amount,
  /** What the payer’s bank holds in a dispute, and what it took back for good. */
  disputed: Amount,
  chargedBack: Amount,
  refunds: z.array(Refund),
  /** The receipt’s number. */
  receipt: z.nullable(z.string()),
  createdAt: Instant,
  settledAt: z.nullable(Instant),
})
export type Payment = z.infer<typeof Payment>

/** The browser makes `idempotencyKey` once per press; the same key answers with the same payment. */
export const startPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  access: 'member',
  summary: 'Start paying the membership fee or an invoice',
  body: z.object({
    idempotencyKey: Id,
    provider: z.enum(['sandbox', 'stripe', 'transfer']),
    purpose: z.enum(['membership', 'invoice']),
    invoiceId: z.optional(Id),
  }),
  reply: Payment,
  status: 201,
  rejections: [
    'email-not-confirmed',
    'already-paid',
    'rejected-finally',
    'payment-pending',
    'provider-unavailable',
    'invoice-not-found',
  ],
})

export const readPayment = endpoint({
  method: 'GET',
  path: '/api/payments/:paymentId',
  access: 'member',
  summary: 'A payment of one’s own',
  params: z.object({ paymentId: Id }),
  reply: Payment,
})

/** Plays what a card provider would report. No money moves. */
export const playSandbox = endpoint({
  method: 'POST',
  path: '/api/payments/:paymentId/sandbox',
  access: 'member',
  summary: 'Sandbox only: play success, failure or a bank’s delayed confirmation',
  params: z.object({ paymentId: Id }),
  /** `card`: a made-up card; the same text on two accounts is one card on two accounts. */
  body: z.object({
    outcome: z.enum(['success', 'failure', 'delayed']),
    card: z.optional(z.string().check(z.trim(), z.minLength(4), z.maxLength(40), oneLine)),
  }),
  reply: Payment,
  rejections: ['payment-settled', 'provider-unavailable'],
})

export const abandonPayment = endpoint({
  method: 'POST',
  path: '/api/payments/:paymentId/abandon',
  access: 'member',
  summary: 'Pay another way instead; a payment that went through in the same moment stays paid',
  params: z.object({ paymentId: Id }),
  reply: Payment,
  rejections: ['payment-under-way'],
})

export const refundMembership = endpoint({
  method: 'POST',
  path: '/api/membership/refund',
  access: 'member',
  summary: 'Take the fee back within its time while no bid was placed; membership ends at once',
  reply: Payment,
  rejections: ['not-paid', 'refund-time-over', 'bid-placed', 'nothing-to-refund', 'payment-disputed'],
})

const ReceiptLink = z.object({ url: z.string(), expiresAt: Instant })
const Signed = z.object({ expires: z.string(), signature: z.string() })

export const linkReceipt = endpoint({
  method: 'POST',
  path: '/api/payments/:paymentId/receipt-link',
  access: 'member',
  summary: 'A link to the receipt that a browser opens by itself, good for some minutes; staff may ask for anybody’s',
  params: z.object({ paymentId: Id }),
  reply: ReceiptLink,
  rejections: ['no-receipt'],
})

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/:paymentId',
  access: 'visitor',
  summary: 'The receipt of a payment as PDF, by a signed link',
  params: z.object({ paymentId: Id }),
  query: Signed,
  reply: null,
  media: 'application/pdf',
})

export const linkRefundReceipt = endpoint({
  method: 'POST',
  path: '/api/refunds/:refundId/receipt-link',
  access: 'member',
  summary: 'As the link to a receipt, for money that went back',
  params: z.object({ refundId: Id }),
  reply: ReceiptLink,
  rejections: ['no-receipt'],
})

export const readRefundReceipt = endpoint({
  method: 'GET',
  path: '/api/refund-receipts/:refundId',
  access: 'visitor',
  summary: 'The receipt of a refund as PDF, by a signed link',
  params: z.object({ refundId: Id }),
  query: Signed,
  reply: null,
  media: 'application/pdf',
})
