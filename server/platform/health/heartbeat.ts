import type pg from 'pg'
import type { Logger } from 'pino'
import { newId } from '../id.ts'

const EVERY_MS = 5000
/** A run counts as alive this long after its last beat. */
const GRACE_MS = 2 * EVERY_MS

/**
 * Tells the database every few seconds that this process takes bids. The first beat is written before this resolves. A pause of
 * beats (the process stood still, or the database could not be reached) ends one run and begins the next, so that it shows as a gap.
 */
export async function startHeartbeat(pool: pg.Pool, log: Logger): Promise<{ stop(): Promise<void> }> {
  let id = ''
  const beat = async () => {
    const kept = await pool.query(
      `update server_run set last_at = clock_timestamp()
       where id = $1::uuid and last_at > clock_timestamp() - $2 * interval '1 ms'`,
      [id, GRACE_MS],
    )
    if (kept.rowCount === 0) await begin()
  }
  const begin = async () => {
    id = newId()
    await pool.query('insert into server_run (id) values ($1)', [id])
  }
  await begin()
  let beating: Promise<void> | null = null
  const timer = setInterval(() => {
    // One beat at a time: beats that wait for the database may not take all its connections.
    beating ??= beat()
      .catch((err: unknown) => log.warn({ err }, 'a heartbeat could not be written'))
      .finally(() => (beating = null))
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await beating
      await beat().catch(() => undefined)
    },
  }
}

type Run = { started: number; last: number }

/**
 * For how many ms between `from` and `to` (ms) no server took bids, as far as heartbeats tell. Before the house's first run ever
 * nobody was missing.
 */
export async function noServerMs(pool: pg.Pool, from: number, to: number): Promise<number> {
  const runs = await pool.query<Run>(
    `select extract(epoch from started_at) * 1000 as started, extract(epoch from last_at) * 1000 as last
     from server_run where last_at >= to_timestamp($1 / 1000.0) - interval '1 minute' and started_at <= to_timestamp($2 / 1000.0)
     order by started_at`,
    [from, to],
  )
  const first = await pool.query<{ started: number | null }>(
    'select extract(epoch from min(started_at)) * 1000 as started from server_run',
  )
  const begin = Math.max(from, Number(first.rows[0]?.started ?? to))
  return Math.max(0, Math.round(uncovered(runs.rows, begin, to)))
}

/** The part of [from, to] that no run covers; `runs` by their start. */
function uncovered(runs: Run[], from: number, to: number): number {
  let covered = from
  let missing = 0
  for (const run of runs) {
    const started = Number(run.started)
    if (started > covered) missing += Math.min(started, to) - covered
    covered = Math.max(covered, Math.min(Number(run.last) + GRACE_MS, to))
    if (covered >= to) return missing
  }
  return missing + Math.max(0, to - covered)
}
