import EmailReplyParser from 'email-reply-parser'
import { simpleParser, type AddressObject, type ParsedMail } from 'mailparser'
import { MESSAGE_MAX, SUBJECT_MAX } from '#contract/support/support-limits.ts'
import { shorten } from '#contract/platform/shorten.ts'

/** What of an email matters to a ticket. Addresses in small letters. */
export type ReadEmail = {
  /** Its Message-ID, or null. */
  emailId: string | null
  from: { address: string; name: string }
  /** All recipients. */
  to: string[]
  subject: string
  /** What the person wrote now. */
  text: string
  /** The whole text including quotes, if that is longer; else null. */
  quoted: string | null
  attachments: { name: string; content: Buffer }[]
  /** Why this email counts as automatic, or null. */
  automatic: string | null
}

const QUOTED_MAX = 40_000
const NAME_MAX = 120
const BULK = new Set(['bulk', 'junk', 'list', 'auto_reply'])

/** Reads a raw message. Null: it has no sender. Throws if it isn't an email. */
export async function readEmail(raw: Buffer): Promise<ReadEmail | null> {
  const mail = await simpleParser(raw, { skipImageLinks: true, skipTextLinks: true })
  const [sender] = mail.from?.value ?? []
  if (sender?.address === undefined || sender.address === '') return null
  const whole = plain(mail.text ?? '')
  const reply = new EmailReplyParser().read(whole).getVisibleText().trim()
  const text = shorten(reply === '' ? whole : reply, MESSAGE_MAX)
  return {
    emailId: mail.messageId ?? null,
    from: { address: sender.address.toLowerCase(), name: shorten(oneLine(sender.name), NAME_MAX) },
    to: [mail.to, mail.cc, mail.bcc].flatMap(addressesOf).concat(deliveredTo(mail)),
    subject: shorten(oneLine(mail.subject ?? ''), SUBJECT_MAX),
    text,
    quoted: text === whole ? null : shorten(whole, QUOTED_MAX),
    attachments: mail.attachments
      .filter(({ related }) => !related)
      .map(({ filename, content }) => ({ name: filename ?? 'attachment', content })),
    automatic: whyAutomatic(mail),
  }
}

/** By RFC 3834 and the headers of mailing lists and older autoresponders. */
function whyAutomatic({ headers }: ParsedMail): string | null {
  const submitted = text(headers.get('auto-submitted')).toLowerCase()
  if (submitted !== '' && submitted !== 'no') return `auto-submitted: ${submitted}`
  const precedence = text(headers.get('precedence')).toLowerCase()
  if (BULK.has(precedence)) return `precedence: ${precedence}`
  if (headers.has('list') || headers.has('list-id')) return 'from a mailing list'
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return 'an automatic reply'
  if (isEmptyAddress(headers.get('return-path'))) return 'a bounce'
  const type = headers.get('content-type')
  const isReport = typeof type === 'object' && 'value' in type && type.value === 'multipart/report'
  return isReport ? 'a delivery report' : null
}

/** With `Return-Path: <>` a mail server marks an email that must not be answered. */
function isEmptyAddress(header: unknown): boolean {
  if (typeof header === 'string') return header.trim() === '<>'
  if (typeof header !== 'object' || header === null || !('text' in header)) return false
  return header.text === '' || header.text === '<>'
}

function text(header: unknown): string {
  return typeof header === 'string' ? header.trim() : ''
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
  const objects = field === undefined ? [] : Array.isArray(field) ? field : [field]
  return objects.flatMap(({ value }) => value.map(({ address = '' }) => address.toLowerCase()))
}

/** The address that a blind copy went to, as mail servers record it. */
function deliveredTo({ headers }: ParsedMail): string[] {
  return ['delivered-to', 'x-original-to'].map((name) => text(headers.get(name)).toLowerCase())
}

/** Removes characters that no page may show, such as bidirectional overrides. */
const HIDDEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

function plain(written: string): string {
  return written
    .replaceAll('\r\n', '\n')
    .replaceAll(HIDDEN, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .toWellFormed()
    .trim()
}

function oneLine(written: string): string {
  return written.replaceAll(HIDDEN, ' ').replaceAll(/\s+/g, ' ').toWellFormed().trim()
}
