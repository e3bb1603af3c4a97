import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Payment } from './membership.ts'
import { Words } from './payments.ts'
import { Amount, Id, Instant, Order, PageNumber } from './values.ts'

/**
 * What the payer's bank contests. `inquiry`: the bank asks, and no money has moved; `open`: it holds the money until it has decided;
 * `won`: the money is back; `lost`: it stays with the payer; `closed`: an inquiry that came to nothing.
 */
export const DisputeState = z.enum(['inquiry', 'open', 'won', 'lost', 'closed'])

export const Dispute = z.object({
  id: Id,
  state: DisputeState,
  amount: Amount,
  currency: z.string(),
  /** The bank’s reason, in the provider’s word. */
  reason: z.string(),
  /** Until when the house may answer; null: there is nothing to answer. */
  evidenceDueAt: z.nullable(Instant),
  evidenceSent: z.boolean(),
  openedAt: Instant,
  settledAt: z.nullable(Instant),
  paymentId: Id,
  purpose: Payment.shape.purpose,
  invoiceId: z.nullable(Id),
  /** What had been paid, in words. */
  label: z.string(),
  receipt: z.nullable(z.string()),
  accountId: Id,
  person: z.string(),
  /** Where the house answers: the provider’s own page; null where it has none. */
  answerUrl: z.nullable(z.string()),
})
export type Dispute = z.infer<typeof Dispute>

export const DISPUTE_SORTS = ['opened', 'evidence', 'amount', 'person'] as const

/** `undecided`: inquiries and open ones. */
const Filter = {
  q: z.optional(Words),
  state: z.optional(z.union([DisputeState, z.literal('undecided')])),
}
const DisputeFilter = z.object(Filter)
export type DisputeFilter = z.infer<typeof DisputeFilter>

export const listDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  access: 'cashier',
  audit: { act: 'view-disputes', of: 'dispute' },
  summary: 'Disputed payments; `q` is part of a name, an address or the bank’s reason, or a receipt or dispute in full',
  query: z.object({ ...Filter, sort: z.optional(z.enum(DISPUTE_SORTS)), order: Order, page: PageNumber }),
  reply: z.object({
    items: z.array(Dispute),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
    /** Of all, whatever is filtered: inquiries and disputes that nobody has answered yet. */
    unanswered: z.int(),
  }),
})

export const exportDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/disputes.csv',
  access: 'cashier',
  audit: { act: 'export-disputes', of: 'dispute' },
  summary: 'The same list as CSV, newest first',
  query: DisputeFilter,
  reply: null,
  media: 'text/csv',
})
