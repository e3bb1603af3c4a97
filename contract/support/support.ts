import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { MESSAGE_MAX, SUBJECT_MAX, TICKET_FILES_MAX, TICKET_STATUSES, TICKET_TOPICS } from './support-limits.ts'
import { SignedLink, Amount, Id, Instant, oneLine, plainText } from '../platform/values.ts'

/** Determined by a file's first bytes. HEIC is accepted and stored as JPEG. */
const TICKET_FILE_TYPES = ['pdf', 'jpeg', 'png', 'webp'] as const

/** `size` in bytes. */
export const TicketFile = z.object({ id: Id, name: z.string(), type: z.enum(TICKET_FILE_TYPES), size: z.int() })
export type TicketFile = z.infer<typeof TicketFile>

export const MessageText = z
  .string()
  .check(z.trim(), z.minLength(1, 'Enter your message.'), z.maxLength(MESSAGE_MAX), plainText)
export const FileIds = z.array(Id).check(z.maxLength(TICKET_FILES_MAX))

/** The source of a message: a page, an email, or a conversation with the assistant. */
export const MessageVia = z.enum(['page', 'email', 'assistant'])

/** One message as the person reads it. `author`: the first name of the person who answered. */
export const TicketMessage = z.object({
  id: Id,
  from: z.enum(['person', 'team', 'assistant']),
  author: z.nullable(z.string()),
  text: z.string(),
  via: MessageVia,
  at: Instant,
  files: z.array(TicketFile),
})
export type TicketMessage = z.infer<typeof TicketMessage>

export const TicketThread = z.object({
  reference: z.string(),
  subject: z.string(),
  topic: z.enum(TICKET_TOPICS),
  status: z.enum(TICKET_STATUSES),
  lot: z.nullable(z.object({ lotNumber: z.int(), title: z.string() })),
  invoiceNumber: z.nullable(z.string()),
  openedAt: Instant,
  messages: z.array(TicketMessage),
})
export type TicketThread = z.infer<typeof TicketThread>

/** What a signed-in person can pick: lots they bid on or watch, and their invoices. Both are empty for a visitor. */
export const readTicketForm = endpoint({
  method: 'GET',
  path: '/api/ticket-form',
  access: 'visitor',
  summary: 'What the contact form needs: a key that says when it was opened, and the person’s own lots and invoices',
  reply: z.object({
    formKey: z.string(),
    name: z.string(),
    email: z.string(),
    lots: z.array(z.object({ lotNumber: z.int(), title: z.string() })),
    invoices: z.array(
      z.object({ invoiceId: Id, number: z.string(), title: z.string(), total: Amount, currency: z.string() }),
    ),
  }),
})
export type TicketForm = z.infer<typeof readTicketForm.reply>

/** Form data with one file, `file`. It belongs to the message that names it within the hour; otherwise it is deleted. */
export const sendTicketFile = endpoint({
  method: 'POST',
  path: '/api/ticket-files',
  access: 'visitor',
  summary: 'Upload an attachment for a message (PDF, JPEG, PNG, WebP, HEIC; 10 MB)',
  body: 'multipart',
  files: ['file'],
  reply: TicketFile,
  status: 201,
  rejections: ['file-too-large', 'not-an-attachment'],
})

