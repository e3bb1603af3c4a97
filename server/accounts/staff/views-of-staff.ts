import { sql, type Kysely } from 'kysely'
import { inPages, mapped } from '#server/platform/http/json-stream.ts'

type View = { id: string; at: number; action: string; reason: string | null }

const PAGE = 1000

/** Staff actions and views concerning a person, latest first: for the person's export, without staff names. */
export function viewsOfStaff(db: Kysely<object>, accountId: string): Promise<AsyncIterable<object>> {
  const views = inPages<View>(PAGE, async (last, limit) => {
    const { rows } = await sql<View>`
      select id, at, action, reason from audit
      where subject_kind = 'account' and subject_id = ${accountId} and actor_id <> ${accountId}
      and (${last?.id ?? null}::uuid is null or id < ${last?.id ?? null}::uuid)
      order by id desc limit ${limit}`.execute(db)
    return rows
  })
  return Promise.resolve(
    mapped(views, ({ at, action, reason }) => ({ at: new Date(at).toISOString(), action, reason })),
  )
}

/** Deletes emails that the person requested and that could not be sent: each row contains an address. */
export async function forgetAskedMail(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from outbox where dead and topic = 'account-mail-asked' and key = ${`account:${accountId}`}`.execute(
    trx,
  )
}
