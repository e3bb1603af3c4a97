import { describe, expect, it } from 'vitest'
import { addDays, addMonths, byDay, dayKey, firstOfWeek, readDay, startOfDay, weeksOfMonth } from './zoned-days.ts'

const HOUR_MS = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

describe('a day in a zone', () => {
  it('begins at its first instant, also when clocks change that day', () => {
    expect(iso(startOfDay('2026-10-25', 'Europe/Amsterdam'))).toBe('2026-10-24T22:00:00.000Z')
    expect(iso(startOfDay('2026-10-26', 'Europe/Amsterdam'))).toBe('2026-10-25T23:00:00.000Z')
    expect(iso(startOfDay('2026-11-01', 'America/Chicago'))).toBe('2026-11-01T05:00:00.000Z')
    expect(iso(startOfDay('2026-11-21', 'Asia/Kathmandu'))).toBe('2026-11-20T18:15:00.000Z')
    expect(iso(startOfDay('2026-11-21', 'Pacific/Kiritimati'))).toBe('2026-11-20T10:00:00.000Z')
  })

  it('begins at one o’clock where midnight is left out', () => {
    // Clocks in Cairo went from 00:00 to 01:00 on Friday, 26 April 2024.
    const start = startOfDay('2024-04-26', 'Africa/Cairo')
    expect(iso(start)).toBe('2024-04-25T22:00:00.000Z')
    expect(dayKey(start - 1, 'Africa/Cairo')).toBe('2024-04-25')
  })

  it('has 23, 24 or 25 hours, none of them on two days, all year round', () => {
    for (const zone of ['Europe/Amsterdam', 'America/Chicago', 'Australia/Lord_Howe', 'UTC']) {
      const lengths = new Set<number>()
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        const start = startOfDay(day, zone)
        const end = startOfDay(addDays(day, 1), zone)
        expect([dayKey(start, zone), dayKey(end - 1, zone)]).toEqual([day, day])
        lengths.add((end - start) / HOUR_MS)
      }
      const change = zone === 'UTC' ? 0 : zone === 'Australia/Lord_Howe' ? 0.5 : 1
      expect([...lengths].toSorted((a, b) => a - b)).toEqual(change === 0 ? [24] : [24 - change, 24, 24 + change])
    }
  })

  it('contains what falls on it there, whatever day it is elsewhere', () => {
    const at = Date.UTC(2026, 9, 25, 0, 30)
    expect([dayKey(at, 'America/Chicago'), dayKey(at, 'Europe/Amsterdam')]).toEqual(['2026-10-24', '2026-10-25'])
    const days = byDay([at + 24 * HOUR_MS, at, at - HOUR_MS], 'UTC', (instant) => instant)
    expect([...days.keys()]).toEqual(['2026-10-24', '2026-10-25', '2026-10-26'])
  })
})

describe('the grid of a month', () => {
  it('has whole weeks from Monday with every day of the month once', () => {
    for (let month = '2026-01-15'; month < '2028-01-01'; month = addMonths(month, 1)) {
      const weeks = weeksOfMonth(month)
      const days = weeks.flat()
      expect(weeks.every((week) => week.length === 7 && firstOfWeek(week[0]!) === week[0])).toBe(true)
      expect(new Set(days).size).toBe(days.length)
      expect(days.filter((day) => day.startsWith(month.slice(0, 7))).at(-1)).toBe(
        addDays(addMonths(`${month.slice(0, 7)}-01`, 1), -1),
      )
    }
  })

  it('keeps to a day that the other month has', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
  })
})

it('reads days that there are and no others', () => {
  expect(readDay('2026-11-21')).toBe('2026-11-21')
  for (const text of [null, '', 'today', '2026-02-30', '2026-13-01']) expect(readDay(text)).toBeNull()
})
