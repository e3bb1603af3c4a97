import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant } from '../platform/values.ts'
import { AuditRow } from './oversight.ts'

/** What happened with one person, newest first, across all features. */

export const TIMELINE_KINDS = [
  'account',
  'document',
  'bid',
  'win',
  'invoice',
  'payment',
  'email',
  'ticket',
  'staff',
  'strike',
] as const

export const TimelineEntry = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(TIMELINE_KINDS),
  /** One sentence for staff, in English. */
  text: z.string(),
  /** What staff did, as the audit log has it. */
  line: z.optional(z.omit(AuditRow, { id: true, at: true, sentence: true, subjectNumber: true })),
  /** The page of the administration that it is about, such as `invoices/…`; null: it has none. */
  page: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const TIMELINE_PAGE = 40

export const readTimeline = endpoint({
  method: 'GET',
  path: '/api/admin/accounts/:accountId/timeline',
  access: 'staff',
  audit: { action: 'view-timeline', of: 'account' },
  summary:
    'What happened with a person: registration, documents, bids, wins, money, emails, tickets, strikes, staff actions',
  params: z.object({ accountId: Id }),
  query: z.object({
    /** The `next` of the page before. */
    cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,80}$/, 'This cursor isn’t one of ours.'))),
  }),
  reply: z.object({ items: z.array(TimelineEntry), next: z.nullable(z.string()) }),
})
