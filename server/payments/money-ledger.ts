import { sql, type Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'

/** `account` such as `provider:sandbox`; debit positive, credit negative, in minor units. */
export type MoneyEntry = { account: string; amount: number }

export type Transfer = {
  memo: string
  currency: string
  /** At least two, with the sum zero; zero entries are omitted. */
  entries: MoneyEntry[]
  /** The payment that moved the money. */
  paymentId?: string
  /** Names the event, such as `refund:<id>`: a second transfer of the same name fails, and with it its transaction. */
  key?: string
}

/** Writes a transfer into the double-entry ledger of money. At commit, the database refuses transfers that don't balance. */
export async function recordTransfer<T>(trx: Kysely<T>, transfer: Transfer): Promise<void> {
  const { memo, currency, paymentId = null, key = null } = transfer
  const entries = transfer.entries.filter(({ amount }) => amount !== 0)
  if (entries.length === 0) return
  const id = newId()
  await sql`insert into money_transfer (id, payment_id, memo, key) values (${id}, ${paymentId}, ${memo}, ${key})`.execute(
    trx,
  )
  await sql`
    insert into money_entry (transfer_id, line, account, amount, currency)
    select ${id}::uuid, line, account, amount, ${currency}
    from unnest(${entries.map(({ account }) => account)}::text[], ${entries.map(({ amount }) => amount)}::bigint[])
      with ordinality as entry (account, amount, line)`.execute(trx)
}

/** Whether a transfer of that name is in the ledger. */
export async function isRecorded<T>(trx: Kysely<T>, key: string): Promise<boolean> {
  const found = await sql`select 1 from money_transfer where key = ${key}`.execute(trx)
  return found.rows.length > 0
}
