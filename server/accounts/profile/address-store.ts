import { sql, type Kysely } from 'kysely'
import type { Address } from '#contract/accounts/account-profile.ts'
import type { AddressInput } from '#contract/accounts/account-inputs.ts'

const COLUMNS = sql.raw(
  `id, recipient, company, street, extra, postcode, city, region, country, for_invoices as "forInvoices"`,
)

export async function addressesOf<T>(db: Kysely<T>, accountId: string): Promise<Address[]> {
  const found = await sql<Address>`
    select ${COLUMNS} from account_address where account_id = ${accountId} order by id`.execute(db)
  return found.rows
}

/** One address at most is for invoices: the one before it steps back in the same transaction. */
export async function releaseInvoiceAddress<T>(trx: Kysely<T>, accountId: string, except: string): Promise<void> {
  await sql`
    update account_address set for_invoices = false
    where account_id = ${accountId} and for_invoices and id <> ${except}`.execute(trx)
}

export async function insertAddress<T>(
  trx: Kysely<T>,
  accountId: string,
  id: string,
  given: AddressInput,
): Promise<void> {
  await sql`
    insert into account_address
      (id, account_id, recipient, company, street, extra, postcode, city, region, country, for_invoices)
    values (${id}, ${accountId}, ${given.recipient}, ${given.company}, ${given.street}, ${given.extra}, ${given.postcode},
      ${given.city}, ${given.region}, ${given.country}, ${given.forInvoices})`.execute(trx)
}

/** False: this person has no such address. */
export async function updateAddress<T>(
  trx: Kysely<T>,
  accountId: string,
  id: string,
  given: AddressInput,
): Promise<boolean> {
  const changed = await sql`
    update account_address set recipient = ${given.recipient}, company = ${given.company}, street = ${given.street},
      extra = ${given.extra}, postcode = ${given.postcode}, city = ${given.city}, region = ${given.region},
      country = ${given.country}, for_invoices = ${given.forInvoices}
    where id = ${id} and account_id = ${accountId}`.execute(trx)
  return Number(changed.numAffectedRows ?? 0) > 0
}

export async function deleteAddress<T>(db: Kysely<T>, accountId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from account_address where id = ${id} and account_id = ${accountId}`.execute(db)
  return Number(gone.numAffectedRows ?? 0) > 0
}
