import { sql, type Kysely } from 'kysely'
import type { CannedAnswer } from '#contract/support/support-staff.ts'

export async function cannedAnswers<T>(db: Kysely<T>): Promise<CannedAnswer[]> {
  const found = await sql<CannedAnswer>`
    select id, title, text, version from canned_answer order by lower(title), id`.execute(db)
  return found.rows
}

export async function cannedAnswer<T>(db: Kysely<T>, id: string): Promise<CannedAnswer | undefined> {
  return (await sql<CannedAnswer>`select id, title, text, version from canned_answer where id = ${id}`.execute(db))
    .rows[0]
}

export async function titleIsTaken<T>(db: Kysely<T>, title: string, id: string): Promise<boolean> {
  const found = await sql`select 1 from canned_answer where title = ${title} and id <> ${id}`.execute(db)
  return found.rows.length > 0
}

/** False: another person has changed or deleted it since `version` was read (0: created it). */
export async function storeAnswer<T>(trx: Kysely<T>, { id, title, text, version }: CannedAnswer): Promise<boolean> {
  const found =
    version === 0
      ? await sql`
          insert into canned_answer (id, title, text) values (${id}, ${title}, ${text})
          on conflict (id) do nothing returning 1`.execute(trx)
      : await sql`
          update canned_answer set title = ${title}, text = ${text}, version = version + 1, changed_at = clock_timestamp()
          where id = ${id} and version = ${version} returning 1`.execute(trx)
  return found.rows.length > 0
}

export async function removeAnswer<T>(trx: Kysely<T>, id: string, version: number): Promise<boolean> {
  const found = await sql`delete from canned_answer where id = ${id} and version = ${version} returning 1`.execute(trx)
  return found.rows.length > 0
}
