import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Words, Amount, Id, Instant, oneLine, Order, PageNumber, plainText, Turned } from '../platform/values.ts'
import { FileIds, MessageText, TicketMessage } from './support.ts'
import { MESSAGE_MAX, TICKET_STATUSES, TICKET_TOPICS } from './support-limits.ts'

export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type TicketPriority = (typeof TICKET_PRIORITIES)[number]

/** Variables that a canned answer or a reply can contain in double braces, `{{name}}`. */
export const ANSWER_VARIABLES = ['name', 'reference', 'company', 'staff', 'lot', 'lotTitle', 'invoice', 'link'] as const
export type AnswerVariable = (typeof ANSWER_VARIABLES)[number]

/** `waitingSince`: since when the person has waited for our answer; null if they don't. */
export const StaffTicket = z.object({
  id: Id,
  reference: z.string(),
  accountId: z.nullable(Id),
  person: z.string(),
  email: z.string(),
  topic: z.enum(TICKET_TOPICS),
  subject: z.string(),
  status: z.enum(TICKET_STATUSES),
  priority: z.enum(TICKET_PRIORITIES),
  assigneeId: z.nullable(Id),
  assignee: z.nullable(z.string()),
  lotNumber: z.nullable(z.int()),
  invoiceNumber: z.nullable(z.string()),
  openedAt: Instant,
  movedAt: Instant,
  waitingSince: z.nullable(Instant),
  firstAnsweredAt: z.nullable(Instant),
  closedAt: z.nullable(Instant),
  /** Counts the changes; a change names the version it was made from. */
  version: z.int(),
})
export type StaffTicket = z.infer<typeof StaffTicket>

const Filter = {
  /** Words of subject, messages, name or email, a reference, or a lot or invoice number. */
  q: z.optional(Words),
  status: z.optional(z.enum(TICKET_STATUSES)),
  topic: z.optional(z.enum(TICKET_TOPICS)),
  priority: z.optional(z.enum(TICKET_PRIORITIES)),
  assigned: z.optional(z.enum(['me', 'nobody', 'others'])),
}
const TicketFilter = z.object(Filter)
export type TicketFilter = z.infer<typeof TicketFilter>

export const TICKET_SORTS = ['waiting', 'opened', 'moved', 'priority', 'person'] as const

export const listTickets = endpoint({
  method: 'GET',
  path: '/api/admin/tickets',
  access: 'staff',
  audit: { action: 'view-tickets', of: 'ticket' },
  summary: 'Tickets, longest-waiting first',
  query: z.object({ ...Filter, sort: z.optional(z.enum(TICKET_SORTS)), order: Order, page: PageNumber }),
  reply: z.object({
    items: z.array(StaffTicket),
    ...Turned,
    /** Across all tickets, whatever the filter: those waiting for us, and how many of these are unassigned. */
    waiting: z.int(),
    unassigned: z.int(),
  }),
})

export const exportTickets = endpoint({
  method: 'GET',
  path: '/api/admin/tickets.csv',
  access: 'staff',
  audit: { action: 'export-tickets', of: 'ticket' },
  summary: 'The ticket list as CSV, newest first, without message texts',
  query: TicketFilter,
  reply: null,
  media: 'text/csv',
})

/** What staff see next to a thread. Amounts in minor units. */
const PersonContext = z.object({
  accountId: Id,
  name: z.string(),
  paddle: z.int(),
  accountStatus: z.enum(['active', 'suspended', 'closed']),
  hasPaid: z.boolean(),
  isVerified: z.boolean(),
  biddingLimit: z.nullable(Amount),
  openInvoices: z.int(),
  memberSince: Instant,
})

export const StaffMessage = z.object({
  ...TicketMessage.shape,
  isNote: z.boolean(),
  /** The rest of an email besides the reply, such as quoted messages. */
  quoted: z.nullable(z.string()),
})
export type StaffMessage = z.infer<typeof StaffMessage>

export const StaffThread = z.object({
  ticket: StaffTicket,
  /** The thread that this one was merged into. */
  mergedInto: z.nullable(z.object({ id: Id, reference: z.string() })),
  merged: z.array(z.string()),
  messages: z.array(StaffMessage),
  person: z.nullable(PersonContext),
  lot: z.nullable(
    z.object({ lotId: Id, lotNumber: z.int(), title: z.string(), status: z.string(), closesAt: z.nullable(Instant) }),
  ),
  invoice: z.nullable(
    z.object({ invoiceId: Id, number: z.string(), state: z.string(), owed: Amount, currency: z.string() }),
  ),
  others: z.array(z.object({ id: Id, reference: z.string(), subject: z.string(), status: z.enum(TICKET_STATUSES) })),
  staff: z.array(z.object({ id: Id, name: z.string(), role: z.string() })),
})
export type StaffThread = z.infer<typeof StaffThread>

