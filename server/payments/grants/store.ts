import { sql, type Kysely } from 'kysely'

export type GrantRow = {
  id: string
  account_id: string
  amount: number
  /** The unused part. */
  remaining: number
  currency: string
  granted_at: number
  reversed_at: number | null
}

const COLUMNS = sql.raw('id, account_id, amount, remaining, currency, granted_at, reversed_at')

export async function insertGrant<T>(
  trx: Kysely<T>,
  grant: Pick<GrantRow, 'id' | 'account_id' | 'amount' | 'currency'> & { key: string },
): Promise<void> {
  await sql`
    insert into credit_grant (id, account_id, key, amount, remaining, currency)
    values (${grant.id}, ${grant.account_id}, ${grant.key}, ${grant.amount}, ${grant.amount}, ${grant.currency})`.execute(
    trx,
  )
}

/** Locks the grant to the end of the transaction: its credit is used, returned or reversed once. */
export async function lockGrant<T>(trx: Kysely<T>, id: string): Promise<GrantRow> {
  const found = await sql<GrantRow>`select ${COLUMNS} from credit_grant where id = ${id} for update`.execute(trx)
  return found.rows[0]!
}

export async function lockGrantsOf<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  // Locks the person's grants that have credit left or paid something, in the order of their ids: none is used or reversed until this
  // transaction has locked the payments and invoices that it concerns.
  await sql`
    select 1 from credit_grant where id in (
      select id from credit_grant where account_id = ${accountId} and remaining > 0
      union select u.grant_id from credit_grant_use u join payment p on p.id = u.payment_id where p.account_id = ${accountId})
    order by id for update`.execute(trx)
}

/** The grants with credit left, oldest first. */
export async function lockUsableGrants<T>(trx: Kysely<T>, accountId: string, currency: string): Promise<GrantRow[]> {
  // Locks the grants to the end of the transaction: the same credit is used once.
  const found = await sql<GrantRow>`
    select ${COLUMNS} from credit_grant where account_id = ${accountId} and currency = ${currency} and remaining > 0
    order by id for update`.execute(trx)
  return found.rows
}

export async function setRemaining<T>(trx: Kysely<T>, id: string, remaining: number): Promise<void> {
  await sql`update credit_grant set remaining = ${remaining} where id = ${id}`.execute(trx)
}

export async function setReversed<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`update credit_grant set remaining = 0, reversed_at = clock_timestamp() where id = ${id}`.execute(trx)
}

export async function noteGrantUse<T>(trx: Kysely<T>, grantId: string, paymentId: string): Promise<void> {
  await sql`insert into credit_grant_use (payment_id, grant_id) values (${paymentId}, ${grantId})`.execute(trx)
}

/** The grant that paid a payment; null: it was paid with money. */
export async function grantOfPayment<T>(db: Kysely<T>, paymentId: string): Promise<string | null> {
  const found = await sql<{ grant_id: string }>`
    select grant_id from credit_grant_use where payment_id = ${paymentId}`.execute(db)
  return found.rows[0]?.grant_id ?? null
}

/** The payments of a grant, by id. */
export async function paymentsOfGrant<T>(db: Kysely<T>, grantId: string): Promise<string[]> {
  const found = await sql<{ payment_id: string }>`
    select payment_id from credit_grant_use where grant_id = ${grantId} order by payment_id`.execute(db)
  return found.rows.map(({ payment_id: id }) => id)
}

/** What is left of a person's grants, by currency. */
export async function grantedTo<T>(db: Kysely<T>, accountId: string): Promise<{ currency: string; amount: number }[]> {
  const found = await sql<{ currency: string; amount: number }>`
    select currency, sum(remaining)::bigint as amount from credit_grant
    where account_id = ${accountId} and remaining > 0 group by currency order by currency`.execute(db)
  return found.rows
}

export async function grantsOf<T>(db: Kysely<T>, accountId: string): Promise<GrantRow[]> {
  const found = await sql<GrantRow>`
    select ${COLUMNS} from credit_grant where account_id = ${accountId} order by id`.execute(db)
  return found.rows
}
