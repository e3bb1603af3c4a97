import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer } from '#test/harness/test-server.ts'
import { databaseNow } from '#test/inventory.ts'
import { createDatabaseClock, keepDatabaseClock } from './database-clock.ts'
import { openDatabase } from './database.ts'

test('the database clock is known to half the shortest round trip, whatever the machine’s own clock says', () => {
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

test('when the database clock is changed, the feed follows it', () => {
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

test('every process uses the database clock, however wrong its machine’s clock is', async () => {
  const skewed = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() - 600_000)
  const place = await openTestServer()
  try {
    const before = await databaseNow(place.app.pool)
    const reported = place.app.now()
    const after = await databaseNow(place.app.pool)
    expect(reported).toBeGreaterThanOrEqual(before - 5)
    expect(reported).toBeLessThanOrEqual(after + 5)
  } finally {
    skewed.mockRestore()
    await place.close()
  }
})

test('without the database, the time continues as it was', async () => {
  const fresh = await freshDatabase()
  const database = openDatabase(fresh.url, pino({ level: 'silent' }))
  const clock = await keepDatabaseClock(database.pool)
  const at = clock.now()
  await database.close()
  await fresh.drop()
  expect(clock.now()).toBeGreaterThanOrEqual(at)
  expect(clock.now() - at).toBeLessThan(60_000)
  clock.stop()
})
