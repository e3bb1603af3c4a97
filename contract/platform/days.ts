const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of an instant (ms) in a time zone, as every document, email and page formats it: `November 20, 2026`. */
export function dayWords(at: number, timeZone: string, locale = 'en-US'): string {
  const key = `${locale} ${timeZone}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  formats.set(key, format)
  return format.format(at)
}

/** A calendar date (`2026-11-20`) in the same format. It has no time, so time zones don't affect it. */
export function dateWords(day: string, locale = 'en-US'): string {
  return dayWords(Date.parse(`${day}T00:00:00Z`), 'UTC', locale)
}
