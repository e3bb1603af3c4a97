/** Days are in the viewer's zone; `key` is `2026-11-21`. */
export type Day = { key: string; at: number; inMonth: boolean }

const WEEK = 7

export function dayKey(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first instant of the month that lies `months` away from the one of `at`. */
export function monthStart(at: number, months = 0): number {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth() + months, 1).getTime()
}

/** Whole weeks from Monday that hold the month starting at `start`. Counted in days of the calendar, so clock changes do not shift it. */
export function monthGrid(start: number): Day[] {
  const first = new Date(start)
  const before = (first.getDay() + 6) % WEEK
  const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate()
  const cells = Math.ceil((before + length) / WEEK) * WEEK
  return Array.from({ length: cells }, (_, index) => {
    const at = new Date(first.getFullYear(), first.getMonth(), 1 - before + index).getTime()
    return { key: dayKey(at), at, inMonth: index >= before && index < before + length }
  })
}

/** Things by the day they fall on, days ascending. */
export function byDay<T>(items: readonly T[], instantOf: (item: T) => number): Map<string, T[]> {
  const days = new Map<string, T[]>()
  for (const item of items.toSorted((a, b) => instantOf(a) - instantOf(b))) {
    const key = dayKey(instantOf(item))
    days.set(key, [...(days.get(key) ?? []), item])
  }
  return days
}
