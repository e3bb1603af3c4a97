export type Mail = {
  /** Without angle brackets, the same at every try: whoever gets a mail twice can tell, and mail servers do. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Takes one press to end emails of this kind (RFC 8058); null for those that are always sent. */
  unsubscribeUrl: string | null
}

/** Sends mails. `send` resolves when the mail was accepted; otherwise it throws, {@link MailRefused} where trying again is no use. */
export type Mailer = {
  goesTo: 'server' | 'folder'
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server will never take this mail: a 5xx answer to its recipient or its content. */
export class MailRefused extends Error {}

const ADDRESS = /^[^\s@,;<>"()]+@[^\s@,;<>"()]+\.[^\s@,;<>"().]+$/

/**
 * What the library composes a mail from. Nothing in it may name a file or an address to fetch. Throws {@link MailRefused} where the
 * recipient has no email address: such a mail never leaves, whatever carries it, and is never counted as sent.
 */
export function messageOf(mail: Mail) {
  if (!ADDRESS.test(mail.to.address)) throw new MailRefused('The recipient has no valid email address.')
  return {
    messageId: `<${mail.messageId}>`,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Answering machines stay silent (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...unsubscribeHeaders(mail) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** One press in the mail program: List-Unsubscribe (RFC 2369) with one-click (RFC 8058). */
function unsubscribeHeaders({ unsubscribeUrl }: Mail): Record<string, string> {
  if (unsubscribeUrl === null) return {}
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
