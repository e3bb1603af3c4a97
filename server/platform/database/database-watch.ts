import type pg from 'pg'
import type { Meters } from '../meters/meters.ts'

const EVERY_MS = 1000
/** A database that has not answered within this time, in ms, counts as unavailable. */
const ANSWER_MS_MAX = 2000

/**
 * Checks every second whether the database is available and reports for how long it was not. `change` is called when it goes away and
 * when it comes back.
 */
export function watchDatabase(meters: Meters, pool: pg.Pool, change: (isAway: boolean, awayMs: number) => void) {
  let awayMs = 0
  let awaySince: number | null = null
  const away = () => awayMs + (awaySince === null ? 0 : performance.now() - awaySince)
  meters.readCounter(
    'paddock_database_away_seconds_total',
    'Time during which the database did not respond to this process',
    () => away() / 1000,
  )
  meters.gauge('paddock_database_up', '1 while the database responds to this process, 0 while it does not', () =>
    awaySince === null ? 1 : 0,
  )
  let asking: Promise<void> | null = null
  const ask = async () => {
    const askedAt = performance.now()
    if (await answers(pool)) {
      if (awaySince === null) return
      const lastedMs = performance.now() - awaySince
      awayMs += lastedMs
      awaySince = null
      change(false, lastedMs)
    } else if (awaySince === null) {
      awaySince = askedAt
      change(true, 0)
    }
  }
  const timer = setInterval(() => {
    asking ??= ask().finally(() => (asking = null))
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await asking
    },
  }
}

async function answers(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, ANSWER_MS_MAX, false)))
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
