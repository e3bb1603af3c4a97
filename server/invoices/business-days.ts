/** The time zone in which days begin and end, and the holidays (`2026-12-25`). */
export type Calendar = { timeZone: string; holidays: readonly string[] }

const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day of an instant in a time zone, `2026-11-20`. */
export function dayOf(at: number, timeZone: string): string {
  return isoIn(at, timeZone).slice(0, 10)
}

/** The calendar day `days` days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The first instant of a day in a time zone, in ms; if a clock change skips midnight, the first instant after it. */
export function startOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const offsetAt = (at: number) => Date.parse(`${isoIn(at, timeZone)}Z`) - at
  // The UTC offset at that instant is the one of the day before or the day after.
  const candidates = [offsetAt(utc - DAY_MS), offsetAt(utc + DAY_MS)].map((offset) => utc - offset)
  const exact = candidates.filter((at) => isoIn(at, timeZone) === `${day}T00:00:00`)
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
}

/** The last millisecond of the `days`-th business day (Monday to Friday, no holiday) after the day of an instant, in ms. */
export function businessDaysAfter(at: number, days: number, { timeZone, holidays }: Calendar): number {
  let day = dayOf(at, timeZone)
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !holidays.includes(day)) left -= 1
  }
  return startOfDay(addDays(day, 1), timeZone) - 1
}

/** The wall clock of a time zone at an instant, `2026-11-20T15:00:00`. */
export function isoIn(at: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' })
  formats.set(timeZone, format)
  return format.format(at).replace(' ', 'T')
}
