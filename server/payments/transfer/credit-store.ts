import { sql, type Kysely } from 'kysely'

export type CreditRow = { currency: string; amount: number; pay_back_asked_at: number | null }

/** A person's unused overpayments by transfer, by currency. */
export async function creditOf<T>(db: Kysely<T>, accountId: string): Promise<CreditRow[]> {
  const found = await sql<CreditRow>`
    select currency, sum(remaining)::bigint as amount, min(pay_back_asked_at) as pay_back_asked_at
    from bank_line where account_id = ${accountId} and remaining > 0 group by currency order by currency`.execute(db)
  return found.rows
}

/** The lines whose credit may pay an invoice, oldest first. */
export async function lockUsableCredit<T>(trx: Kysely<T>, accountId: string, currency: string): Promise<string[]> {
  // Locks the lines to the end of the transaction: the same credit is used, or sent back, once.
  const found = await sql<{ id: string }>`
    select id from bank_line
    where account_id = ${accountId} and currency = ${currency} and remaining > 0 and pay_back_asked_at is null
    order by id for update`.execute(trx)
  return found.rows.map(({ id }) => id)
}

export async function lockLinesOf<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  // Locks the transfers that hold credit of the person, in the order of their ids: none is matched, undone or sent back until this
  // transaction has locked the invoices that they may pay.
  await sql`select 1 from bank_line where account_id = ${accountId} and remaining > 0 order by id for update`.execute(
    trx,
  )
}

/** The number of lines newly requested as a payout. */
export async function askLinesBack<T>(trx: Kysely<T>, accountId: string): Promise<number> {
  const asked = await sql`
    update bank_line set pay_back_asked_at = clock_timestamp()
    where account_id = ${accountId} and remaining > 0 and pay_back_asked_at is null`.execute(trx)
  return Number(asked.numAffectedRows ?? 0)
}