const OfTicket = z.object({ ticketId: Id })

export const readTicket = endpoint({
  method: 'GET',
  path: '/api/admin/tickets/:ticketId',
  access: 'staff',
  audit: { action: 'view-ticket', of: 'ticket' },
  summary: 'A ticket with its thread and notes, and the person, lot and invoice it is about',
  params: OfTicket,
  reply: StaffThread,
})

/** A reply goes to the person by email; a note stays with staff. The same id again is the same message. */
export const answerTicket = endpoint({
  method: 'POST',
  path: '/api/admin/tickets/:ticketId/messages',
  access: 'staff',
  summary: 'Reply to a ticket, or add an internal note; variables such as {{name}} in a reply are filled in',
  params: OfTicket,
  body: z.object({
    messageId: Id,
    kind: z.enum(['reply', 'note']),
    text: MessageText,
    fileIds: FileIds,
    /** Close the ticket with this reply. */
    close: z.boolean(),
  }),
  reply: StaffThread,
  rejections: ['unknown-variable', 'empty-variable', 'file-not-found', 'message-id-taken', 'ticket-merged'],
})

/** Omitted fields stay unchanged. */
export const changeTicket = endpoint({
  method: 'PATCH',
  path: '/api/admin/tickets/:ticketId',
  access: 'staff',
  summary: 'Set the status, priority or assignee of a ticket',
  params: OfTicket,
  body: z.object({
    version: z.int32(),
    status: z.optional(z.enum(['open', 'closed'])),
    priority: z.optional(z.enum(TICKET_PRIORITIES)),
    assigneeId: z.optional(z.nullable(Id)),
  }),
  reply: StaffThread,
  rejections: ['ticket-changed', 'not-staff', 'ticket-merged'],
})

/** Both must be from the same person, so that no one can read another person's messages. */
export const mergeTicket = endpoint({
  method: 'POST',
  path: '/api/admin/tickets/:ticketId/merge',
  access: 'staff',
  summary: 'Merge a ticket into another one of the same person; returns the thread of that one',
  params: OfTicket,
  body: z.object({ version: z.int32(), into: z.string().check(z.trim(), z.maxLength(30), oneLine) }),
  reply: StaffThread,
  rejections: ['ticket-changed', 'ticket-merged', 'ticket-not-found', 'another-person', 'same-ticket'],
})

export const linkStaffTicketFile = endpoint({
  method: 'POST',
  path: '/api/admin/ticket-files/:fileId/link',
  access: 'staff',
  summary: 'A short-lived link to an attachment of any ticket',
  params: z.object({ fileId: Id }),
  reply: z.object({ url: z.string(), expiresAt: Instant }),
})

export const CannedAnswer = z.object({ id: Id, title: z.string(), text: z.string(), version: z.int() })
export type CannedAnswer = z.infer<typeof CannedAnswer>

export const listCannedAnswers = endpoint({
  method: 'GET',
  path: '/api/admin/canned-answers',
  access: 'staff',
  summary: 'Canned answers by title, and the variables they can use',
  reply: z.object({ items: z.array(CannedAnswer), variables: z.array(z.enum(ANSWER_VARIABLES)) }),
})

/** `version` 0: a new one, under an id created by the client. */
export const saveCannedAnswer = endpoint({
  method: 'PUT',
  path: '/api/admin/canned-answers/:answerId',
  access: 'staff',
  summary: 'Add or change a canned answer; an unknown variable is refused',
  params: z.object({ answerId: Id }),
  body: z.object({
    version: z.int32(),
    title: z.string().check(z.trim(), z.minLength(3, 'Enter a title.'), z.maxLength(80), oneLine),
    text: z.string().check(z.trim(), z.minLength(3, 'Enter the answer.'), z.maxLength(MESSAGE_MAX), plainText),
  }),
  reply: CannedAnswer,
  rejections: ['unknown-variable', 'answer-changed', 'title-taken'],
})

export const deleteCannedAnswer = endpoint({
  method: 'POST',
  path: '/api/admin/canned-answers/:answerId/deletion',
  access: 'staff',
  summary: 'Delete a canned answer',
  params: z.object({ answerId: Id }),
  body: z.object({ version: z.int32() }),
  reply: null,
  rejections: ['answer-changed'],
})

export const fillCannedAnswer = endpoint({
  method: 'POST',
  path: '/api/admin/tickets/:ticketId/drafts',
  access: 'staff',
  summary: 'A canned answer with its variables filled in for a ticket, to be edited before it is sent',
  params: OfTicket,
  body: z.object({ answerId: Id }),
  reply: z.object({ text: z.string() }),
  rejections: ['unknown-variable', 'empty-variable'],
})
