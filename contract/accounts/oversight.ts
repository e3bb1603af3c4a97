import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant } from '../platform/values.ts'

/** For the owner: which actions were taken, and which background work failed. */

const Facts = z.nullable(z.record(z.string(), z.unknown()))

export const AuditRow = z.object({
  id: Id,
  at: Instant,
  /** Null: the account no longer exists, or a visitor wrote to us. */
  by: z.nullable(z.string()),
  action: z.string(),
  /** The whole line in English, with names, amounts and times of today. Pages say it in their reader’s language. */
  sentence: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The values of what the subject is called in the sentence; null: it is gone, or has no name. */
  subject: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  /** The number by which its page is found, where that is not its id. */
  subjectNumber: z.nullable(z.string()),
  before: Facts,
  after: Facts,
  reason: z.nullable(z.string()),
  /** Of the amounts. */
  currency: z.string(),
})
export type AuditRow = z.infer<typeof AuditRow>

const AuditFileRow = z.extend(AuditRow, { email: z.nullable(z.string()) })

const json = (facts: AuditRow['before']) => (facts === null ? null : JSON.stringify(facts))

/**
 * `q`: part of a name, of a reason, of what was done, of a value, or a lot number, an amount or a full id. `subject`: such as `account`, `lot`.
 * Days are those of the company's time zone.
 */
export const listAudit = adminList({
  path: '/api/admin/audit',
  name: 'audit',
  access: 'owner',
  subject: 'audit',
  personal: true,
  summary: 'The audit log: administrative actions, opened tickets and document views; search, filter, sort and page',
  item: AuditRow,
  row: AuditFileRow,
  columns: {
    at: { label: 'When', fileLabel: 'At', kind: 'instant', sort: 'down' },
    by: { label: 'By', kind: 'text', in: 'file' },
    email: { label: 'Email', kind: 'text', in: 'file' },
    action: { label: 'Action', kind: 'status', in: 'file' },
    subjectKind: { label: 'Kind of record', kind: 'text', in: 'file' },
    subject: { label: 'Record', kind: 'text', of: 'subjectId', in: 'file' },
    before: { label: 'Before', kind: 'text', of: ({ before }: AuditRow) => json(before), in: 'file' },
    after: { label: 'After', kind: 'text', of: ({ after }: AuditRow) => json(after), in: 'file' },
    reason: { label: 'Reason', kind: 'text', in: 'file' },
    sentence: { label: 'What happened', kind: 'text' },
  },
  filters: {
    q: { kind: 'search', label: 'Lot number, amount, name or words' },
    action: { kind: 'code', label: 'Action', all: 'Any' },
    subject: { kind: 'code', label: 'Kind of record', all: 'Any' },
    from: { kind: 'day', label: 'From' },
    to: { kind: 'day', label: 'To' },
  },
  order: 'at',
  paging: 'cursor',
  /** All filter values, and the company's time zone. */
  more: { actions: z.array(z.string()), subjects: z.array(z.string()), timeZone: z.string() },
  csv: 'owner',
})

/** `waiting`: not attempted yet. `given-up`: failed after the last attempt. */
export const MESSAGE_STATES = ['given-up', 'failing', 'waiting'] as const

export const MESSAGE_STATE_WORDS = { 'given-up': 'Failed', failing: 'Retrying', waiting: 'Waiting' } as const

export const OutboxMessage = z.object({
  id: Id,
  topic: z.string(),
  /** The topic in words. */
  event: z.string(),
  /** Its subject: `lot:…`, `account:…`; messages with one key are handled in order. */
  key: z.nullable(z.string()),
  state: z.enum(MESSAGE_STATES),
  tries: z.int(),
  failure: z.nullable(z.string()),
  createdAt: Instant,
  nextTryAt: z.nullable(Instant),
  /** The id of the request that caused it, as in the log; null for clocks and bids. */
  requestId: z.nullable(z.string()),
})
export type OutboxMessage = z.infer<typeof OutboxMessage>

/** By urgency: failed ones, then those with the most attempts, then the oldest. */
export const listMessages = adminList({
  path: '/api/admin/outbox',
  name: 'outbox',
  access: 'owner',
  subject: 'message',
  summary: 'Outbox messages that aren’t handled yet: failed, retrying or waiting',
  item: OutboxMessage,
  columns: {
    event: { label: 'Event', kind: 'status' },
    key: { label: 'About', kind: 'status' },
    state: { label: 'State', kind: 'status', words: MESSAGE_STATE_WORDS },
    tries: { label: 'Attempts', fileLabel: 'Tries', kind: 'number' },
    since: { label: 'Since', kind: 'instant', of: 'createdAt' },
    next: { label: 'Next attempt', fileLabel: 'Next try', kind: 'instant', of: 'nextTryAt' },
    failure: { label: 'Failure', kind: 'text' },
    request: { label: 'Request', kind: 'status', of: 'requestId' },
  },
  filters: {
    state: { kind: 'choice', label: 'State', options: MESSAGE_STATE_WORDS },
    topic: { kind: 'code', label: 'Event' },
  },
  order: null,
  more: {
    counts: z.object({ 'given-up': z.int(), failing: z.int(), waiting: z.int() }),
    topics: z.array(z.object({ topic: z.string(), event: z.string() })),
  },
})

export const retryMessages = endpoint({
  method: 'POST',
  path: '/api/admin/outbox-retries',
  access: 'owner',
  summary: 'Retry failed messages now; returns how many there were',
  body: z.object({ messageIds: z.array(Id).check(z.minLength(1, 'Choose a message.'), z.maxLength(100)) }),
  reply: z.object({ count: z.int() }),
})
