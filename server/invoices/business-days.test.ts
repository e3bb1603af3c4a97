import { expect, test } from 'vitest'
import { addDays, businessDaysAfter, dayOf, startOfDay } from './business-days.ts'

const CHICAGO = { timeZone: 'America/Chicago', holidays: [] }
const iso = (at: number) => new Date(at).toISOString()

test('three business days skip the weekend', () => {
  const utc = { timeZone: 'UTC', holidays: [] }
  expect(iso(businessDaysAfter(Date.UTC(2026, 10, 19, 15), 3, utc))).toBe('2026-11-24T23:59:59.999Z')
  expect(iso(businessDaysAfter(Date.UTC(2026, 10, 21, 9), 3, utc))).toBe('2026-11-25T23:59:59.999Z')
})

test('days are in the company’s time zone: a sale late in the evening counts from that day', () => {
  const lateInChicago = Date.UTC(2026, 10, 20, 4)
  expect(dayOf(lateInChicago, 'America/Chicago')).toBe('2026-11-19')
  expect(iso(businessDaysAfter(lateInChicago, 3, CHICAGO))).toBe('2026-11-25T05:59:59.999Z')
})

test('holidays are not business days', () => {
  const holidays = ['2026-12-24', '2026-12-25', '2026-12-31', '2027-01-01']
  const due = businessDaysAfter(Date.UTC(2026, 11, 23, 15), 4, { timeZone: 'UTC', holidays })
  expect(iso(due)).toBe('2027-01-04T23:59:59.999Z')
})

test.each([
  ['the clocks go back', '2026-11-01', 'America/Chicago', '2026-11-01T05:00:00.000Z'],
  ['the day after', '2026-11-02', 'America/Chicago', '2026-11-02T06:00:00.000Z'],
  ['the clocks go forward', '2026-03-08', 'America/Chicago', '2026-03-08T06:00:00.000Z'],
  ['the day after that', '2026-03-09', 'America/Chicago', '2026-03-09T05:00:00.000Z'],
  ['a zone of half an hour', '2026-03-09', 'Asia/Kolkata', '2026-03-08T18:30:00.000Z'],
  ['a zone far ahead', '2026-03-09', 'Pacific/Auckland', '2026-03-08T11:00:00.000Z'],
  ['midnight left out by the change', '2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
])('a day starts at its midnight: %s', (_, day, zone, start) => {
  expect(iso(startOfDay(day, zone))).toBe(start)
  expect(dayOf(startOfDay(day, zone), zone)).toBe(day)
  expect(dayOf(startOfDay(day, zone) - 1, zone)).toBe(addDays(day, -1))
})

test('no payment days: due at the end of the day', () => {
  expect(iso(businessDaysAfter(Date.UTC(2026, 10, 21, 9), 0, { timeZone: 'UTC', holidays: [] }))).toBe(
    '2026-11-21T23:59:59.999Z',
  )
})
