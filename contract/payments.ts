import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Payment, Refund } from './membership.ts'
import { Amount, Day, Id, oneLine, Order, PageNumber, plainText, Turned } from './values.ts'

/** What Stripe sends; its signature is over the bytes. */
export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/payments/stripe/webhook',
  access: 'visitor',
  summary: 'Reports of Stripe, signed by it',
  reply: z.object({ received: z.literal(true) }),
})

export const Reason = z.string().check(z.trim(), z.minLength(3, 'Say why.'), z.maxLength(300), plainText)
export const Words = z.string().check(z.maxLength(100), oneLine)

/** A payment as the cashier sees it. */
export const CashierPayment = z.object({ ...Payment.shape, accountId: Id, person: z.string(), paddle: z.int() })
export type CashierPayment = z.infer<typeof CashierPayment>

/** Days are those of UTC, both included, and of the day the payment was started. */
export const PaymentFilter = z.object({
  q: z.optional(Words),
  state: z.optional(Payment.shape.state),
  provider: z.optional(z.enum(['sandbox', 'stripe', 'transfer'])),
  purpose: z.optional(Payment.shape.purpose),
  from: z.optional(Day),
  to: z.optional(Day),
})
export type PaymentFilter = z.infer<typeof PaymentFilter>

export const PAYMENT_SORTS = ['started', 'person', 'provider', 'state', 'amount'] as const

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'cashier',
  audit: { act: 'view-payments', of: 'payment' },
  summary: 'All payments, newest first; `q` is part of a name, an address, a receipt or a reference',
  query: z.object({
    ...PaymentFilter.shape,
    sort: z.optional(z.enum(PAYMENT_SORTS)),
    order: Order,
    page: PageNumber,
  }),
  reply: z.object({ items: z.array(CashierPayment), ...Turned }),
})

export const exportPayments = endpoint({
  method: 'GET',
  path: '/api/admin/payments.csv',
  access: 'cashier',
  audit: { act: 'export-payments', of: 'payment' },
  summary: 'The same list as CSV, newest first',
  query: PaymentFilter,
  reply: null,
  media: 'text/csv',
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:paymentId/refund',
  access: 'cashier',
  stepUp: true,
  summary: 'Send a payment back, all that is left of it unless an amount is said',
  params: z.object({ paymentId: Id }),
  body: z.object({ amount: z.optional(Amount.check(z.gte(1))), reason: Reason }),
  reply: CashierPayment,
  rejections: ['nothing-to-refund', 'not-refundable', 'only-whole', 'payment-disputed'],
})

/** A refund that needs a cashier: to be sent from the bank, or given up by its provider. */
export const OpenRefund = z.object({
  ...Refund.shape,
  byHand: z.boolean(),
  failure: z.nullable(z.string()),
  currency: z.string(),
  provider: z.string(),
  accountId: Id,
  person: z.string(),
  /** Where the money came from, as the bank wrote it. */
  payer: z.nullable(z.string()),
})
export type OpenRefund = z.infer<typeof OpenRefund>

export const listOpenRefunds = endpoint({
  method: 'GET',
  path: '/api/admin/refunds',
  access: 'cashier',
  audit: { act: 'view-refunds', of: 'refund' },
  summary: 'Refunds that wait for a cashier, oldest first',
  reply: z.object({ items: z.array(OpenRefund) }),
})

export const settleRefundByHand = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:refundId/settle',
  access: 'cashier',
  stepUp: true,
  summary: 'Say that a refund was sent from the bank, or have the provider try again',
  params: z.object({ refundId: Id }),
  body: z.object({ how: z.enum(['sent-by-bank', 'try-again']) }),
  reply: Refund,
  rejections: ['refund-settled'],
})

/** Signed amounts: a debt is negative. */
const Signed = z.int()

export const Settlement = z.object({
  /** By day (UTC), provider and currency, newest day first: what came in, what went back, how often. */
  days: z.array(
    z.object({
      day: Day,
      provider: z.string(),
      currency: z.string(),
      received: Amount,
      returned: Amount,
      net: Signed,
      transfers: z.int(),
    }),
  ),
  /** Every account of the ledger at the end of the last day; persons’ accounts are summed by kind. They sum to zero. */
  balances: z.array(z.object({ account: z.string(), currency: z.string(), balance: Signed })),
})
export type Settlement = z.infer<typeof Settlement>

export const settlement = endpoint({
  method: 'GET',
  path: '/api/admin/settlement',
  access: 'cashier',
  summary: 'Daily totals by provider, and the balances of the ledger',
  query: z.object({ from: Day, to: Day }),
  reply: Settlement,
})

export const exportDays = endpoint({
  method: 'GET',
  path: '/api/admin/settlement.csv',
  access: 'cashier',
  audit: { act: 'export-settlement', of: 'settlement' },
  summary: 'The daily totals by provider as CSV',
  query: z.object({ from: Day, to: Day }),
  reply: null,
  media: 'text/csv',
})
