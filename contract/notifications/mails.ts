import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { AsInstant } from '../auctions/auctions.ts'
import { endpoint } from '../platform/endpoint.ts'
import { labelOfNotice, NoticeKind } from './notifications.ts'
import { Id, Instant, Ok } from '../platform/values.ts'

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
  /** Null when it was delivered, or won't be retried. */
  nextTryAt: z.nullable(Instant),
  failure: z.nullable(z.string()),
})
export type Mail = z.infer<typeof Mail>

const MailFileRow = z.extend(Mail, { name: z.string() })

export const MAIL_STATE_WORDS = { queued: 'Queued', sent: 'Sent', failed: 'Failed' } as const satisfies Record<
  Mail['state'],
  string
>

/** Newest first. `q`: part of the recipient's name or email. */
export const listMails = adminList({
  path: '/api/admin/mails',
  name: 'mails',
  access: 'owner',
  subject: 'mail',
  personal: true,
  summary: 'Emails we sent and their delivery status, newest first',
  item: Mail,
  row: MailFileRow,
  columns: {
    written: { label: 'Created', fileLabel: 'Written', kind: 'instant', of: 'createdAt' },
    recipient: { label: 'Recipient', kind: 'text' },
    name: { label: 'Name', kind: 'text', in: 'file' },
    kind: { label: 'Kind', kind: 'status', of: ({ kind }: Mail) => labelOfNotice(kind), in: 'file' },
    subject: { label: 'Subject', kind: 'text' },
    state: { label: 'State', kind: 'status', words: MAIL_STATE_WORDS },
    tries: { label: 'Attempts', fileLabel: 'Tries', kind: 'number' },
    sent: { label: 'Sent', kind: 'instant', of: 'sentAt', in: 'file' },
    accepted: { label: 'Accepted', kind: 'instant', of: 'deliveredAt', in: 'file' },
    failure: { label: 'Failure', kind: 'text', in: 'file' },
    id: { label: 'Id', kind: 'text', in: 'file' },
  },
  filters: {
    q: { kind: 'search', label: 'Recipient’s name or email' },
    state: { kind: 'choice', label: 'State', options: MAIL_STATE_WORDS },
  },
  order: null,
  paging: 'cursor',
  /** Where emails go: to a mail server, or into a folder if no server is configured. */
  more: { goesTo: z.enum(['server', 'folder']) },
  csv: 'owner',
})

export const readMail = endpoint({
  method: 'GET',
  path: '/api/admin/mails/:mailId',
  access: 'owner',
  audit: { action: 'view-mail', of: 'mail' },
  summary:
    'One email with its text and a link to preview it, without the recipient’s private links. The view is recorded',
  params: z.object({ mailId: Id }),
  reply: z.object({
    mail: Mail,
    messageId: z.string(),
    /** Without links that act in the recipient’s name; null if the email consists of one, to confirm an address or reset a password. */
    text: z.nullable(z.string()),
    /** Path of the preview page, valid for a few minutes without signing in. */
    page: z.nullable(z.string()),
  }),
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/admin/mails/:mailId/tries',
  access: 'owner',
  summary: 'Retry a failed email now',
  params: z.object({ mailId: Id }),
  reply: Mail,
  rejections: ['mail-not-failed'],
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/admin/test-mails',
  access: 'owner',
  summary: 'Send a test email to yourself; its delivery shows in the list of emails',
  reply: Ok,
  status: 202,
})

export const showMailPage = endpoint({
  method: 'GET',
  path: '/api/mail-pages/:mailId',
  access: 'visitor',
  summary: 'An email as its recipient sees it, by a short-lived signed link',
  params: z.object({ mailId: Id }),
  query: z.object({ until: AsInstant, key: z.string().check(z.maxLength(100)) }),
  reply: null,
  media: 'text/html',
})
