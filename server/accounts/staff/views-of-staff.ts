import { sql, type Kysely } from 'kysely'
import { inPages, mapped } from '#server/platform/http/json-stream.ts'

type View = { id: string; at: number; act: string; reason: string | null }

const PAGE = 1000

/** What staff did about a person and when they looked, the latest first: for the person's own file, without their names. */
export function viewsOfStaff(db: Kysely<object>, accountId: string): Promise<AsyncIterable<object>> {
  const views = inPages<View>(PAGE, async (last, limit) => {
    const { rows } = await sql<View>`
      select id, at, act, reason from audit
      where subject_kind = 'account' and subject_id = ${accountId} and actor_id <> ${accountId}
      and (${last?.id ?? null}::uuid is null or id < ${last?.id ?? null}::uuid)
      order by id desc limit ${limit}`.execute(db)
    return rows
  })
  return Promise.resolve(mapped(views, ({ at, act, reason }) => ({ at: new Date(at).toISOString(), act, reason })))
}

/** Mail that the person asked for and that was given up: it holds an address. */
export async function forgetAskedMail(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from outbox where dead and topic = 'account-mail-asked' and key = ${`account:${accountId}`}`.execute(
    trx,
  )
}
