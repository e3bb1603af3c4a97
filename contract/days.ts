const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of an instant (ms) by the clocks of a time zone, as every document, email and page writes it: `November 20, 2026`. */
export function dayWords(at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

/** A day of the calendar (`2026-11-20`) in the same words. It has no time, so no time zone moves it. */
export function dateWords(day: string): string {
  return dayWords(Date.parse(`${day}T00:00:00Z`), 'UTC')
}
