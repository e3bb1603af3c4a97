import { sql } from 'kysely'
import type pg from 'pg'

/** In SQL: the database's clock at that moment, in ms since the epoch. */
export const NOW_MS = sql.raw('floor(extract(epoch from clock_timestamp()) * 1000)::bigint')

/** Server oscillators differ from one another by less than this: 100 parts per million. */
const DRIFT = 0.0001

/**
 * The database's clock as this process knows it, in ms since the epoch: the round trip with the least uncertainty, advanced by the
 * monotonic clock, so it is independent of the machine's clock. Before the first round trip it is `fallback`.
 */
export type DatabaseClock = { observe(sentAt: number, receivedAt: number, serverTime: number): void; now(): number }

export function createDatabaseClock(monotonic: () => number, fallback: () => number): DatabaseClock {
  let best: { offset: number; error: number; at: number } | null = null
  return {
    observe(sentAt, receivedAt, serverTime) {
      const error = (receivedAt - sentAt) / 2
      const offset = serverTime - (sentAt + receivedAt) / 2
      const grown = best === null ? Infinity : best.error + (receivedAt - best.at) * DRIFT
      const contradicts = best !== null && Math.abs(offset - best.offset) > error + grown + 1
      if (error <= grown || contradicts) best = { offset, error, at: receivedAt }
    },
    now: () => Math.round(best === null ? fallback() : monotonic() + best.offset),
  }
}

const ASKED_EVERY_MS = 10_000
/** Several queries at the start, so that one slow answer does not decide. */
const ASKED_AT_FIRST = 3

/**
 * Keeps this process's estimate of the database's clock: queries it now and every ten seconds. While the database is unavailable the
 * monotonic clock continues. Throws the database's error when the first query fails.
 */
export async function keepDatabaseClock(pool: pg.Pool): Promise<{ now(): number; stop(): void }> {
  const clock = createDatabaseClock(
    () => performance.now(),
    () => Date.now(),
  )
  const ask = async () => {
    const client = await pool.connect()
    try {
      const sentAt = performance.now()
      const { rows } = await client.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
      clock.observe(sentAt, performance.now(), Number(rows[0]!.now))
    } finally {
      client.release()
    }
  }
  for (let time = 0; time < ASKED_AT_FIRST; time += 1) await ask()
  const timer = setInterval(() => void ask().catch(() => undefined), ASKED_EVERY_MS)
  timer.unref()
  return { now: clock.now, stop: () => clearInterval(timer) }
}
