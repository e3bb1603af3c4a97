import { sql, type Kysely } from 'kysely'

/** Whether any account was created by the demo: their passwords are public. */
export async function hasDemoPeople<T>(db: Kysely<T>): Promise<boolean> {
  const found = await sql`select 1 from account where demo limit 1`.execute(db)
  return found.rows.length > 0
}
