import type { TicketStatus } from '#contract/support/support-limits.ts'
import type { TicketPriority } from '#contract/support/support-staff.ts'
import { plural, t } from '#web/platform/language/text.ts'

export const STAFF_STATUS_NAMES: Record<TicketStatus, string> = {
  open: t`Open`,
  answered: t`Answered`,
  closed: t`Closed`,
}
export const PRIORITY_NAMES: Record<TicketPriority, string> = {
  low: t`Low`,
  normal: t`Normal`,
  high: t`High`,
  urgent: t`Urgent`,
}

const MINUTE_MS = 60_000

/** `12 min`, `5 h`, `3 days`. */
export function durationWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `${hours} h`
  const days = Math.round(hours / 24)
  return plural(days, { one: '# day', other: '# days' })
}
