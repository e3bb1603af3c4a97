import { sql, type Kysely, type RawBuilder } from 'kysely'

/** The ids of an account and of those merged into it, as a subquery: everything that is one person's. */
export function accountsOf(accountId: string): RawBuilder<string> {
  return sql<string>`(select id from account where id = ${accountId} or merged_into = ${accountId})`
}

/** The account that stands for this one: the one into which it was merged, or itself. */
export async function keptAccountOf<T>(db: Kysely<T>, accountId: string): Promise<string> {
  const found = await sql<{ id: string }>`
    select coalesce(merged_into, id) as id from account where id = ${accountId}`.execute(db)
  return found.rows[0]?.id ?? accountId
}

export type MergedRow = { id: string; name: string; email: string; paddle: number; at: number }

/** The accounts merged into this one, the latest first. */
export async function mergedInto<T>(db: Kysely<T>, accountId: string): Promise<MergedRow[]> {
  const found = await sql<MergedRow>`
    select id, name, email, paddle, merged_at as at from account
    where merged_into = ${accountId} order by merged_at desc, id`.execute(db)
  return found.rows
}
