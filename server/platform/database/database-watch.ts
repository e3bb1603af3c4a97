import type pg from 'pg'
import type { Meters } from '../meters/meters.ts'

const EVERY_MS = 1000
/** A database that has not answered by then counts as away. */
const ANSWER_MS_MAX = 2000

/**
 * Asks the database every second whether it is there, and tells for how long it was not. `change` hears of its going and coming.
 */
export function watchDatabase(meters: Meters, pool: pg.Pool, change: (isAway: boolean, awayMs: number) => void) {
  let awayMs = 0
  let awaySince: number | null = null
  const away = () => awayMs + (awaySince === null ? 0 : performance.now() - awaySince)
  meters.counter(
    'paddock_database_away_seconds_total',
    'For how long the database did not answer this process.',
    () => away() / 1000,
  )
  meters.gauge('paddock_database_up', '1: the database answers this process; 0: it is away.', () =>
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
