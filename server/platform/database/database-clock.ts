import type pg from 'pg'

/** Oscillators of servers stay within this of one another: 100 parts in a million. */
const DRIFT = 0.0001

/**
 * The database's clock as this process knows it, in ms since the epoch: the round trip with the least doubt, carried on by the
 * monotonic clock. Right whatever the machine's own clock says. Before the first round trip it is `fallback`.
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
/** At the start, so that one slow answer does not decide. */
const ASKED_AT_FIRST = 3

/**
 * Keeps the database's clock known to this process: asks for it now and every ten seconds. While the database is away the monotonic
 * clock carries on. Throws what the database says where it cannot be asked at all.
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
