import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, Id, Instant, PageQuery } from './values.ts'

/** Everything a person can be told of. */
export const NoticeKind = z.enum([
  'email-confirmation',
  'password-reset',
  'account-security',
  'account-suspended',
  'address-taken',
  'fee-receipt',
  'refund-sent',
  'payment-news',
  'document-decided',
  'outbid',
  'ending-soon',
  'won',
  'lost',
  'reserve-talk',
  'sale-voided',
  'facts-corrected',
  'parked-bid',
  'question-answered',
  'sale-message',
  'invoice',
  'invoice-overdue',
  'invoice-paid',
  'payment-received',
  'credit-note',
  'credit',
  'ticket-reply',
  'saved-search',
])
export type NoticeKind = z.infer<typeof NoticeKind>

/** How a mail fares: `sentAt` is when the last try began, `deliveredAt` when the mail server accepted it. */
const MailState = z.object({
  state: z.enum(['queued', 'sent', 'failed']),
  sentAt: z.nullable(Instant),
  deliveredAt: z.nullable(Instant),
})

export const Notification = z.object({
  id: Id,
  kind: NoticeKind,
  title: z.string(),
  body: z.string(),
  /** A path on our origin. */
  link: z.nullable(z.string()),
  createdAt: Instant,
  readAt: z.nullable(Instant),
  /** Null: no mail goes out. */
  mail: z.nullable(MailState),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  summary: 'What one was told, newest first',
  query: z.extend(PageQuery, { cursor: z.optional(Id) }),
  reply: z.object({ items: z.array(Notification), next: z.nullable(Id), unread: z.int() }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  summary: 'How many notifications one has not read',
  reply: z.object({ unread: z.int() }),
})

export const markRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'member',
  summary: 'Mark notifications as read: the named ones, or all up to one (null: none)',
  body: z.object({ ids: z.array(Id).check(z.maxLength(100)), upTo: z.nullable(Id) }),
  reply: z.object({ unread: z.int() }),
})

const Channel = z.enum(['mail', 'push', 'page'])

/** The ways in which one kind of notice reaches a person. `fixed` ones stand as they are. */
export const NoticeChoice = z.object({
  kind: NoticeKind,
  mail: z.boolean(),
  push: z.boolean(),
  page: z.boolean(),
  fixed: z.array(Channel),
})
export type NoticeChoice = z.infer<typeof NoticeChoice>

export const readChoices = endpoint({
  method: 'GET',
  path: '/api/notification-choices',
  access: 'member',
  summary: 'Which notices reach one by mail, by push and in page, and the key for push in this house',
  reply: z.object({
    items: z.array(NoticeChoice),
    /** The house's public key for web push, base64url. */
    pushKey: z.string(),
    /** Where this session takes push messages. */
    pushEndpoints: z.array(z.string()),
  }),
})

export const changeChoice = endpoint({
  method: 'PUT',
  path: '/api/notification-choices',
  access: 'member',
  summary: 'Choose how one kind of notice reaches one',
  body: z.object({ kind: NoticeKind, mail: z.boolean(), push: z.boolean(), page: z.boolean() }),
  reply: NoticeChoice,
  rejections: ['choice-fixed'],
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscriptions',
  access: 'visitor',
  summary: 'Turn off emails of the kind that a signed link came in; no sign-in is needed',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.object({ kind: NoticeKind }),
})

const Endpoint = z.string().check(z.url(), z.maxLength(1000))
const Key = z.string().check(z.regex(/^[A-Za-z0-9_-]+={0,2}$/), z.maxLength(200))

export const subscribePush = endpoint({
  method: 'PUT',
  path: '/api/push-subscriptions',
  access: 'member',
  summary: 'Send push messages to this browser until it logs out',
  body: z.object({ endpoint: Endpoint, keys: z.object({ p256dh: Key, auth: Key }) }),
  reply: z.object({ pushEndpoints: z.array(z.string()) }),
  rejections: ['unknown-push-service'],
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/push-subscriptions',
  access: 'member',
  summary: 'Send no more push messages to this browser',
  body: z.object({ endpoint: Endpoint }),
  reply: z.object({ pushEndpoints: z.array(z.string()) }),
})

export const openAnswerLink = endpoint({
  method: 'POST',
  path: '/api/answer-links',
  access: 'complete',
  summary: 'Open the one-time link of an outbid notice: the lot and its next bid. Places no bid',
  body: z.object({
    token: z.string().check(z.maxLength(200)),
    /** Made by the client once per opening: the same use may be repeated. */
    useId: Id,
  }),
  reply: z.object({ lotId: Id, lotNumber: z.int(), nextBid: Amount }),
  rejections: ['answer-link-over'],
})

export const Mail = z.object({
  id: Id,
  kind: NoticeKind,
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  tries: z.int(),
  createdAt: Instant,
  sentAt: z.nullable(Instant),
  deliveredAt: z.nullable(Instant),
  /** Null when it was delivered, or will not be tried again. */
  nextTryAt: z.nullable(Instant),
  failure: z.nullable(z.string()),
})
export type Mail = z.infer<typeof Mail>

const MailFilter = {
  state: z.optional(z.enum(['queued', 'sent', 'failed'])),
  /** Part of the reader's name or address. */
  search: z.optional(z.string().check(z.maxLength(200))),
}

export const listMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  access: 'owner',
  audit: { act: 'view-mails', of: 'mail' },
  summary: 'Mails of the house and how they fare, newest first',
  query: z.extend(PageQuery, { cursor: z.optional(Id), ...MailFilter }),
  reply: z.object({
    items: z.array(Mail),
    next: z.nullable(Id),
    /** Where mails go: to a mail server, or into a folder because none is configured. */
    goesTo: z.enum(['server', 'folder']),
  }),
})

export const exportMails = endpoint({
  method: 'GET',
  path: '/api/admin/mails-csv',
  access: 'owner',
  audit: { act: 'export-mails', of: 'mail' },
  summary: 'The found mails as CSV, without what they say; the export is audited',
  query: z.object(MailFilter),
  reply: null,
  media: 'text/csv',
})

export const readMail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/:mailId',
  access: 'owner',
  audit: { act: 'view-mail', of: 'mail' },
  summary:
    'One mail with its text and a page to see it, without the links that are its reader’s alone. The view is recorded',
  params: z.object({ mailId: Id }),
  reply: z.object({
    mail: Mail,
    messageId: z.string(),
    /** Without links that act in the recipient’s name; null where the mail is such a link, to confirm an address or reset a password. */
    text: z.nullable(z.string()),
    /** Path of the page for some minutes; it needs no log-in. */
    page: z.nullable(z.string()),
  }),
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:mailId/tries',
  access: 'owner',
  summary: 'Try a mail that was given up once more, at once',
  params: z.object({ mailId: Id }),
  reply: Mail,
  rejections: ['mail-not-failed'],
})

export const showMailPage = endpoint({
  method: 'GET',
  path: '/api/mail-pages/:mailId',
  access: 'visitor',
  summary: 'A mail as its reader sees it, by a signed link of some minutes',
  params: z.object({ mailId: Id }),
  query: z.object({ until: z.coerce.number().check(z.int()), key: z.string().check(z.maxLength(100)) }),
  reply: null,
  media: 'text/html',
})
