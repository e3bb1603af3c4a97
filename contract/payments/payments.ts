import * as z from 'zod/mini'
import { TransferTo } from './bank-account.ts'
import { endpoint } from '../platform/endpoint.ts'
import { SignedLink, Amount, Id, Instant, oneLine } from '../platform/values.ts'

/** `under-way`: it was sent, or is about to be. `waiting`: a cashier sends it from the bank. */
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

/** What a payment is for. */
export const PURPOSES = ['membership', 'invoice'] as const

export const Payment = z.object({
  id: Id,
  purpose: z.enum(PURPOSES),
  amount: Amount,
  currency: z.string(),
  provider: z.string(),
  state: z.enum(['started', 'pending', 'succeeded', 'failed', 'refunded', 'charged-back']),
  failure: z.nullable(z.string()),
  /** The provider’s page where the person continues the payment. */
  payUrl: z.nullable(z.string()),
  /** Where to send a transfer, and its reference. */
  transfer: z.nullable(TransferTo),
  /** Money that has arrived, and how much of it has been or is being refunded. */
  received: Amount,
  refunded: Amount,
  /** What the payer’s bank holds in a dispute, and what it reversed for good. */
  disputed: Amount,
  chargedBack: Amount,
  refunds: z.array(Refund),
  /** The receipt’s number. */
  receipt: z.nullable(z.string()),
  createdAt: Instant,
  settledAt: z.nullable(Instant),
})
export type Payment = z.infer<typeof Payment>

/** The browser creates `idempotencyKey` once per press; the same key returns the same payment. */
export const startPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  access: 'member',
  summary: 'Start paying the membership fee or an invoice',
  body: z.object({
    idempotencyKey: Id,
    provider: z.enum(['sandbox', 'stripe', 'transfer']),
    purpose: z.enum(PURPOSES),
    invoiceId: z.optional(Id),
  }),
  reply: Payment,
  status: 201,
  rejections: [
    'email-not-confirmed',
    'already-paid',
    'rejected-finally',
    'payment-pending',
    'payment-key-reused',
    'provider-unavailable',
    'invoice-not-found',
  ],
})

export const readPayment = endpoint({
  method: 'GET',
  path: '/api/payments/:paymentId',
  access: 'member',
  summary: 'One of your payments',
  params: z.object({ paymentId: Id }),
  reply: Payment,
})

/** Simulates what a card provider would report. No money moves. */
export const playSandbox = endpoint({
  method: 'POST',
  path: '/api/payments/:paymentId/sandbox',
  access: 'member',
  summary: 'Sandbox only: simulate success, failure or a bank’s delayed confirmation',
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
  summary: 'Switch to another payment method; a payment that goes through in the meantime stays paid',
  params: z.object({ paymentId: Id }),
  reply: Payment,
  rejections: ['payment-under-way'],
})

const ReceiptLink = z.object({ url: z.string(), expiresAt: Instant })

export const linkReceipt = endpoint({
  method: 'POST',
  path: '/api/payments/:paymentId/receipt-link',
  access: 'member',
  summary: 'A short-lived link to a receipt that opens in a browser; staff can get any receipt',
  params: z.object({ paymentId: Id }),
  reply: ReceiptLink,
  rejections: ['no-receipt'],
})

export const readReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/:paymentId',
  access: 'visitor',
  summary: 'The receipt of a payment as PDF, by signed link',
  params: z.object({ paymentId: Id }),
  query: SignedLink,
  problems: [410],
  reply: null,
  media: 'application/pdf',
})

export const linkRefundReceipt = endpoint({
  method: 'POST',
  path: '/api/refunds/:refundId/receipt-link',
  access: 'member',
  summary: 'A short-lived link to the receipt of a refund',
  params: z.object({ refundId: Id }),
  reply: ReceiptLink,
  rejections: ['no-receipt'],
})

export const readRefundReceipt = endpoint({
  method: 'GET',
  path: '/api/refund-receipts/:refundId',
  access: 'visitor',
  summary: 'The receipt of a refund as PDF, by signed link',
  params: z.object({ refundId: Id }),
  query: SignedLink,
  problems: [410],
  reply: null,
  media: 'application/pdf',
})
