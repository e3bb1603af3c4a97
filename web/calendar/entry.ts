import type { CalendarSale, Closing } from '#contract/calendar.ts'
import { dayKey } from './zoned-days.ts'
import { inZone } from './zone.ts'

/** What stands on one day of the calendar. */
export type DayEntries = { sales: readonly CalendarSale[]; closings: readonly Closing[] }

export const NO_ENTRIES: DayEntries = { sales: [], closings: [] }

const STATES = { scheduled: 'Coming', running: 'Running now', ended: 'Over' }

export function stateWords(sale: CalendarSale): string {
  return STATES[sale.state]
}

/** `Timed sale, lots close from 11:03 to 14:02 CET`, in the zone. */
export function timesOf({ kind, startsAt, endsAt }: CalendarSale, zone: string): string {
  const start = inZone(startsAt, zone, 'timeWithZone')
  if (kind === 'live') return `Live sale, first lot ${start}`
  if (endsAt === null) return `Timed sale, first lot closes ${start}`
  const isSameDay = dayKey(startsAt, zone) === dayKey(endsAt, zone)
  const end = inZone(endsAt, zone, isSameDay ? 'timeWithZone' : 'dayAndTime')
  return `Timed sale, lots close from ${inZone(startsAt, zone, 'time')} to ${end}`
}

/** `Likely 14:05, between 14:03 and 14:09`; where the likely end is the earliest one: `Likely 14:03, with late bids 14:05`. */
export function closingWords({ earliestAt, likelyAt, latestAt }: Closing, zone: string): string {
  const [first, likely, last] = [earliestAt, likelyAt, latestAt].map((at) => inZone(at, zone, 'time'))
  if (likely === last) return `Likely ${likely}`
  return first === likely
    ? `Likely ${likely}, with late bids ${last}`
    : `Likely ${likely}, between ${first} and ${last}`
}

const BASES: Record<Closing['basis'], (samples: number) => string> = {
  plan: () => 'by the plan alone',
  extensions: (samples) => `by the plan and ${samples} similar lots`,
  pace: (samples) => `by its turn and the pace of ${samples} live lots`,
}

export function basisWords({ basis, samples }: Closing): string {
  return BASES[basis](samples)
}

/** Null where the lot has the time for itself. */
export function clashWords({ clashes }: Closing): string | null {
  if (clashes.length === 0) return null
  return clashes.length === 1
    ? `Within five minutes of lot ${clashes[0]}`
    : `Within five minutes of lots ${clashes.slice(0, -1).join(', ')} and ${clashes.at(-1)}`
}
