import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { PURPOSE_WORDS } from './admin-payments.ts'
import { PURPOSES } from './payments.ts'
import { Amount, Id, Instant } from '../platform/values.ts'

/**
 * The state of a dispute. `inquiry`: the bank asks, and no money has moved; `open`: it holds the money until it decides;
 * `won`: the money is back; `lost`: it stays with the payer; `closed`: an inquiry without a dispute.
 */
const DisputeState = z.enum(['inquiry', 'open', 'won', 'lost', 'closed'])

export const Dispute = z.object({
  id: Id,
  /** The provider's name for it. */
  providerRef: z.string(),
  state: DisputeState,
  amount: Amount,
  currency: z.string(),
  /** The bank’s reason, as the provider's code. */
  reason: z.string(),
  /** The deadline for our evidence; null: no answer is needed. */
  evidenceDueAt: z.nullable(Instant),
  evidenceSent: z.boolean(),
  openedAt: Instant,
  settledAt: z.nullable(Instant),
  paymentId: Id,
  purpose: z.enum(PURPOSES),
  invoiceId: z.nullable(Id),
  /** What was paid for, as text. */
  label: z.string(),
  receipt: z.nullable(z.string()),
  accountId: Id,
  person: z.string(),
  email: z.string(),
  /** The provider’s own page for answering; null if it has none. */
  answerUrl: z.nullable(z.string()),
})
export type Dispute = z.infer<typeof Dispute>

export const DISPUTE_STATE_WORDS = {
  inquiry: 'Inquiry',
  open: 'Funds held',
  won: 'Won',
  lost: 'Lost',
  closed: 'Closed without a dispute',
} as const satisfies Record<Dispute['state'], string>

export const listDisputes = adminList({
  path: '/api/admin/disputes',
  name: 'disputes',
  access: 'cashier',
  subject: 'dispute',
  personal: true,
  summary:
    'Disputed payments; `q` matches part of a name, an email or the bank’s reason, or a full receipt or dispute number',
  item: Dispute,
  columns: {
    opened: { label: 'Opened', kind: 'instant', of: 'openedAt', sort: 'down' },
    dispute: { label: 'Dispute', kind: 'text', of: 'providerRef', in: 'file' },
    status: { label: 'State', kind: 'status', of: 'state', words: DISPUTE_STATE_WORDS, in: 'file' },
    person: { label: 'Person', kind: 'text', sort: 'up' },
    email: { label: 'Email', kind: 'text', in: 'file' },
    paidFor: { label: 'Paid for', kind: 'link', of: 'label', in: 'page' },
    purpose: { label: 'For', kind: 'status', words: PURPOSE_WORDS, in: 'file' },
    receipt: { label: 'Receipt', kind: 'text', in: 'file' },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    state: { label: 'State', kind: 'status', in: 'page' },
    evidence: { label: 'Respond by', kind: 'instant', of: 'evidenceDueAt', sort: 'up', in: 'page' },
    amount: { label: 'Amount', kind: 'money', sort: 'down' },
    reason: { label: 'Reason', kind: 'text', in: 'file' },
    evidenceDue: { label: 'Evidence due', kind: 'instant', of: 'evidenceDueAt', in: 'file' },
    evidenceSent: { label: 'Evidence sent', kind: 'yes-no', in: 'file' },
    settled: { label: 'Decided', kind: 'instant', of: 'settledAt', in: 'file' },
  },
  filters: {
    q: { kind: 'search', label: 'Name, email, receipt or reason' },
    state: { kind: 'choice', label: 'State', options: { undecided: 'Undecided', ...DISPUTE_STATE_WORDS } },
  },
  order: 'opened',
  /** Across all disputes, whatever the filter: inquiries and disputes that staff have not answered yet. */
  more: { unanswered: z.int() },
  csv: 'cashier',
})
