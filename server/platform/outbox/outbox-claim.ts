import { sql, type Kysely } from 'kysely'

/**
 * A claimed message, locked until the claiming transaction ends. `payload`: known only to the handlers of its topic. `requestId`: the
 * request that caused it.
 */
export type Claimed = {
  id: string
  topic: string
  key: string | null
  payload: never
  tries: number
  requestId: string | null
}

/** Tries before a message fails for good and is kept for the owner to inspect. */
export const TRIES_MAX = 12
const DELAY_S_MAX = 3600
const FAILURE_CHARS_MAX = 500

export async function dueTopics(db: Kysely<object>): Promise<string[]> {
  const due = await sql<{ topic: string }>`
    select distinct topic from outbox where not dead and next_try_at <= clock_timestamp()`.execute(db)
  return due.rows.map(({ topic }) => topic)
}

export async function dropMessages(db: Kysely<object>, topics: string[]): Promise<void> {
  await sql`delete from outbox where not dead and topic = any(${topics})`.execute(db)
}

export async function claim(trx: Kysely<object>, topic: string): Promise<Claimed | undefined> {
  // Locks the topic's oldest due message that no other worker holds and that has no earlier unhandled message with its key. Until the
  // commit no other worker handles it or a later one of its key; the delete in the same transaction makes handling exactly once.
  const due = await sql<Claimed>`
    select o.id, o.topic, o.key, o.payload, o.tries, o.request_id as "requestId" from outbox o
    where o.topic = ${topic} and not o.dead and o.next_try_at <= clock_timestamp()
    and not exists (
      select 1 from outbox e where e.key = o.key and not e.dead and (e.created_at, e.id) < (o.created_at, o.id))
    order by o.next_try_at, o.id limit 1 for update of o skip locked`.execute(trx)
  return due.rows[0]
}

export async function markHandled(trx: Kysely<object>, { id }: Claimed): Promise<void> {
  await sql`delete from outbox where id = ${id}`.execute(trx)
}

/**
 * Retries after about 1, 2, 4 … s, at most about an hour; fails for good after the last try. Each delay is multiplied by a random 0.5 to
 * 1.5, so that messages that failed together are not retried together.
 */
export async function scheduleRetry(trx: Kysely<object>, { id, tries }: Claimed, error: Error): Promise<void> {
  const delayS = Math.min(DELAY_S_MAX, 2 ** tries)
  await sql`
    update outbox set tries = tries + 1, failure = ${error.message.slice(0, FAILURE_CHARS_MAX)},
      dead = ${tries + 1 >= TRIES_MAX},
      next_try_at = clock_timestamp() + ${delayS} * (0.5 + random()) * interval '1 second'
    where id = ${id}`.execute(trx)
}
