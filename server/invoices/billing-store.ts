import { sql, type Kysely } from 'kysely'

/** Empty: no tax ID. */
export async function taxIdOf<T>(db: Kysely<T>, accountId: string): Promise<string> {
  const found = await sql<{ tax_id: string }>`
    select tax_id from buyer_tax_id where account_id = ${accountId}`.execute(db)
  return found.rows[0]?.tax_id ?? ''
}

export async function setTaxId<T>(db: Kysely<T>, accountId: string, taxId: string): Promise<void> {
  await sql`
    insert into buyer_tax_id (account_id, tax_id) values (${accountId}, ${taxId})
    on conflict (account_id) do update set tax_id = excluded.tax_id`.execute(db)
}
