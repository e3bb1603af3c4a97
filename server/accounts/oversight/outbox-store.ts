import { sql, type Kysely } from 'kysely'
import type { listMessages, MESSAGE_STATES } from '#contract/accounts/oversight.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'

type MessageState = (typeof MESSAGE_STATES)[number]

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

/** Those that need a person first, then the oldest. Payloads are not returned: they may contain data the owner must not read. */
export const MESSAGE_LIST: ListSql<typeof listMessages> = {
  columns: sql`id, topic, key, ${STATE} as state, tries, failure, created_at, next_try_at, request_id`,
  from: sql.raw('outbox'),
  id: 'id',
  idOrder: 'asc',
  sorts: {},
  order: () => [
    { by: 'dead', way: 'desc' },
    { by: 'tries', way: 'desc' },
    { by: 'created_at', way: 'asc' },
  ],
  where: ({ state = null, topic = null }) =>
    sql`(${state}::text is null or ${STATE} = ${state}) and (${topic}::text is null or topic = ${topic})`,
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
  // Locks failed messages to the end of the transaction, skipping any that another process is handling right now. If two owners press at the
  // same time, the second finds nothing left to do.
  const found = await sql<{ id: string; topic: string; tries: number }>`
    with chosen as (select id, topic, tries from outbox where id = any(${ids}::uuid[]) and tries > 0 for update skip locked)
    update outbox o set dead = false, tries = 0, next_try_at = clock_timestamp() from chosen c where o.id = c.id
    returning o.id, o.topic, c.tries`.execute(trx)
  return found.rows
}
