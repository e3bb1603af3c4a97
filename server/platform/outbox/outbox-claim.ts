import { sql, type Kysely } from 'kysely'

/** A message in hand: locked to the end of the transaction that claimed it. `requestId`: the request it comes from. */
export type Claimed = {
  id: string
  topic: string
  key: string | null
  payload: unknown
  tries: number
  requestId: string | null
}

/** Tries before a message is given up and kept for the owner to look at. */
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
  // Locks the oldest message of the topic that is due, that no other worker holds and before which none of its key is left. Until the
  // commit nobody else handles it or a later one of its key; with the delete in the same transaction it is handled exactly once.
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
 * Next try after about 1, 2, 4 … s, at most about an hour; given up after the last. Each wait is half to one and a half times as long,
 * by chance, so that messages that failed together do not come again together.
 */
export async function putOff(trx: Kysely<object>, { id, tries }: Claimed, error: Error): Promise<void> {
  const delayS = Math.min(DELAY_S_MAX, 2 ** tries)
  await sql`
    update outbox set tries = tries + 1, failure = ${error.message.slice(0, FAILURE_CHARS_MAX)},
      dead = ${tries + 1 >= TRIES_MAX},
      next_try_at = clock_timestamp() + ${delayS} * (0.5 + random()) * interval '1 second'
    where id = ${id}`.execute(trx)
}
