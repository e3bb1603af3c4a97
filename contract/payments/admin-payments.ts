import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Payment, Refund } from './payments.ts'
import { Amount, Day, Id, Reason } from '../platform/values.ts'

/** What Stripe sends; its signature is over the bytes. */
export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/payments/stripe/webhook',
  access: 'visitor',
  summary: 'Stripe webhook, signed by Stripe',
  reply: z.object({ received: z.literal(true) }),
})

/** A payment as the cashier sees it. `reference`: the reference of its transfer. */
export const CashierPayment = z.object({
  ...Payment.shape,
  accountId: Id,
  person: z.string(),
  email: z.string(),
  paddle: z.int(),
  reference: z.nullable(z.string()),
})
export type CashierPayment = z.infer<typeof CashierPayment>

export const PAYMENT_STATE_WORDS = {
  started: 'Started',
  pending: 'Waiting',
  succeeded: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
  'charged-back': 'Charged back',
} as const satisfies Record<Payment['state'], string>

const OFFERED_WORDS = { stripe: 'Card', transfer: 'Bank transfer', sandbox: 'Sandbox' } as const
/** The methods of payment, by provider. `credit`: what a person had left from transfers and rewards. */
export const PROVIDER_WORDS: Readonly<Record<string, string>> = { ...OFFERED_WORDS, credit: 'Credit' }

export const PURPOSE_WORDS = { membership: 'Membership fee', invoice: 'Invoice' } as const

/**
 * Payments of one currency. `received`: what came in, of which `refunded` and `chargedBack` went back, and `disputed` is held by payers'
 * banks. `waiting`: what is still to come of payments that are under way.
 */
const PaymentSum = z.object({
  currency: z.string(),
  received: Amount,
  refunded: Amount,
  disputed: Amount,
  chargedBack: Amount,
  waiting: Amount,
})
export type PaymentSum = z.infer<typeof PaymentSum>

/** Days of the company, both inclusive, of when the payment was started. */
export const listPayments = adminList({
  path: '/api/admin/payments',
  name: 'payments',
  access: 'cashier',
  subject: 'payment',
  personal: true,
  summary:
    'All payments, newest first, with sums of the matches; `q` matches part of a name, an email, a receipt or a reference',
  item: CashierPayment,
  columns: {
    started: { label: 'Started', kind: 'instant', of: 'createdAt', sort: 'down' },
    settled: { label: 'Settled', kind: 'instant', of: 'settledAt', in: 'file' },
    payment: { label: 'Payment', kind: 'text', of: 'id', in: 'file' },
    receiptNumber: { label: 'Receipt', kind: 'text', of: 'receipt', in: 'file' },
    person: { label: 'Person', kind: 'text', sort: 'up' },
    email: { label: 'Email', kind: 'text', in: 'file' },
    paddle: { label: 'Paddle', kind: 'number', in: 'file' },
    purpose: { label: 'For', kind: 'status', words: PURPOSE_WORDS },
    provider: { label: 'Method', fileLabel: 'Way', kind: 'status', words: PROVIDER_WORDS, sort: 'up' },
    state: { label: 'State', kind: 'status', words: PAYMENT_STATE_WORDS, sort: 'up' },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    amount: { label: 'Amount', kind: 'money', sort: 'down' },
    received: { label: 'Received', kind: 'money', in: 'file' },
    refunded: { label: 'Refunded', kind: 'money', in: 'file' },
    disputed: { label: 'Disputed', kind: 'money', in: 'file' },
    chargedBack: { label: 'Charged back', kind: 'money', in: 'file' },
    reference: { label: 'Reference', kind: 'text', in: 'file' },
    receipt: { label: 'Receipt', kind: 'text', in: 'page' },
  },
  filters: {
    q: { kind: 'search', label: 'Name, email, receipt or reference' },
    state: { kind: 'choice', label: 'State', options: PAYMENT_STATE_WORDS },
    provider: { kind: 'choice', label: 'Method', options: OFFERED_WORDS },
    purpose: { kind: 'choice', label: 'For', options: PURPOSE_WORDS },
    from: { kind: 'day', label: 'From' },
    to: { kind: 'day', label: 'To' },
  },
  order: 'started',
  paging: 'cursor',
  more: {
    /** Of each currency; none of words or days that find more than are counted. */
    sums: z.array(PaymentSum),
  },
  csv: 'cashier',
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/admin/payments/:paymentId/refund',
  access: 'cashier',
  stepUp: true,
  summary: 'Refund a payment; everything that is left unless an amount is given',
  params: z.object({ paymentId: Id }),
  body: z.object({ amount: z.optional(Amount.check(z.gte(1))), reason: Reason }),
  reply: CashierPayment,
  rejections: ['nothing-to-refund', 'not-refundable', 'only-whole', 'payment-disputed'],
})

/** A refund that needs a cashier: to be sent from the bank, or failed at its provider. */
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

export const listOpenRefunds = adminList({
  path: '/api/admin/refunds',
  name: 'refunds',
  access: 'cashier',
  subject: 'refund',
  personal: true,
  summary: 'Refunds waiting for a cashier, oldest first',
  item: OpenRefund,
  columns: {
    since: { label: 'Since', kind: 'instant', of: 'createdAt', sort: 'up' },
    person: { label: 'Person', kind: 'text' },
    source: { label: 'Received from', kind: 'text', of: ({ payer, provider }: OpenRefund) => payer ?? provider },
    reason: { label: 'Reason', kind: 'text' },
    amount: { label: 'Amount', kind: 'money' },
  },
  filters: {},
  order: 'since',
  pageSize: 200,
})

export const settleRefundByHand = endpoint({
  method: 'POST',
  path: '/api/admin/refunds/:refundId/settle',
  access: 'cashier',
  stepUp: true,
  summary: 'Record that a refund was sent from the bank, or have the provider retry it',
  params: z.object({ refundId: Id }),
  body: z.object({ how: z.enum(['sent-by-bank', 'try-again']) }),
  reply: Refund,
  rejections: ['refund-settled'],
})

/** Signed amounts: a debt is negative. */
const Signed = z.int()

export const Settlement = z.object({
  /** By day of the company, provider and currency, newest day first: received, refunded, and how often. */
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
  audit: { action: 'export-settlement', of: 'settlement' },
  summary: 'The daily totals by provider as CSV',
  query: z.object({ from: Day, to: Day }),
  reply: null,
  media: 'text/csv',
})
