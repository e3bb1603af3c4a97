const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of an instant (ms) in a time zone, as every document, email and page formats it: `November 20, 2026`. */
export function dayWords(at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

/** A calendar date (`2026-11-20`) in the same format. It has no time, so time zones don't affect it. */
export function dateWords(day: string): string {
  return dayWords(Date.parse(`${day}T00:00:00Z`), 'UTC')
}
