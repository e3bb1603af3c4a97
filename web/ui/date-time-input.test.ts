import { expect, test } from 'vitest'
import { typedTime } from './date-time-input.tsx'

test('a year that browsers take and dates don’t have is sent as a number to refuse, never as the null that means now', () => {
  expect(typedTime('')).toBeNull()
  expect(typedTime('2026-11-21T14:30')).toBe(new Date(2026, 10, 21, 14, 30).getTime())
  expect(typedTime('20261-11-21T14:30')).toBe(Number.MAX_SAFE_INTEGER)
})
