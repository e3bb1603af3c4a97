import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Instant } from './values.ts'

export const Membership = z.object({
  fee: Amount,
  currency: z.string(),
  paidAt: z.nullable(Instant),
  receipt: z.nullable(z.string()),
  providers: z.array(z.enum(['sandbox', 'stripe', 'transfer'])),
})

export const membership = endpoint({
  method: 'GET',
  path: '/api/membership',
  access: 'member',
  summary: 'The membership fee and whether it is paid',
  reply: Membership,
})

export const Payment = z.object({
  id: Id,
  purpose: z.enum(['membership', 'invoice']),
  amount: Amount,
  currency: z.string(),
  provider: z.string(),
  state: z.enum(['started', 'pending', 'succeeded', 'failed']),
  failure: z.nullable(z.string()),
  createdAt: Instant,
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
  rejections: ['already-paid', 'payment-pending', 'provider-unavailable', 'invoice-not-found'],
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
  body: z.object({ outcome: z.enum(['success', 'failure', 'delayed']) }),
  reply: Payment,
  rejections: ['payment-settled', 'provider-unavailable'],
})
