import { sql, type Kysely } from 'kysely'

/** Whether a person has ever placed a bid that was accepted. */
export async function hasBid<T>(db: Kysely<T>, accountId: string): Promise<boolean> {
  const found = await sql`select 1 from participation where bidder_id = ${accountId} limit 1`.execute(db)
  return found.rows.length > 0
}
