import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CalendarEvent } from './event-store.ts'

/** An event with the words that may change without being a change of the event. `url`: the whole address of its page. */
export type WrittenEvent = CalendarEvent & { description: string; url: string }

/** How often calendar programs are asked to look again, in seconds. */
const REFRESH_S = 3600

/**
 * A calendar as iCalendar text (RFC 5545): folded, escaped, every time in UTC, since every event is one instant whatever clocks do.
 * The same events always give the same bytes: DTSTAMP is the last change, not the moment of writing.
 */
export function writeCalendar(name: string, events: readonly WrittenEvent[]): string {
  const calendar = ical({
    name: plain(name),
    prodId: { company: 'Paddock', product: 'Sale calendar', language: 'EN' },
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
      summary: plain(event.title),
      location: plain(event.location),
      description: plain(event.description),
      url: event.url,
      status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A sale runs for hours and keeps nobody from anything; the end of a lot is an appointment.
      transparency:
        event.kind === 'sale' || event.cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    })
  }
  return calendar.toString()
}

/** The same for a sale or lot in every file, for good. */
function uidOf({ kind, subjectId }: CalendarEvent): string {
  return `${kind}-${subjectId}@paddock`
}

/** Text of this format has line breaks and no other control characters. */
function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, ' ')
}
