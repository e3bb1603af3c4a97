import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * One sample of the server's clock. `sentAt` and `receivedAt` by this page's monotonic clock (performance.now(), ms), `serverTime` in ms
 * since the epoch. `sentAt` null: an unsolicited message, which only shows that it is at least that late.
 */
export type ClockSample = { sentAt: number | null; receivedAt: number; serverTime: number; errorMs?: number }

export type Clock = {
  /** The server's time in ms since the epoch. Never goes back by less than {@link BACK_MS_MAX}. */
  now(): number
  /** How far off `now` can be, in ms; null while not measured. */
  error(): number | null
  addSample(sample: ClockSample): void
  onSample(listener: () => void): () => void
}

/** Monotonic clocks of devices drift by about 20 parts in a million. */
const DRIFT = 0.00002
/** The server's times are whole milliseconds. */
const ROUNDING_MS = 1
/** A backward correction up to this (ms) waits for time to catch up, so that a countdown never gains time. */
const BACK_MS_MAX = 250

type Bound = { value: number; at: number }

/**
 * The server's clock, independent of the device's. Every sample bounds the offset between the two from below, a round
 * trip also from above; the true offset lies between the tightest bounds. Bounds loosen with time. A sample that
 * contradicts them (the device slept, the server's clock was set) restarts the measurement.
 */
export function createClock(monotonic: () => number, deviceNow: () => number): Clock {
  let lower: Bound | null = null
  let upper: Bound | null = null
  let latest = 0
  const listeners = new Set<() => void>()

  const low = (at: number) => (lower === null ? -Infinity : lower.value - (at - lower.at) * DRIFT)
  const high = (at: number) => (upper === null ? Infinity : upper.value + (at - upper.at) * DRIFT)

  function offset(at: number): number | null {
    if (lower === null) return null
    return upper === null ? low(at) : (low(at) + high(at)) / 2
  }

  return {
    now() {
      const at = monotonic()
      const known = offset(at)
      const now = known === null ? deviceNow() : at + known
      latest = now < latest && latest - now < BACK_MS_MAX ? latest : now
      return latest
    },
    error() {
      const at = monotonic()
      return lower === null || upper === null ? null : (high(at) - low(at)) / 2
    },
    addSample({ sentAt, receivedAt, serverTime, errorMs = 0 }) {
      const slack = ROUNDING_MS + errorMs
      const least = serverTime - slack - receivedAt
      const most = sentAt === null ? Infinity : serverTime + slack - sentAt
      const width = high(receivedAt) - low(receivedAt)
      if (least > high(receivedAt) || most < low(receivedAt)) {
        lower = { value: least, at: receivedAt }
        const top = most === Infinity ? least + width : most
        upper = Number.isFinite(top) ? { value: top, at: receivedAt } : null
      } else {
        if (least >= low(receivedAt)) lower = { value: least, at: receivedAt }
        if (most <= high(receivedAt) && most !== Infinity) upper = { value: most, at: receivedAt }
      }
      for (const listener of listeners) listener()
    },
    onSample(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const clock = createClock(
  () => performance.now(),
  () => Date.now(),
)

/** The server's time in ms since the epoch. */
export const serverNow = (): number => clock.now()

/** How far off {@link serverNow} can be, in ms; null while being measured. */
export const clockError = (): number | null => clock.error()

export const addSample = (sample: ClockSample): void => clock.addSample(sample)

const TENTHS_BELOW_MS = 10_000

/** How long until the display of a countdown to `until` changes: whole seconds, tenths in the last ten seconds. All in ms. */
export function nextTickMs(now: number, until: number | null): number {
  const left = until === null ? -now : until - now
  const step = left > 0 && left <= TENTHS_BELOW_MS ? 100 : 1000
  const rest = ((left % step) + step) % step
  return (rest === 0 ? step : rest) + 1
}

/** The server's time; re-renders whenever the display of a countdown to `until` (ms since the epoch; null: none) changes. */
export function useServerNow(until: number | null): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = serverNow()
      setNow(at)
      timer = setTimeout(tick, nextTickMs(at, until))
    }
    tick()
    return () => clearTimeout(timer)
  }, [until])
  return now
}

/** {@link clockError} in whole ms, updated as samples come in. */
export function useClockError(): number | null {
  return useSyncExternalStore(clock.onSample, wholeError)
}

function wholeError(): number | null {
  const error = clock.error()
  return error === null ? null : Math.ceil(error)
}
