import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Day, Id, Instant } from './values.ts'

/** What the owner looks at to know what was done in the house, and what it could not do by itself. */

const Page = z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)))

const AuditFilter = {
  /** Part of the name of who did it, of the reason or of the subject; an id in full. */
  q: z.optional(z.string().check(z.maxLength(120))),
  act: z.optional(z.string().check(z.maxLength(60))),
  /** Such as `account`, `lot`, `invoice`, `verification`. */
  subject: z.optional(z.string().check(z.maxLength(60))),
  /** Days in UTC, both included. */
  from: z.optional(Day),
  to: z.optional(Day),
  order: z.optional(z.enum(['up', 'down'])),
}

const Facts = z.nullable(z.record(z.string(), z.unknown()))

export const AuditRow = z.object({
  id: Id,
  at: Instant,
  /** Null: an account that is there no more. */
  by: z.nullable(z.string()),
  act: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  before: Facts,
  after: Facts,
  reason: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof AuditRow>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'owner',
  audit: { act: 'view-audit', of: 'audit' },
  summary: 'Who did what: administrative acts and views of documents; search, filter, order, page',
  query: z.object({ ...AuditFilter, page: Page }),
  reply: z.object({
    items: z.array(AuditRow),
    page: z.int(),
    pages: z.int(),
    count: z.int(),
    /** Everything there is to filter by. */
    acts: z.array(z.string()),
    subjects: z.array(z.string()),
  }),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit-csv',
  access: 'owner',
  audit: { act: 'export-audit', of: 'audit' },
  summary: 'The found audit rows as CSV; the export is audited itself',
  query: z.object(AuditFilter),
  reply: null,
  media: 'text/csv',
})

/** `waiting`: not tried yet, or between tries. `given-up`: failed as often as it may. */
export const MESSAGE_STATES = ['given-up', 'failing', 'waiting'] as const

export const OutboxMessage = z.object({
  id: Id,
  topic: z.string(),
  /** What it is about: `lot:…`, `account:…`; those of one key are handled in their order. */
  key: z.nullable(z.string()),
  state: z.enum(MESSAGE_STATES),
  tries: z.int(),
  failure: z.nullable(z.string()),
  createdAt: Instant,
  nextTryAt: z.nullable(Instant),
  /** The request that it comes from, as the log names it; null where a clock or a bid did it. */
  requestId: z.nullable(z.string()),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  access: 'owner',
  summary: 'What a room has told later rooms and they have not handled yet: given up, failing, waiting',
  query: z.object({
    state: z.optional(z.enum(MESSAGE_STATES)),
    topic: z.optional(z.string().check(z.maxLength(60))),
    page: Page,
  }),
  reply: z.object({
    items: z.array(OutboxMessage),
    page: z.int(),
    pages: z.int(),
    counts: z.object({ 'given-up': z.int(), failing: z.int(), waiting: z.int() }),
    topics: z.array(z.string()),
  }),
})

export const retryMessages = endpoint({
  method: 'POST',
  path: '/api/admin/outbox-retries',
  access: 'owner',
  summary: 'Try messages again at once that failed or were given up; answers how many there were',
  body: z.object({ messageIds: z.array(Id).check(z.minLength(1, 'Choose a message.'), z.maxLength(100)) }),
  reply: z.object({ count: z.int() }),
})
