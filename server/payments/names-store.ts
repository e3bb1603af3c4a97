import { sql, type Kysely } from 'kysely'

/** Names and addresses of people, by account. */
export async function namesOf<T>(db: Kysely<T>, accountIds: string[]): Promise<Map<string, string>> {
  const found = await sql<{ id: string; person: string }>`
    select id, name || ', ' || email as person from account where id = any(${accountIds}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, person }) => [id, person]))
}

/** Who sent the money of a payment, as the bank wrote it. */
export async function payersOf<T>(db: Kysely<T>, paymentIds: string[]): Promise<Map<string, string>> {
  const found = await sql<{ payment_id: string; payer: string }>`
    select u.payment_id, string_agg(distinct trim(b.payer_name || ' ' || b.payer_account), ', ') as payer
    from bank_line_use u join bank_line b on b.id = u.line_id
    where u.payment_id = any(${paymentIds}::uuid[]) and u.undone_at is null group by u.payment_id`.execute(db)
  return new Map(found.rows.map(({ payment_id: id, payer }) => [id, payer]))
}
