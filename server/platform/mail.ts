import { createTransport } from 'nodemailer'
import path from 'node:path'
import type { Config } from './config.ts'
import { folderMailer } from './mail-folder.ts'

export type Mail = {
  /** Without angle brackets, the same at every try: whoever gets a mail twice can tell, and mail servers do. */
  messageId: string
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Sends mails. `send` resolves when the mail was accepted; otherwise it throws, {@link MailRefused} where trying again is no use. */
export type Mailer = {
  goesTo: 'server' | 'folder'
  send(mail: Mail): Promise<void>
  close(): void
}

/** The mail server will never take this mail: a 5xx answer to its recipient or its content. */
export class MailRefused extends Error {}

/** What one mail may take in all; whoever claims a mail holds it for longer. */
export const SEND_MS_MAX = 45_000
const CONNECT_MS_MAX = 10_000
const SILENCE_MS_MAX = 20_000
const CONNECTIONS = 4

/** By the configuration: to the mail server, or into the folder `mail` of the data folder. */
export function openMailer(config: Config): Mailer {
  return config.smtpUrl === null ? folderMailer(path.join(config.dataDir, 'mail')) : smtpMailer(config.smtpUrl)
}

function smtpMailer(smtpUrl: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    dnsTimeout: CONNECT_MS_MAX,
  })
  return {
    goesTo: 'server',
    async send(mail) {
      let late: NodeJS.Timeout | undefined
      const tooLong = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error('the mail server took too long')), SEND_MS_MAX)
      })
      try {
        await Promise.race([transport.sendMail(messageOf(mail)), tooLong])
      } catch (error) {
        throw isRefusal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      } finally {
        clearTimeout(late)
      }
    },
    close: () => transport.close(),
  }
}

/** What the library composes a mail from. Nothing in it may name a file or an address to fetch. */
export function messageOf(mail: Mail) {
  return {
    messageId: `<${mail.messageId}>`,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Answering machines stay silent (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A 5xx to the recipient or the content, or an address that is none. One to the log-in or the sender is the house's to mend. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  if (code === 'EENVELOPE' && command === 'API') return true
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500
}
