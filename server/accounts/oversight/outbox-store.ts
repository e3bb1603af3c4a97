import { sql, type Kysely } from 'kysely'
import type { MESSAGE_STATES } from '#contract/oversight.ts'

export type MessageState = (typeof MESSAGE_STATES)[number]

export type MessageRow = {
  id: string
  topic: string
  key: string | null
  state: MessageState
  tries: number
  failure: string | null
  created_at: number
  next_try_at: number
  request_id: string | null
}

const STATE = sql`case when dead then 'given-up' when tries > 0 then 'failing' else 'waiting' end`

/** Those that need somebody first, then the oldest. Payloads stay where they are: they may hold what is not the owner's to read. */
export async function messagesIn<T>(
  db: Kysely<T>,
  { state, topic }: { state: MessageState | null; topic: string | null },
  { limit, offset }: { limit: number; offset: number },
): Promise<MessageRow[]> {
  const found = await sql<MessageRow>`
    select id, topic, key, ${STATE} as state, tries, failure, created_at, next_try_at, request_id from outbox
    where (${state}::text is null or ${STATE} = ${state}) and (${topic}::text is null or topic = ${topic})
    order by dead desc, tries desc, created_at, id limit ${limit} offset ${offset}`.execute(db)
  return found.rows
}

export type MessageCount = { state: MessageState; topic: string; count: number }

export async function countMessages<T>(db: Kysely<T>): Promise<MessageCount[]> {
  const found = await sql<MessageCount>`
    select ${STATE} as state, topic, count(*) as count from outbox group by 1, 2 order by 2`.execute(db)
  return found.rows
}

export async function makeDue<T>(
  trx: Kysely<T>,
  ids: string[],
): Promise<{ id: string; topic: string; tries: number }[]> {
  // Locks the messages that nobody works on, to the end of the transaction: one that is in hand at this moment is left alone, and of
  // two owners who press at once the second finds nothing left to do.
  const found = await sql<{ id: string; topic: string; tries: number }>`
    with chosen as (select id, topic, tries from outbox where id = any(${ids}::uuid[]) and tries > 0 for update skip locked)
    update outbox o set dead = false, tries = 0, next_try_at = clock_timestamp() from chosen c where o.id = c.id
    returning o.id, o.topic, c.tries`.execute(trx)
  return found.rows
}
