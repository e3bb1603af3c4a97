import { expect, test } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

test('the clock of the database is known to half the shortest round trip, whatever the machine’s own clock says', () => {
  let monotonic = 0
  const clock = createDatabaseClock(
    () => monotonic,
    () => 42,
  )
  expect(clock.now()).toBe(42)
  clock.observe(0, 200, 5_000_180)
  clock.observe(1000, 1002, 5_001_001)
  clock.observe(2000, 2300, 5_002_290)
  monotonic = 10_000
  expect(Math.abs(clock.now() - 5_010_000)).toBeLessThanOrEqual(1)
})

test('when the database’s clock is set, the feed follows it', () => {
  let monotonic = 0
  const clock = createDatabaseClock(
    () => monotonic,
    () => 0,
  )
  clock.observe(0, 2, 5_000_001)
  clock.observe(100, 104, 8_600_102)
  monotonic = 200
  expect(Math.abs(clock.now() - 8_600_200)).toBeLessThanOrEqual(3)
})
