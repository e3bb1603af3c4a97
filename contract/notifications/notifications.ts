import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount, Id, Instant, PageQuery } from '../platform/values.ts'

/** Every kind of notification. */
export const NoticeKind = z.enum([
  'email-confirmation',
  'password-reset',
  'staff-invitation',
  'test-email',
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
  'reserve-negotiation',
  'bids-voided',
  'sale-voided',
  'facts-corrected',
  'pending-bid',
  'question-answered',
  'auction-message',
  'invoice',
  'invoice-overdue',
  'invoice-paid',
  'payment-received',
  'credit-note',
  'credit',
  'ticket-reply',
  'saved-search',
  'seller-negotiation',
  'reserve-requested',
  'reserve-decided',
  'seller-statement',
  'seller-paid',
])
export type NoticeKind = z.infer<typeof NoticeKind>

/** `ending-soon` as `Ending soon`. */
export function labelOfNotice(kind: NoticeKind): string {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The delivery of an email: `sentAt` is when the last attempt started, `deliveredAt` when the mail server accepted it. */
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
  /** The lot it is about, if any. */
  lot: z.nullable(z.object({ lotNumber: z.int(), title: z.string(), heroPhoto: z.nullable(z.string()) })),
  createdAt: Instant,
  readAt: z.nullable(Instant),
  /** Null: no email is sent. */
  mail: z.nullable(MailState),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'member',
  summary: 'Your notifications, newest first',
  query: z.extend(PageQuery, { cursor: z.optional(Id) }),
  reply: z.object({ items: z.array(Notification), next: z.nullable(Id), unread: z.int() }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'member',
  summary: 'The number of your unread notifications',
  reply: z.object({ unread: z.int() }),
})

export const markRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'member',
  summary: 'Mark notifications as read: the given ids, or all up to one (null: none)',
  body: z.object({ ids: z.array(Id).check(z.maxLength(100)), upTo: z.nullable(Id) }),
  reply: z.object({ unread: z.int() }),
})

const Channel = z.enum(['mail', 'push', 'page'])

/** The channels of one kind of notice. `fixed` ones can't be changed. */
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
  summary: 'Which notices you get by email, by push and on the page, and the server’s push key',
  reply: z.object({
    items: z.array(NoticeChoice),
    /** The server's public key for web push, base64url. */
    pushKey: z.string(),
    /** The push endpoint of this session. */
    pushEndpoints: z.array(z.string()),
  }),
})

export const changeChoice = endpoint({
  method: 'PUT',
  path: '/api/notification-choices',
  access: 'member',
  summary: 'Choose how you get one kind of notice',
  body: z.object({ kind: NoticeKind, mail: z.boolean(), push: z.boolean(), page: z.boolean() }),
  reply: NoticeChoice,
  rejections: ['choice-fixed'],
})

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscriptions',
  access: 'visitor',
  summary: 'Turn off one kind of email with the signed link from such an email; no sign-in is needed',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.object({ kind: NoticeKind }),
})

const Endpoint = z.string().check(z.url(), z.maxLength(1000))
const Key = z.string().check(z.regex(/^[A-Za-z0-9_-]+={0,2}$/), z.maxLength(200))

export const subscribePush = endpoint({
  method: 'PUT',
  path: '/api/push-subscriptions',
  access: 'member',
  summary: 'Send push messages to this browser until it signs out',
  body: z.object({ endpoint: Endpoint, keys: z.object({ p256dh: Key, auth: Key }) }),
  reply: z.object({ pushEndpoints: z.array(z.string()) }),
  rejections: ['unknown-push-service'],
})

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/push-subscriptions',
  access: 'member',
  summary: 'Stop push messages to this browser',
  body: z.object({ endpoint: Endpoint }),
  reply: z.object({ pushEndpoints: z.array(z.string()) }),
})

export const openAnswerLink = endpoint({
  method: 'POST',
  path: '/api/answer-links',
  access: 'complete',
  summary: 'Open the one-time link of an outbid notice: the lot and its next bid. Does not place a bid',
  body: z.object({
    token: z.string().check(z.maxLength(200)),
    /** Created by the client once per opening: the same use can be retried. */
    useId: Id,
  }),
  reply: z.object({ lotId: Id, lotNumber: z.int(), nextBid: Amount }),
  rejections: ['answer-link-over'],
})
