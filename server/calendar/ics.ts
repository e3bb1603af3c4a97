import { languageNow, t, translated } from '#server/platform/language/text.ts'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CalendarEvent } from './event-store.ts'

/** An event with text that may change without counting as a change of the event. `url`: the absolute URL of its page. */
export type WrittenEvent = CalendarEvent & { description: string; url: string }

/** The refresh interval suggested to calendar programs, in seconds. */
const REFRESH_S = 3600

/**
 * A calendar as iCalendar text (RFC 5545): folded, escaped, all times in UTC, because every event is an instant and must not shift with
 * clock changes. The same events always give the same bytes: DTSTAMP is the time of the last change, not of writing.
 */
export function writeCalendar(name: string, events: readonly WrittenEvent[]): string {
  const calendar = ical({
    name: plain(name),
    prodId: { company: plain(name), product: t`Auction calendar`, language: languageNow().toUpperCase() },
    ttl: REFRESH_S,
  })
  for (const event of events) {
    calendar.createEvent({
      id: uidOf(event),
      sequence: event.sequence,
      stamp: new Date(event.changedAt),
      lastModified: new Date(event.changedAt),
      start: new Date(event.startsAt),
      end: new Date(event.endsAt),
      summary: plain(translated(event.title)),
      location: plain(event.location),
      description: plain(event.description),
      url: event.url,
      status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // An auction runs for hours and does not block time; the end of a lot is an appointment.
      transparency:
        event.kind === 'auction' || event.cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
  }
  return calendar.toString()
}

/** The permanent id of an auction or lot, the same in every file. */
function uidOf({ kind, subjectId }: CalendarEvent): string {
  return `${kind}-${subjectId}@paddock`
}

/** This format's text may contain line breaks but no other control characters. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, ' ')
}
