import { dateLocale, locale } from '#web/platform/language/language.ts'
import { plural } from '#web/platform/language/text.ts'
import { late } from '#web/fast-start/late.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
const moment = late(() => new Intl.DateTimeFormat(dateLocale, MOMENT))
const momentOfYear = late(() => new Intl.DateTimeFormat(dateLocale, { ...MOMENT, year: 'numeric' }))
const day = late(
  () => new Intl.DateTimeFormat(dateLocale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
)
const dates = late(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
const clock = late(
  () => new Intl.DateTimeFormat(dateLocale, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
)

/**
 * An instant with day, time and zone, in the viewer's zone: `Sat, Nov 21, 11:08 AM UTC`, with its year if that isn't this one. Time and
 * zone stay on one line.
 */
export function formatInstant(at: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  const parts = (isThisYear ? moment : momentOfYear)().formatToParts(at)
  const time = parts.findIndex(({ type }) => type === 'hour')
  return parts.map(({ value }, index) => (index < time ? value : value.replaceAll(/\s/g, '\u00a0'))).join('')
}

/** The day of an instant, in the viewer's zone. */
export function formatDay(at: number): string {
  return day().format(at)
}

/** A calendar day (2026-11-25), the same in every zone: `Nov 25, 2026`. For dates without a time, such as due dates. */
export function formatDate(date: string): string {
  return dates().format(Date.parse(`${date}T00:00:00Z`))
}

/** The time of an instant with its zone, in the viewer's zone, on one line. */
export function formatTimeOfDay(at: number): string {
  return clock().format(at).replaceAll(/\s/g, '\u00a0')
}

/** `one business day`, `3 business days`. */
export function formatBusinessDays(days: number): string {
  return plural(days, { one: 'one business day', other: '# business days' })
}

/** A duration in its two largest units: `2 d 4 h`, `3 min 20 s`, `45 s`. Not for the countdown, which shows tenths. */
export function formatDuration(durationMs: number): string {
  const left = Math.max(0, durationMs)
  if (left >= DAY_MS) return two(left, DAY_MS, 'd', HOUR_MS, 'h')
  if (left >= HOUR_MS) return two(left, HOUR_MS, 'h', MINUTE_MS, 'min')
  if (left >= MINUTE_MS) return two(left, MINUTE_MS, 'min', 1000, 's')
  return `${Math.floor(left / 1000)} s`
}

/** How long ago, rounded down to its largest unit: `2 d`, `3 h`, `22 min`, `45 s`. */
export function formatAge(ageMs: number): string {
  const age = Math.max(0, ageMs)
  if (age >= DAY_MS) return `${Math.floor(age / DAY_MS)} d`
  if (age >= HOUR_MS) return `${Math.floor(age / HOUR_MS)} h`
  return age >= MINUTE_MS ? `${Math.floor(age / MINUTE_MS)} min` : `${Math.floor(age / 1000)} s`
}

function two(left: number, largeMs: number, large: string, smallMs: number, small: string): string {
  const rest = Math.floor((left % largeMs) / smallMs)
  const first = `${Math.floor(left / largeMs)} ${large}`
  return rest === 0 ? first : `${first} ${rest} ${small}`
}