export const openTicket = endpoint({
  method: 'POST',
  path: '/api/tickets',
  access: 'visitor',
  summary: 'Write to our team; the same id again is the same ticket. The reference also goes out by email',
  body: z.object({
    ticketId: Id,
    formKey: z.string().check(z.maxLength(200), oneLine),
    /** A hidden field that only bots fill in: must be empty. */
    website: z.string().check(z.maxLength(200), oneLine),
    name: z.string().check(z.trim(), z.minLength(1, 'Enter your name.'), z.maxLength(120), oneLine),
    email: z.email('Enter your email address.').check(z.toLowerCase(), z.maxLength(254)),
    topic: z.enum(TICKET_TOPICS),
    subject: z.string().check(z.trim(), z.minLength(3, 'Enter a subject.'), z.maxLength(SUBJECT_MAX), oneLine),
    text: MessageText,
    lotNumber: z.nullable(z.int32()),
    /** One of the person's own invoices. */
    invoiceId: z.nullable(Id),
    fileIds: FileIds,
    /** The preceding conversation with the assistant; empty if none. */
    conversation: z
      .array(z.object({ from: z.enum(['person', 'assistant']), text: z.string().check(z.maxLength(2000), plainText) }))
      .check(z.maxLength(20)),
  }),
  reply: z.object({ reference: z.string(), email: z.string(), token: z.string() }),
  status: 201,
  rejections: ['form-expired', 'looks-automated', 'file-not-found', 'message-id-taken'],
})

/** `token` opens the thread without a sign-in, as the link in our emails does. */
const Token = z.string().check(z.maxLength(100), oneLine)

export const findTicket = endpoint({
  method: 'POST',
  path: '/api/ticket-lookups',
  access: 'visitor',
  summary: 'Find a thread by its reference and its sender’s email',
  body: z.object({
    reference: z.string().check(z.trim(), z.maxLength(30), oneLine),
    email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), oneLine),
  }),
  reply: z.object({ token: z.string() }),
  rejections: ['ticket-not-found'],
})

export const readThread = endpoint({
  method: 'POST',
  path: '/api/ticket-threads',
  access: 'visitor',
  summary: 'A thread, by its token',
  body: z.object({ token: Token }),
  reply: TicketThread,
  rejections: ['ticket-not-found'],
})

export const replyToTicket = endpoint({
  method: 'POST',
  path: '/api/ticket-replies',
  access: 'visitor',
  summary: 'Add a message to a thread; a closed one opens again. The same id again is the same message',
  body: z.object({ token: Token, messageId: Id, text: MessageText, fileIds: FileIds }),
  reply: TicketThread,
  rejections: ['ticket-not-found', 'file-not-found', 'message-id-taken'],
})

export const closeTicket = endpoint({
  method: 'POST',
  path: '/api/ticket-closings',
  access: 'visitor',
  summary: 'Close your thread',
  body: z.object({ token: Token }),
  reply: TicketThread,
  rejections: ['ticket-not-found'],
})

export const linkTicketFile = endpoint({
  method: 'POST',
  path: '/api/ticket-file-links',
  access: 'visitor',
  summary: 'A short-lived link to an attachment of a thread',
  body: z.object({ token: Token, fileId: Id }),
  reply: z.object({ url: z.string(), expiresAt: Instant }),
  rejections: ['ticket-not-found', 'file-not-found'],
})

export const openTicketFile = endpoint({
  method: 'GET',
  path: '/api/ticket-files/:fileId',
  access: 'visitor',
  summary: 'Download the attachment behind a short-lived link',
  params: z.object({ fileId: Id }),
  query: SignedLink,
  problems: [410],
  reply: null,
  media: 'application/octet-stream',
})

export const listOwnTickets = endpoint({
  method: 'GET',
  path: '/api/profile/tickets',
  access: 'member',
  summary: 'Your messages to our team, latest first',
  reply: z.object({
    items: z.array(
      z.object({
        reference: z.string(),
        subject: z.string(),
        status: z.enum(TICKET_STATUSES),
        movedAt: Instant,
        token: z.string(),
      }),
    ),
  }),
})

/** The raw message (RFC 5322) with the header `x-paddock-secret`. Dropped messages also get 200: sending them again would not help. */
export const receiveEmail = endpoint({
  method: 'POST',
  path: '/api/inbound-email',
  access: 'visitor',
  summary: 'Takes an email from the mail server: a reply to a thread, a new ticket, or a newsletter that bounced',
  problems: [401],
  reply: z.object({
    outcome: z.enum(['reply', 'ticket', 'bounce', 'duplicate', 'dropped']),
    reason: z.nullable(z.string()),
  }),
})
