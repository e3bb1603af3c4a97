import type { TicketStatus } from '#contract/support/support-limits.ts'
import type { TicketPriority } from '#contract/support/support-staff.ts'

export const STAFF_STATUS_NAMES: Record<TicketStatus, string> = { open: 'Open', answered: 'Answered', closed: 'Closed' }
export const PRIORITY_NAMES: Record<TicketPriority, string> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}

const MINUTE_MS = 60_000

/** `12 min`, `5 h`, `3 days`. */
export function durationWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS))
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
