import { createTransport } from 'nodemailer'
import { MailRefused, messageOf, type Mailer } from './mail.ts'

/** The longest time, in ms, that sending one email takes in total; a claim on an email lasts longer than that. */
const SEND_MS_MAX = 45_000
const CONNECT_MS_MAX = 10_000
const SILENCE_MS_MAX = 20_000
const CONNECTIONS = 4

/** Sends emails through an SMTP server. */
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
        late = setTimeout(() => reject(new Error('the mail server timed out')), SEND_MS_MAX)
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

/** A 5xx about the recipient or the content, or an invalid address. A 5xx about the login or the sender is a fault of our configuration. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  if (code === 'EENVELOPE' && command === 'API') return true
  return (command === 'RCPT TO' || command === 'DATA') && responseCode !== undefined && responseCode >= 500
}
