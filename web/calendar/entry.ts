import { plural, t } from '#web/platform/language/text.ts'
import type { CalendarAuction, Closing } from '#contract/calendar/calendar.ts'
import { dayKey } from '#web/platform/zoned-days.ts'
import { inZone } from './zone.ts'

/** The entries of one day of the calendar. */
export type DayEntries = { auctions: readonly CalendarAuction[]; closings: readonly Closing[] }

export const NO_ENTRIES: DayEntries = { auctions: [], closings: [] }

const STATES = { scheduled: t`Upcoming`, running: t`Live now`, ended: t`Ended` }

export function stateWords(auction: CalendarAuction): string {
  return STATES[auction.state]
}

/** `Timed auction, lots close from 11:03 to 14:02 CET`, in the zone. */
export function timesOf({ kind, startsAt, endsAt }: CalendarAuction, zone: string): string {
  const start = inZone(startsAt, zone, 'timeWithZone')
  if (kind === 'live') return t`Live auction, first lot ${start}`
  if (endsAt === null) return t`Timed auction, first lot closes ${start}`
  const isSameDay = dayKey(startsAt, zone) === dayKey(endsAt, zone)
  const end = inZone(endsAt, zone, isSameDay ? 'timeWithZone' : 'dayAndTime')
  return t`Timed auction, lots close from ${inZone(startsAt, zone, 'time')} to ${end}`
}

/** `Likely 14:05, between 14:03 and 14:09`; if the likely end is the earliest one: `Likely 14:03, with late bids 14:05`. */
export function closingWords({ earliestAt, likelyAt, latestAt }: Closing, zone: string): string {
  const [first, likely, last] = [earliestAt, likelyAt, latestAt].map((at) => inZone(at, zone, 'time'))
  if (likely === last) return t`Likely ${likely}`
  return first === likely
    ? t`Likely ${likely}, with late bids ${last}`
    : t`Likely ${likely}, between ${first} and ${last}`
}

const BASES: Record<Closing['basis'], (samples: number) => string> = {
  plan: () => t`based on the schedule`,
  extensions: (samples) => t`based on the schedule and ${samples} similar lots`,
  pace: (samples) => t`based on run order and the pace of ${samples} live lots`,
}

export function basisWords({ basis, samples }: Closing): string {
  return BASES[basis](samples)
}

/** Null if the lot overlaps with no other. */
export function clashWords({ clashes }: Closing): string | null {
  if (clashes.length === 0) return null
  return plural(clashes.length, {
    one: `Within five minutes of lot ${clashes[0]}`,
    other: `Within five minutes of lots ${clashes.slice(0, -1).join(', ')} and ${clashes.at(-1)}`,
  })
}
