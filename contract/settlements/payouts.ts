import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant, Reason } from '../platform/values.ts'

/** Payouts to sellers. A batch is the order given to the bank: once made it never changes, and only its end is recorded. */

export const PAYOUT_FORMAT_WORDS = {
  sepa: 'SEPA (pain.001)',
  nacha: 'ACH (NACHA)',
  csv: 'CSV, to pay by hand',
} as const
export const PAYOUT_STATE_WORDS = { made: 'Waiting for the bank', paid: 'Paid', canceled: 'Canceled' } as const

export const PayoutFormat = z.enum(['sepa', 'nacha', 'csv'])
export const PayoutState = z.enum(['made', 'paid', 'canceled'])

const BatchRow = z.object({
  id: Id,
  /** The reference that the bank's lines carry. */
  number: z.string(),
  format: PayoutFormat,
  state: PayoutState,
  currency: z.string(),
  total: Amount,
  sellers: z.int(),
  madeAt: Instant,
  madeBy: z.string(),
  decidedAt: z.nullable(Instant),
})

const Batch = z.object({
  ...BatchRow.shape,
  /** Null: a line of the bank paid it. */
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  fileName: z.string(),
  payouts: z.array(
    z.object({
      id: Id,
      sellerId: Id,
      seller: z.string(),
      amount: Amount,
      paysTo: z.string(),
      statements: z.array(z.object({ id: Id, number: z.string(), net: z.int() })),
    }),
  ),
})
export type PayoutBatch = z.infer<typeof Batch>

export const listPayouts = adminList({
  path: '/api/admin/payouts',
  name: 'payouts',
  access: 'cashier',
  subject: 'payout',
  summary: 'Payout batches, newest first',
  item: BatchRow,
  columns: {
    made: { label: 'Made', kind: 'instant', of: 'madeAt', sort: 'down' },
    number: { label: 'Number', kind: 'link', sort: 'down' },
    format: { label: 'File', kind: 'status', words: PAYOUT_FORMAT_WORDS },
    state: { label: 'State', kind: 'status', words: PAYOUT_STATE_WORDS },
    sellers: { label: 'Sellers', kind: 'number' },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    total: { label: 'Total', kind: 'money', sort: 'down' },
    by: { label: 'Made by', kind: 'text', of: 'madeBy' },
    decided: { label: 'Paid or canceled', kind: 'instant', of: 'decidedAt' },
  },
  filters: {
    q: { kind: 'search', label: 'Number or seller' },
    state: { kind: 'choice', label: 'State', options: PAYOUT_STATE_WORDS },
  },
  order: 'made',
  csv: 'cashier',
})

const OfBatch = z.object({ batchId: Id })

export const readPayout = endpoint({
  method: 'GET',
  path: '/api/admin/payouts/:batchId',
  access: 'cashier',
  audit: { action: 'view-payout', of: 'payout' },
  summary: 'A payout batch with what each seller gets; account numbers are masked',
  params: OfBatch,
  reply: Batch,
})

export const makePayout = endpoint({
  method: 'POST',
  path: '/api/admin/payouts',
  access: 'cashier',
  stepUp: true,
  summary: 'Make a payout batch of due statements; what these sellers owe us is taken off. The client chooses the id',
  body: z.object({
    id: Id,
    format: PayoutFormat,
    statementIds: z.array(Id).check(z.minLength(1, 'Choose a statement.'), z.maxLength(500)),
  }),
  reply: Batch,
  status: 201,
  rejections: [
    'statement-not-due',
    'buyer-not-paid',
    'sale-corrected',
    'several-currencies',
    'nothing-to-pay',
    'wrong-format',
    'no-bank-account',
    'no-company-account',
    'already-saved',
  ],
})

export const exportPayoutFile = endpoint({
  method: 'GET',
  path: '/api/admin/payouts/:batchId/file',
  access: 'cashier',
  audit: { action: 'export-payout-file', of: 'payout' },
  summary: 'The file for the bank, as it was made; it has full account numbers',
  params: OfBatch,
  reply: null,
  media: 'application/octet-stream',
})

const decision = {
  method: 'POST',
  access: 'cashier',
  stepUp: true,
  params: OfBatch,
  body: z.object({ reason: Reason }),
  reply: Batch,
  rejections: ['payout-decided'],
} as const

export const markPayoutPaid = endpoint({
  ...decision,
  path: '/api/admin/payouts/:batchId/paid',
  summary: 'Record that the bank has paid a batch, when no line of its file says so',
})

export const cancelPayout = endpoint({
  ...decision,
  path: '/api/admin/payouts/:batchId/cancel',
  summary: 'Cancel a batch that was not sent; its statements are due again',
})
