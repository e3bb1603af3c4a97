import type { Absence } from '#engine'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openDatabase } from '../database/database.ts'
import { newId } from '../id.ts'

const EVERY_MS = 1000
/** Two beats further apart than this leave a gap, which is counted from beat to beat. Source: the rulebook, "How a lot ends". */
const SILENT_MS = 2000

/**
 * Records every second that this process takes bids. The first beat is written before this resolves. A pause between beats (the process
 * stalled, or the database was unavailable or could not be written) ends one run and begins the next, so that it shows as a gap. It has
 * its own connection, so that requests waiting for one never look like an outage.
 */
export async function startHeartbeat(databaseUrl: string, log: Logger): Promise<{ stop(): Promise<void> }> {
  const { pool, close } = openDatabase(databaseUrl, log, { connections: 1, statementMs: SILENT_MS })
  let id = ''
  const beat = async () => {
    const kept = await pool.query(
      `update server_run set last_at = clock_timestamp()
       where id = $1::uuid and last_at > clock_timestamp() - $2 * interval '1 ms'`,
      [id, SILENT_MS],
    )
    if (kept.rowCount === 0) await begin()
  }
  const begin = async () => {
    id = newId()
    await pool.query('insert into server_run (id) values ($1)', [id])
  }
  await begin().catch(async (err: unknown) => {
    await close()
    throw err
  })
  let beating: Promise<void> | null = null
  const timer = setInterval(() => {
    // One beat at a time: beats that wait for the database must not pile up.
    beating ??= beat()
      .catch((err: unknown) => log.warn({ err }, 'could not write a heartbeat'))
      .finally(() => (beating = null))
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await beating
      await beat().catch(() => undefined)
      await close()
    },
  }
}

type Run = { started: number; last: number }

/**
 * The periods between `from` and `to` (ms, not in the future) in which no server took bids, according to heartbeats, in order. The
 * newest run counts as alive until its next beat is overdue. Time before the first run ever is not an absence.
 */
export async function absencesBetween(pool: pg.Pool, from: number, to: number): Promise<Absence[]> {
  const runs = await pool.query<Run>(
    `select extract(epoch from started_at) * 1000 as started,
       extract(epoch from case when last_at > clock_timestamp() - $3 * interval '1 ms' then clock_timestamp() else last_at end) * 1000 as last
     from server_run where last_at >= to_timestamp($1 / 1000.0) - $3 * interval '1 ms' and started_at <= to_timestamp($2 / 1000.0)
     order by started_at`,
    [from, to, SILENT_MS],
  )
  const first = await pool.query<{ started: number | null }>(
    'select extract(epoch from min(started_at)) * 1000 as started from server_run',
  )
  const begin = Math.max(from, Number(first.rows[0]?.started ?? to))
  return uncovered(runs.rows, begin, to)
}

/** The parts of [from, to] that no run covers; `runs` by their start. */
function uncovered(runs: Run[], from: number, to: number): Absence[] {
  const absences: Absence[] = []
  let covered = from
  for (const run of [...runs, { started: to, last: to }]) {
    const started = Math.min(Math.round(Number(run.started)), to)
    if (started > covered) absences.push({ from: covered, to: started })
    covered = Math.max(covered, Math.round(Number(run.last)))
  }
  return absences
}
