import { sql, type Kysely } from 'kysely'

/** Invoices are bookkeeping and stay as they were issued; the tax number for further ones goes. */
export async function forgetBuyer(trx: Kysely<object>, accountId: string): Promise<void> {
  await sql`delete from buyer_tax_id where account_id = ${accountId}`.execute(trx)
}
