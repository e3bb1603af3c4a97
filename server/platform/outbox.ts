import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { newId } from './id.ts'

/** Handles one message in a transaction of its own: what it writes and the message's end are one commit. */
export type OutboxHandler = (payload: unknown, trx: Kysely<object>) => Promise<void>

/** Messages from a room to later rooms: recorded with the facts, told afterwards, handled until they succeed. */
export type Outbox = {
  add<T>(trx: Kysely<T>, topic: string, payload: object): Promise<void>
  /** Later rooms say what they want to hear. Several handlers of one topic run in one transaction. */
  on(topic: string, handler: OutboxHandler): void
  start(): void
  /** A hint that something may be waiting. */
  nudge(): void
  /** Handles everything that is due now; for tests and for stopping. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** Puts a message into the outbox within the caller's transaction; for acts that have a transaction and no house. */
export async function tellLater<T>(trx: Kysely<T>, topic: string, payload: object): Promise<void> {
  await sql`insert into outbox (id, topic, payload) values (${newId()}, ${topic}, ${JSON.stringify(payload)}::jsonb)`.execute(
    trx,
  )
}

const POLL_MS = 1000
const TRIES_MAX = 12

type Row = { id: string; topic: string; payload: unknown; tries: number }

export function createOutbox(db: Kysely<object>, log: Logger): Outbox {
  const handlers = new Map<string, OutboxHandler[]>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let again = false

  const drain = async () => {
    while (await handleOne(db, handlers, log)) continue
  }
  const nudge = () => {
    if (timer === null) return
    if (running !== null) again = true
    else {
      running = drain()
        .catch((err: unknown) => log.error({ err }, 'the outbox stopped early'))
        .finally(() => {
          running = null
          if (again) {
            again = false
            nudge()
          }
        })
    }
  }
  return {
    add: tellLater,
    on(topic, handler) {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler])
    },
    start() {
      timer = setInterval(nudge, POLL_MS)
    },
    nudge,
    async drain() {
      await drain()
      // What this process has in hand at the moment is not due for anybody else, but not handled yet either.
      await running
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      await running
    },
  }
}

type Failure = { message: object; error: Error }

/** False when nothing was due. A message nobody listens to is done. */
async function handleOne(db: Kysely<object>, handlers: Map<string, OutboxHandler[]>, log: Logger): Promise<boolean> {
  const failures: Failure[] = []
  const found = await db.transaction().execute(async (trx) => {
    const row = await claim(trx)
    if (row === undefined) return false
    await sql`savepoint before_handlers`.execute(trx)
    try {
      for (const handle of handlers.get(row.topic) ?? []) await handle(row.payload, trx)
      await sql`delete from outbox where id = ${row.id}`.execute(trx)
    } catch (error) {
      await sql`rollback to savepoint before_handlers`.execute(trx)
      const { id, topic, tries } = row
      failures.push({ message: { id, topic, tries: tries + 1, tryMax: TRIES_MAX }, error: error as Error })
      await putOff(trx, row, error as Error)
    }
    return true
  })
  for (const { error, message } of failures) log.error({ err: error, ...message }, 'a message of the outbox failed')
  return found
}

async function claim(trx: Kysely<object>): Promise<Row | undefined> {
  // Locks the oldest message that is due and that no other process holds. Until the commit nobody else handles it, so with the
  // delete in the same transaction it is handled exactly once.
  const due = await sql<Row>`
    select id, topic, payload, tries from outbox
    where not dead and next_try_at <= clock_timestamp()
    order by next_try_at, id limit 1 for update skip locked`.execute(trx)
  return due.rows[0]
}

/** Next try after 1, 2, 4 … s, at most an hour; dead after the last. */
async function putOff(trx: Kysely<object>, row: Row, error: Error): Promise<void> {
  const delayS = Math.min(3600, 2 ** row.tries)
  await sql`
    update outbox set tries = tries + 1, failure = ${error.message}, dead = ${row.tries + 1 >= TRIES_MAX},
      next_try_at = clock_timestamp() + ${delayS} * interval '1 second'
    where id = ${row.id}`.execute(trx)
}
