export type Mail = {
  /** Without angle brackets; the same at every try, so that mail servers and recipients recognize a duplicate. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  /** Null: replies go to the sender. */
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** The one-press unsubscribe URL for emails of this kind (RFC 8058); null for those that are always sent. */
  unsubscribeUrl: string | null
  /** Where a mail server returns it if it cannot be delivered; to the sender unless specified. */
  returnTo?: string
}

/** Sends emails. `send` resolves when the email was accepted; otherwise it throws, {@link MailRefused} when a retry is useless. */
export type Mailer = {
  goesTo: 'server' | 'folder'
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server will never accept this email: a 5xx answer to its recipient or its content. */
export class MailRefused extends Error {}

const ADDRESS = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"().]+$/

/**
 * The message for the email library. It must contain no file name or URL for the library to fetch. Throws {@link MailRefused} when the
 * recipient has no valid email address, so that with any transport such an email is never sent or counted as sent.
 */
export function messageOf(mail: Mail) {
  if (!ADDRESS.test(mail.to.address)) throw new MailRefused('The recipient has no valid email address.')
  return {
    messageId: `<${mail.messageId}>`,
    from: mail.from,
    to: mail.to,
    ...(mail.replyTo === null ? {} : { replyTo: mail.replyTo }),
    ...(mail.returnTo === undefined ? {} : { envelope: { from: mail.returnTo, to: mail.to.address } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Stops automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** One-click unsubscribe in the email program: List-Unsubscribe (RFC 2369) with one-click (RFC 8058). */
function unsubscribeHeaders({ unsubscribeUrl }: Mail): Record<string, string> {
  if (unsubscribeUrl === null) return {}
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
