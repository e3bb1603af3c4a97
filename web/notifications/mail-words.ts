import type { Notification } from '#contract/notifications/notifications.ts'

const second = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' })

/** The delivery state of a notice's email, to the second if a bid was at stake; null if none is sent. */
export function mailWords({ kind, mail }: Pick<Notification, 'kind' | 'mail'>): string | null {
  if (mail === null) return null
  if (mail.state === 'failed') return 'email not delivered'
  if (mail.state === 'queued' || mail.sentAt === null || mail.deliveredAt === null) return 'sending email'
  if (kind !== 'outbid') return 'email sent'
  return `email sent ${second.format(mail.sentAt)}, accepted by the mail server ${second.format(mail.deliveredAt)}`
}
