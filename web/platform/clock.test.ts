import { expect, test } from 'vitest'
import { createClock, nextTickMs } from './clock.ts'

const TRUTH = 1_800_000_000_000

/** A device whose own clock is ten minutes off; `at` is its monotonic clock. */
function device() {
  const time = { at: 5000 }
  const clock = createClock(
    () => time.at,
    () => TRUTH + 600_000 + time.at,
  )
  return { time, clock }
}

test('on a device that is ten minutes off, one round trip gives the server’s time to within half of it', () => {
  const { time, clock } = device()
  expect(clock.error()).toBeNull()
  clock.addSample({ sentAt: 4900, receivedAt: 5000, serverTime: TRUTH + 4990 })
  expect(Math.abs(clock.now() - (TRUTH + 5000))).toBeLessThanOrEqual(clock.error() ?? 0)
  expect(clock.error()).toBeLessThanOrEqual(52)
  time.at = 65_000
  expect(Math.abs(clock.now() - (TRUTH + 65_000))).toBeLessThanOrEqual(clock.error() ?? 0)
})

test('a slower round trip does not reduce the accuracy; a quicker one improves it', () => {
  const { time, clock } = device()
  clock.addSample({ sentAt: 4900, receivedAt: 5000, serverTime: TRUTH + 4950 })
  const before = clock.error() ?? 0
  time.at = 6000
  clock.addSample({ sentAt: 5100, receivedAt: 6000, serverTime: TRUTH + 5200 })
  expect(clock.error()).toBeLessThanOrEqual(before + 0.1)
  time.at = 6010
  clock.addSample({ sentAt: 6000, receivedAt: 6010, serverTime: TRUTH + 6005 })
  expect(clock.error()).toBeLessThanOrEqual(7)
  expect(Math.abs(clock.now() - (TRUTH + 6010))).toBeLessThanOrEqual(7)
})

test('unsolicited messages narrow it down further: the server’s clock is at least that late', () => {
  const { time, clock } = device()
  clock.addSample({ sentAt: 4600, receivedAt: 5000, serverTime: TRUTH + 4650 })
  const before = clock.error() ?? 0
  time.at = 6000
  clock.addSample({ sentAt: null, receivedAt: 6000, serverTime: TRUTH + 5990 })
  expect(clock.error() ?? before).toBeLessThan(before / 3)
  expect(Math.abs(clock.now() - (TRUTH + 6000))).toBeLessThanOrEqual(clock.error() ?? 0)
})

test('with such messages alone the time is off by their latency, and no accuracy is claimed', () => {
  const { clock } = device()
  clock.addSample({ sentAt: null, receivedAt: 5000, serverTime: TRUTH + 4980 })
  expect(clock.error()).toBeNull()
  expect(Math.abs(clock.now() - (TRUTH + 5000))).toBeLessThan(25)
})

test('after the device slept, the next message corrects the time', () => {
  const { time, clock } = device()
  clock.addSample({ sentAt: 4990, receivedAt: 5000, serverTime: TRUTH + 4995 })
  time.at = 6000
  // An hour of sleep that the monotonic clock did not count.
  const late = TRUTH + 3_600_000 + 6000
  clock.addSample({ sentAt: null, receivedAt: 6000, serverTime: late })
  expect(Math.abs(clock.now() - late)).toBeLessThan(20)
})

test('a small correction never sets a countdown back', () => {
  const { time, clock } = device()
  clock.addSample({ sentAt: 4800, receivedAt: 5000, serverTime: TRUTH + 4990 })
  const before = clock.now()
  time.at = 5010
  clock.addSample({ sentAt: 5009, receivedAt: 5010, serverTime: TRUTH + 4920 })
  expect(clock.now()).toBeGreaterThanOrEqual(before)
})

test('the sample of another tab carries that tab’s error', () => {
  const { clock } = device()
  clock.addSample({ sentAt: 4998, receivedAt: 5000, serverTime: TRUTH + 5030, errorMs: 40 })
  expect(Math.abs(clock.now() - (TRUTH + 5000))).toBeLessThanOrEqual(clock.error() ?? 0)
})

test('a countdown ticks when what it shows changes: seconds, and tenths in the last ten', () => {
  expect(nextTickMs(1000, 61_250)).toBe(251)
  expect(nextTickMs(1000, 11_000)).toBe(101)
  expect(nextTickMs(1000, 5_040)).toBe(41)
  expect(nextTickMs(6000, 5000)).toBeLessThanOrEqual(1001)
  expect(nextTickMs(1300, null)).toBe(701)
})
