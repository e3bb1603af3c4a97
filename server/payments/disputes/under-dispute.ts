import { sql, type Kysely } from 'kysely'

/** Whether a bank is reviewing a payment for any of these items. */
export async function isDisputed<T>(db: Kysely<T>, subjectIds: readonly string[]): Promise<boolean> {
  const found = await sql`
    select 1 from payment p join dispute d on d.payment_id = p.id
    where p.subject_id = any(${[...subjectIds]}::uuid[]) and d.state in ('inquiry', 'open') limit 1`.execute(db)
  return found.rows.length > 0
}
