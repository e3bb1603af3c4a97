import { createTransport } from 'nodemailer'
import { MailRefused, messageOf, type Mailer } from './mail.ts'

/** What one mail may take in all; whoever claims a mail holds it for longer. */
export const SEND_MS_MAX = 45_000
const CONNECT_MS_MAX = 10_000
const SILENCE_MS_MAX = 20_000
const CONNECTIONS = 4

/** Hands mails to a mail server by SMTP. */
export function smtpMailer(smtpUrl: string): Mailer {
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

/** A 5xx to the recipient or the content, or an address that is none. One to the log-in or the sender is the house's to mend. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  if (code === 'EENVELOPE' && command === 'API') return true
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500
}
