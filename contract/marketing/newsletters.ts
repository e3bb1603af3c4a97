import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { SignedLink, Id, Instant, oneLine, plainText, PlannedInstant } from '../platform/values.ts'

export const SEGMENT_WORDS = {
  everyone: 'Everyone subscribed',
  'no-bid': 'Members without a bid',
  watchers: 'Watchers of a make',
} as const
export const NEWSLETTER_STATUS_WORDS = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  sent: 'Sent',
} as const

const Segment = z.enum(['everyone', 'no-bid', 'watchers'])
const Status = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent'])

const NewsletterSummary = z.object({
  id: Id,
  subject: z.string(),
  status: Status,
  segment: Segment,
  sendAt: z.nullable(Instant),
  startedAt: z.nullable(Instant),
  finishedAt: z.nullable(Instant),
  /** People it goes to; 0 until they are chosen, when sending starts. */
  recipients: z.int(),
  sent: z.int(),
  /** Refused for good by a mail server, or bounced later. */
  undelivered: z.int(),
})

/** The text as it is written. `make`: of watchers only. `country`: two letters; null for all. */
const Draft = {
  subject: z.string().check(z.trim(), z.minLength(1, 'Enter a subject.'), z.maxLength(120), oneLine),
  body: z.string().check(z.trim(), z.minLength(1, 'Enter the text.'), z.maxLength(8000), plainText),
  button: z.string().check(z.trim(), z.maxLength(40), oneLine),
  /** A page on our origin. */
  path: z
    .string()
    .check(z.trim(), z.maxLength(200), z.regex(/^(\/[\w?=&#.-][\w/?=&#.-]*)?$/, 'Enter a page such as /calendar.')),
  segment: Segment,
  make: z.nullable(z.string().check(z.trim(), z.minLength(1, 'Enter a make.'), z.maxLength(40), oneLine)),
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter two letters, such as US.'))),
}

export const Newsletter = z.object({
  ...NewsletterSummary.shape,
  body: z.string(),
  button: z.string(),
  path: z.string(),
  make: z.nullable(z.string()),
  country: z.nullable(z.string()),
  /** How many people the segment holds now. */
  audience: z.int(),
  waiting: z.int(),
  /** Unsubscribed between the start and their turn. */
  skipped: z.int(),
  /** Increments with every change; a change names the version it was made from. */
  version: z.int(),
})
export type Newsletter = z.infer<typeof Newsletter>

export const listNewsletters = adminList({
  path: '/api/admin/newsletters',
  name: 'newsletters',
  access: 'owner',
  subject: 'newsletter',
  summary: 'Newsletters and their progress, newest first',
  item: NewsletterSummary,
  columns: {
    subject: { label: 'Subject', kind: 'link' },
    status: { label: 'Status', kind: 'status', words: NEWSLETTER_STATUS_WORDS },
    segment: { label: 'Audience', kind: 'status', words: SEGMENT_WORDS },
    sendAt: { label: 'Send at', kind: 'instant' },
    recipients: { label: 'Recipients', kind: 'number' },
    sent: { label: 'Sent', kind: 'number' },
    undelivered: { label: 'Undelivered', kind: 'number' },
  },
  filters: { status: { kind: 'choice', label: 'Status', options: NEWSLETTER_STATUS_WORDS } },
  order: null,
  csv: 'owner',
})

const OfNewsletter = z.object({ newsletterId: Id })
const Based = z.object({ version: z.int32() })
const REFUSED = ['newsletter-changed', 'newsletter-state'] as const

export const readNewsletter = endpoint({
  method: 'GET',
  path: '/api/admin/newsletters/:newsletterId',
  access: 'owner',
  summary: 'A newsletter with its text, its audience and its progress',
  params: OfNewsletter,
  reply: Newsletter,
})

/** Version 0 creates it. */
export const saveNewsletter = endpoint({
  method: 'PUT',
  path: '/api/admin/newsletters/:newsletterId',
  access: 'owner',
  summary: 'Write a newsletter, or change one that is still a draft',
  params: OfNewsletter,
  body: z.object({ version: z.int32(), ...Draft }),
  reply: Newsletter,
  rejections: REFUSED,
})

export const previewNewsletter = endpoint({
  method: 'GET',
  path: '/api/admin/newsletters/:newsletterId/preview',
  access: 'owner',
  summary: 'A short-lived link to the email as its readers see it',
  params: OfNewsletter,
  reply: z.object({ url: z.string(), expiresAt: Instant }),
})

export const showNewsletterPage = endpoint({
  method: 'GET',
  path: '/api/newsletter-pages/:newsletterId',
  access: 'visitor',
  summary: 'A newsletter as an email, by a short-lived signed link',
  params: OfNewsletter,
  query: SignedLink,
  problems: [410],
  reply: null,
  media: 'text/html',
})

export const testNewsletter = endpoint({
  method: 'POST',
  path: '/api/admin/newsletters/:newsletterId/tests',
  access: 'owner',
  summary: 'Send the newsletter to your own address only',
  params: OfNewsletter,
  reply: z.object({ email: z.string() }),
  rejections: ['email-refused'],
})

export const scheduleNewsletter = endpoint({
  method: 'POST',
  path: '/api/admin/newsletters/:newsletterId/schedule',
  access: 'owner',
  summary: 'Send a draft at a time; null: now. Its recipients are chosen then',
  params: OfNewsletter,
  body: z.extend(Based, { sendAt: z.nullable(PlannedInstant) }),
  reply: Newsletter,
  rejections: REFUSED,
})

export const pauseNewsletter = endpoint({
  method: 'POST',
  path: '/api/admin/newsletters/:newsletterId/pause',
  access: 'owner',
  summary: 'Stop sending after the emails under way; everyone else keeps waiting',
  params: OfNewsletter,
  body: Based,
  reply: Newsletter,
  rejections: REFUSED,
})

export const resumeNewsletter = endpoint({
  method: 'POST',
  path: '/api/admin/newsletters/:newsletterId/resume',
  access: 'owner',
  summary: 'Continue a paused newsletter where it stopped',
  params: OfNewsletter,
  body: Based,
  reply: Newsletter,
  rejections: REFUSED,
})

export const deleteNewsletter = endpoint({
  method: 'POST',
  path: '/api/admin/newsletters/:newsletterId/deletion',
  access: 'owner',
  summary: 'Delete a draft; deleting it again does nothing',
  params: OfNewsletter,
  body: Based,
  reply: null,
  rejections: REFUSED,
})

/** `id` is the address. */
const UndeliverableEmail = z.object({
  id: z.string(),
  email: z.string(),
  person: z.nullable(z.string()),
  reason: z.string(),
  at: Instant,
})

export const listUndeliverable = adminList({
  path: '/api/admin/undeliverable-emails',
  name: 'undeliverable-emails',
  access: 'owner',
  subject: 'undeliverable-email',
  personal: true,
  summary: 'Addresses that newsletters no longer go to, since a mail server refused them for good',
  item: UndeliverableEmail,
  columns: {
    email: { label: 'Email', kind: 'text' },
    person: { label: 'Person', kind: 'text' },
    reason: { label: 'Reason', kind: 'text' },
    at: { label: 'Since', kind: 'instant' },
  },
  filters: { q: { kind: 'search', label: 'Email or name' } },
  order: null,
  csv: 'owner',
})

/** `isUndeliverable`: emails to the account's address come back, so no newsletter is sent. */
const NewsletterChoice = z.object({ subscribed: z.boolean(), isUndeliverable: z.boolean() })
export type NewsletterChoice = z.infer<typeof NewsletterChoice>

export const readNewsletterChoice = endpoint({
  method: 'GET',
  path: '/api/newsletter-subscription',
  access: 'member',
  summary: 'Whether you get our newsletter',
  reply: NewsletterChoice,
})

export const changeNewsletterChoice = endpoint({
  method: 'PUT',
  path: '/api/newsletter-subscription',
  access: 'member',
  summary: 'Subscribe to our newsletter, or unsubscribe',
  body: z.object({ subscribed: z.boolean() }),
  reply: NewsletterChoice,
})

export const unsubscribeNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter-unsubscriptions',
  access: 'visitor',
  summary: 'Unsubscribe with the signed link from a newsletter; no sign-in is needed',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.object({ subscribed: z.boolean() }),
})
