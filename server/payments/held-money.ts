import { sql, type Kysely } from 'kysely'

/** Why a person's account can't be closed: money of theirs is here that nobody could send back once it no longer has a name. */
export async function holdsMoney(trx: Kysely<object>, accountId: string): Promise<string | null> {
  const found = await sql`
    select 1 from bank_line where account_id = ${accountId} and kind = 'in' and remaining > 0
    union all
    select 1 from payment where account_id = ${accountId} and state = 'pending' and received > 0
    limit 1`.execute(trx)
  return found.rows.length === 0 ? null : 'We still hold money of yours. Ask our team to send it back first.'
}
