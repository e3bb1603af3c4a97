import type { Notification } from '#contract/notifications.ts'

const second = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' })

/** How the mail of a notice fares, to the second where a bid was at stake; null where none goes out. */
export function mailWords({ kind, mail }: Pick<Notification, 'kind' | 'mail'>): string | null {
  if (mail === null) return null
  if (mail.state === 'failed') return 'mail could not be delivered'
  if (mail.state === 'queued' || mail.sentAt === null || mail.deliveredAt === null) return 'mail on its way'
  if (kind !== 'outbid') return 'email sent'
  return `email sent ${second.format(mail.sentAt)}, accepted by the mail server ${second.format(mail.deliveredAt)}`
}
