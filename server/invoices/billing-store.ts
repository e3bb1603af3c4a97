import { sql, type Kysely } from 'kysely'
import type { BillingDetails, Paper } from '#contract/invoices.ts'

export async function billingOf<T>(db: Kysely<T>, accountId: string): Promise<BillingDetails | null> {
  const found = await sql<BillingDetails>`
    select name, address, country, tax_id as "taxId" from billing_details where account_id = ${accountId}`.execute(db)
  return found.rows[0] ?? null
}

export async function setBilling<T>(db: Kysely<T>, accountId: string, details: BillingDetails): Promise<void> {
  const { name, address, country, taxId } = details
  await sql`
    insert into billing_details (account_id, name, address, country, tax_id)
    values (${accountId}, ${name}, ${address}, ${country}, ${taxId})
    on conflict (account_id) do update set name = excluded.name, address = excluded.address, country = excluded.country,
      tax_id = excluded.tax_id, updated_at = clock_timestamp()`.execute(db)
}

/** The buyer as a paper names them: by their billing details, else by name and country of the account. */
export async function buyerOf<T>(db: Kysely<T>, accountId: string): Promise<Paper['buyer']> {
  const found = await sql<Paper['buyer']>`
    select coalesce(b.name, a.name) as name, coalesce(b.address, '') as address, coalesce(b.country, a.country) as country,
      a.email, a.paddle, coalesce(b.tax_id, '') as "taxId"
    from account a left join billing_details b on b.account_id = a.id where a.id = ${accountId}`.execute(db)
  const buyer = found.rows[0]
  if (buyer === undefined) throw new Error(`the buyer ${accountId} has no account`)
  return buyer
}
