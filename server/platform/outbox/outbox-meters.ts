import { sql, type Kysely } from 'kysely'
import { SECONDS, type Meters, type Reading } from '../meters/meters.ts'

/** One query serves all outbox metrics of one scrape. */
const FRESH_MS = 1000

type Depth = { topic: string; waiting: number; dead: number; oldest_s: number | null }

/** The backlog of the outbox in the database: every process reports the same. */
export function registerOutboxMetrics(meters: Meters, db: Kysely<object>): void {
  let known: { at: number; depths: Promise<Depth[]> } | null = null
  const of = (read: (depth: Depth) => number) => async (): Promise<Reading> => {
    const now = performance.now()
    if (known === null || now - known.at > FRESH_MS) known = { at: now, depths: readDepths(db) }
    return (await known.depths).map((depth) => [{ topic: depth.topic }, read(depth)] as const)
  }
  const gauge = (name: string, help: string, read: (depth: Depth) => number) =>
    meters.gauge(name, help, of(read), ['topic'])
  gauge(
    'paddock_outbox_waiting',
    'Messages waiting in the outbox, across all processes, by topic',
    (each) => each.waiting,
  )
  gauge(
    'paddock_outbox_oldest_seconds',
    'Age of the oldest message waiting in the outbox, by topic',
    (each) => each.oldest_s ?? 0,
  )
  gauge('paddock_outbox_dead', 'Messages that failed permanently and need an operator, by topic', (each) => each.dead)
}

async function readDepths(db: Kysely<object>): Promise<Depth[]> {
  const found = await sql<Depth>`
    select topic, count(*) filter (where not dead) as waiting, count(*) filter (where dead) as dead,
      extract(epoch from clock_timestamp() - min(created_at) filter (where not dead))::float8 as oldest_s
    from outbox group by topic`.execute(db)
  return found.rows
}

/** Counts what this process does with messages. */
export function outboxCounts(meters: Meters): (topic: string, ms: number, failed: boolean) => void {
  const seconds = meters.histogram('paddock_outbox_handling_seconds', 'Time to handle a message, by topic', SECONDS, [
    'topic',
  ])
  const failures = meters.counter('paddock_outbox_failures_total', 'Failed attempts to handle a message, by topic', [
    'topic',
  ])
  return (topic, ms, failed) => {
    seconds.observe({ topic }, ms / 1000)
    if (failed) failures.inc({ topic })
  }
}
