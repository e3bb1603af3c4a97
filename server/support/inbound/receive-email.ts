import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { receiveEmail as receiveEndpoint } from '#contract/support/support.ts'
import { TICKET_FILE_BYTES_MAX, TICKET_FILES_MAX } from '#contract/support/support-limits.ts'
import type { SealedFiles } from '#server/platform/sealed-files.ts'
import type { App } from '#server/platform/app.ts'
import { takeBounce } from '#server/marketing/newsletter/bounces.ts'
import { newId } from '#server/platform/id.ts'
import { Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { shorten } from '#contract/platform/shorten.ts'
import { sharedThrottle, type SharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { addMessage } from '../add-message.ts'
import { takeFile } from '../files/take-file.ts'
import { enterTicket } from '../open-ticket.ts'
import { replyToTicket } from '../reply-to-ticket.ts'
import { findTicket } from '../thread-access.ts'
import { isEmailKnown, ticketByReference, type TicketRow } from '../store.ts'
import { newReference, referenceIn, referenceOfAddress } from '../ticket-keys.ts'
import { readEmail, type ReadEmail } from './read-email.ts'

type Outcome = ReplyOf<typeof receiveEndpoint>

/** Emails per sender: a faster sender is an undetected machine. */
const PER_SENDER = { burst: 8, perSecond: 1 / 300 }

const dropped = (reason: string): Outcome => ({ outcome: 'dropped', reason })

/**
 * Processes a raw email: a reply to the thread named by its address or its subject, or a new ticket. Automatic email, our own and loops are
 * dropped with a line in the log; the same email twice is one message.
 */
export function emailReceiver(app: App, files: SealedFiles): (raw: Buffer) => Promise<Outcome> {
  const throttle = sharedThrottle(app, 'inbound-email', PER_SENDER)
  return async (raw) => {
    const email = await readEmail(raw).catch(() => null)
    const outcome =
      email === null ? dropped('not an email with a sender') : await takeOrReturn(app, files, throttle, email, raw)
    const about = { emailId: email?.emailId ?? null, ...outcome }
    if (outcome.outcome === 'dropped') app.log.warn(about, 'dropped an incoming email')
    else app.log.info(about, 'accepted an incoming email')
    return outcome
  }
}

/** A newsletter that a mail server returned is noted for its address; anything else is a message to us. */
async function takeOrReturn(app: App, files: SealedFiles, throttle: SharedThrottle, email: ReadEmail, raw: Buffer) {
  if (await takeBounce(app, email.to, raw)) return { outcome: 'bounce', reason: null } as const
  return take(app, files, throttle, email)
}

async function take(app: App, files: SealedFiles, throttle: SharedThrottle, email: ReadEmail): Promise<Outcome> {
  if (email.automatic !== null) return dropped(email.automatic)
  if (await isOwn(app, email.from.address)) return dropped('sent from our own address')
  if (email.emailId !== null && (await isEmailKnown(app.db, email.emailId)))
    return { outcome: 'duplicate', reason: null }
  if (!(await throttle.take(email.from.address))) return dropped('too many emails from this sender')
  const { fileIds, text } = await keepAttachments(app, files, email)
  const message = { id: newId(), text, quoted: email.quoted, email_id: email.emailId, via: 'email' as const, fileIds }
  const thread = await threadOf(app, email)
  if (thread !== null) {
    const refused = await replyToTicket(app, thread.id, message)
    return refused === null ? { outcome: 'reply', reason: null } : dropped(refused.code)
  }
  const ticket = {
    id: newId(),
    reference: newReference(),
    // Anyone can forge the sender of an email, so it never identifies an account.
    account_id: null,
    name: email.from.name || email.from.address,
    email: email.from.address,
    topic: 'other' as const,
    subject: email.subject || 'No subject',
    lot_id: null,
    invoice_id: null,
  }
  await app.db
    .transaction()
    .execute((trx) =>
      enterTicket(app, trx, ticket, () => addMessage(trx, { ...message, ticket_id: ticket.id, author: 'person' })),
    )
  return { outcome: 'ticket', reason: null }
}

/** Our address proves that a reply is to our email; a reference in the subject counts only from the sender's own address. */
async function threadOf(app: App, email: ReadEmail): Promise<TicketRow | null> {
  for (const address of email.to) {
    const reference = referenceOfAddress(app, address)
    const found = reference === null ? undefined : await ticketByReference(app.db, reference)
    if (found !== undefined) return found
  }
  const reference = referenceIn(email.subject)
  return reference === null ? null : findTicket(app, { reference, email: email.from.address })
}

async function isOwn(app: App, from: string): Promise<boolean> {
  const { contact } = await readCompanyTerms(app)
  const sender = /[^\s<>]+@[^\s<>]+/.exec(app.config.mailFrom ?? '')?.[0] ?? ''
  const inbound = app.config.inboundEmail?.address ?? ''
  const [name = '', host = ''] = inbound.split('@')
  const isInbound = from === inbound || (from.startsWith(`${name}+`) && from.endsWith(`@${host}`))
  return isInbound || [contact.email, sender].some((own) => own !== '' && own.toLowerCase() === from)
}

/** The attachments to keep; the others are listed in the text. */
async function keepAttachments(
  app: App,
  files: SealedFiles,
  { attachments, text }: ReadEmail,
): Promise<{ fileIds: string[]; text: string }> {
  const fileIds: string[] = []
  const left: string[] = []
  for (const { name, content } of attachments) {
    const fits = fileIds.length < TICKET_FILES_MAX && content.length <= TICKET_FILE_BYTES_MAX
    const kept = fits ? await takeFile(app, files, { name, content }) : null
    if (kept === null || kept instanceof Refusal) left.push(shorten(name.replaceAll(/[\p{Cc}\p{Cf}]/gu, ''), 80))
    else fileIds.push(kept.id)
  }
  const note =
    left.length === 0
      ? ''
      : `\n\n[Not kept: ${left.join(', ')}. We keep up to ${TICKET_FILES_MAX} PDF or image files of 10 MB each.]`
  return { fileIds, text: `${text === '' ? '(no text)' : text}${note}` }
}
