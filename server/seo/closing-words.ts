import { localeNow, t } from '#server/platform/language/text.ts'
import type { PublicLot } from './store.ts'

/** When it ends, in words with the time zone: readers of a card may be anywhere. */
export function closingWords({ closed_at: closedAt, scheduled_close_at: closesAt }: PublicLot): string {
  if (closedAt !== null) return t`Closed ${{ closedAt: instantWords(closedAt) }}`
  return closesAt === null ? t`In a live auction` : t`Closes ${{ closesAt: instantWords(closesAt) }}`
}

function instantWords(at: number): string {
  const format = new Intl.DateTimeFormat(localeNow(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}
