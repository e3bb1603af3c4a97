import { sql, type Kysely } from 'kysely'

/** What staff did about a person and when they looked: for the person's own file, without their names. */
export async function viewsOfStaff(db: Kysely<object>, accountId: string): Promise<object[]> {
  const found = await sql<{ at: number; act: string; reason: string | null }>`
    select at, act, reason from audit
    where subject_kind = 'account' and subject_id = ${accountId} and actor_id <> ${accountId}
    order by at desc limit 10000`.execute(db)
  return found.rows.map(({ at, act, reason }) => ({ at: new Date(at).toISOString(), act, reason }))
}

/** Mail that the person asked for and that was given up: it holds an address. */
export async function forgetAskedMail(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from outbox where dead and topic = 'account-mail-asked' and key = ${`account:${accountId}`}`.execute(
    trx,
  )
}
