import { sql, type Kysely } from 'kysely'
import { CountsBy, Histogram, SECONDS, type Meters, type Sample } from '../meters/meters.ts'

/** One reading serves all meters of one look. */
const FRESH_MS = 1000

type Depth = { topic: string; waiting: number; dead: number; oldest_s: number | null }

/** What waits in the outbox, as the database has it: every process tells the same. */
export function tellOutbox(meters: Meters, db: Kysely<object>): void {
  let known: { at: number; depths: Promise<Depth[]> } | null = null
  const of = (read: (depth: Depth) => number) => async (): Promise<Sample[]> => {
    const now = performance.now()
    if (known === null || now - known.at > FRESH_MS) known = { at: now, depths: readDepths(db) }
    return (await known.depths).map((depth) => [{ topic: depth.topic }, read(depth)])
  }
  const gauge = (name: string, help: string, read: (depth: Depth) => number) => meters.gauge(name, help, of(read))
  gauge(
    'paddock_outbox_waiting',
    'Messages in the outbox that wait, in all processes, by topic.',
    (each) => each.waiting,
  )
  gauge('paddock_outbox_oldest_seconds', 'Age of the oldest of them.', (each) => each.oldest_s ?? 0)
  gauge('paddock_outbox_dead', 'Messages given up, which wait for a person to look at them.', (each) => each.dead)
}

async function readDepths(db: Kysely<object>): Promise<Depth[]> {
  const found = await sql<Depth>`
    select topic, count(*) filter (where not dead) as waiting, count(*) filter (where dead) as dead,
      extract(epoch from clock_timestamp() - min(created_at) filter (where not dead))::float8 as oldest_s
    from outbox group by topic`.execute(db)
  return found.rows
}

/** What this process did with messages. */
export class OutboxCounts {
  #seconds = new Map<string, Histogram>()
  #failures = new CountsBy('topic')

  note(topic: string, ms: number, failed: boolean): void {
    let histogram = this.#seconds.get(topic)
    if (histogram === undefined) this.#seconds.set(topic, (histogram = new Histogram(SECONDS)))
    histogram.observe(ms / 1000)
    if (failed) this.#failures.add(topic)
  }

  tell(meters: Meters): void {
    meters.histogram('paddock_outbox_handling_seconds', 'Messages worked on, by topic.', () => this.#samples())
    meters.counter('paddock_outbox_failures_total', 'Tries that failed, by topic.', () => this.#failures)
  }

  *#samples(): Generator<Sample<Histogram>> {
    for (const [topic, histogram] of this.#seconds) yield [{ topic }, histogram]
  }
}
