/** A calendar day, `2026-11-21`. Which day an instant falls on depends on the zone; days themselves do not. */
export type DayKey = string

const DAY_MS = 86_400_000
const WEEK = 7
/** No zone is further from UTC. */
const OFFSET_MS_MAX = 15 * 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are expensive to create and are needed for hundreds of instants. */
function partsFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** What clocks in the zone show at an instant (ms), as if it were UTC (ms). */
function wallClock(at: number, zone: string): number {
  const parts = new Map(
    partsFormat(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The day on which an instant (ms) falls in the zone. */
export function dayKey(at: number, zone: string): DayKey {
  return keyOf(wallClock(at, zone))
}

/** The first instant (ms) of a day in the zone, also where clocks change at midnight. */
export function startOfDay(key: DayKey, zone: string): number {
  const midnight = utcOf(key)
  const offsets = [midnight - OFFSET_MS_MAX, midnight, midnight + OFFSET_MS_MAX].map((at) => wallClock(at, zone) - at)
  const starts = offsets.map((offset) => midnight - offset).filter((at) => dayKey(at, zone) === key)
  return starts.length === 0 ? midnight : Math.min(...starts)
}

/** The day `days` later; negative: earlier. */
export function addDays(key: DayKey, days: number): DayKey {
  return keyOf(utcOf(key) + days * DAY_MS)
}

/** The same day `months` later, or that month's last day if it has no such day. */
export function addMonths(key: DayKey, months: number): DayKey {
  const [year, month, day] = numbersOf(key)
  const length = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return keyOf(Date.UTC(year, month - 1 + months, Math.min(day, length)))
}

export function firstOfMonth(key: DayKey): DayKey {
  return `${key.slice(0, 7)}-01`
}

/** The Monday of the day's week. */
export function firstOfWeek(key: DayKey): DayKey {
  return addDays(key, -((new Date(utcOf(key)).getUTCDay() + 6) % WEEK))
}

/** Whole weeks from Monday that hold the month of a day. */
export function weeksOfMonth(key: DayKey): DayKey[][] {
  const weeks: DayKey[][] = []
  const last = addDays(addMonths(firstOfMonth(key), 1), -1)
  for (let day = firstOfWeek(firstOfMonth(key)); day <= last; day = addDays(day, WEEK)) weeks.push(weekFrom(day))
  return weeks
}

/** Seven days from a day on. */
export function weekFrom(key: DayKey): DayKey[] {
  return Array.from({ length: WEEK }, (_, index) => addDays(key, index))
}

/** Null for a text that is not a day. */
export function readDay(text: string | null): DayKey | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const at = utcOf(text)
  return Number.isNaN(at) || keyOf(at) !== text ? null : text
}

/** Groups items by the day they fall on in the zone, days and items ascending. */
export function byDay<T>(items: readonly T[], zone: string, instantOf: (item: T) => number): Map<DayKey, T[]> {
  const days = new Map<DayKey, T[]>()
  for (const item of items.toSorted((a, b) => instantOf(a) - instantOf(b))) {
    const key = dayKey(instantOf(item), zone)
    const ofDay = days.get(key)
    if (ofDay === undefined) days.set(key, [item])
    else ofDay.push(item)
  }
  return days
}

/** Noon of the day in UTC (ms): for day texts that no zone may shift. */
export function noonOf(key: DayKey): number {
  return utcOf(key) + DAY_MS / 2
}

function utcOf(key: DayKey): number {
  const [year, month, day] = numbersOf(key)
  return Date.UTC(year, month - 1, day)
}

function numbersOf(key: DayKey): [year: number, month: number, day: number] {
  const [year = 1970, month = 1, day = 1] = key.split('-').map(Number)
  return [year, month, day]
}

function keyOf(utc: number): DayKey {
  return new Date(utc).toISOString().slice(0, 10)
}
