import type { PublicLot } from './store.ts'

/** When it ends, in words with the time zone: readers of a card may be anywhere. */
export function closingWords({ closed_at: closedAt, scheduled_close_at: closesAt }: PublicLot): string {
  if (closedAt !== null) return `Closed ${instantWords(closedAt)}`
  return closesAt === null ? 'In a live auction' : `Closes ${instantWords(closesAt)}`
}

const instant = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

function instantWords(at: number): string {
  return `${instant.format(at)} UTC`
}
