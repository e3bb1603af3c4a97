import { sql, type Kysely } from 'kysely'
import type { Payment } from '#contract/membership.ts'

export type PaymentRow = {
  id: string
  account_id: string
  idempotency_key: string
  purpose: Payment['purpose']
  /** The invoice's id where the purpose is an invoice. */
  subject_id: string | null
  amount: number
  currency: string
  provider: string
  state: Payment['state']
  failure: string | null
  settles_at: number | null
  created_at: number
  settled_at: number | null
}

export type NewPayment = Pick<
  PaymentRow,
  'id' | 'account_id' | 'idempotency_key' | 'purpose' | 'subject_id' | 'amount' | 'currency' | 'provider'
>

const COLUMNS =
  sql.raw(`id, account_id, idempotency_key, purpose, subject_id, amount, currency, provider, state, failure,
  settles_at, created_at, settled_at`)

/** The payment of that key, the new one or the one that was there before: of equal requests at once exactly one inserts. */
export async function insertPayment<T>(db: Kysely<T>, payment: NewPayment): Promise<PaymentRow> {
  const inserted = await sql<PaymentRow>`
    insert into payment (id, account_id, idempotency_key, purpose, subject_id, amount, currency, provider, state)
    values (${payment.id}, ${payment.account_id}, ${payment.idempotency_key}, ${payment.purpose}, ${payment.subject_id},
      ${payment.amount}, ${payment.currency}, ${payment.provider}, 'started')
    on conflict (account_id, idempotency_key) do nothing returning ${COLUMNS}`.execute(db)
  const row = inserted.rows[0] ?? (await paymentOfKey(db, payment.account_id, payment.idempotency_key))
  if (row === null) throw new Error('a payment was neither there nor recorded')
  return row
}

export async function paymentOfKey<T>(db: Kysely<T>, accountId: string, key: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${COLUMNS} from payment where account_id = ${accountId} and idempotency_key = ${key}`.execute(db)
  return found.rows[0] ?? null
}

/** Only a payment of that account. */
export async function paymentOf<T>(db: Kysely<T>, accountId: string, id: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${COLUMNS} from payment where id = ${id} and account_id = ${accountId}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the payment to the end of the transaction: of two reports about it at once the second sees what the first made of it. */
export async function lockPayment<T>(trx: Kysely<T>, id: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`select ${COLUMNS} from payment where id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** A payment for the same thing that its provider has not confirmed yet. */
export async function pendingPayment<T>(
  db: Kysely<T>,
  accountId: string,
  purpose: Payment['purpose'],
  subjectId: string | null,
): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${COLUMNS} from payment
    where account_id = ${accountId} and purpose = ${purpose} and subject_id is not distinct from ${subjectId}
      and state = 'pending' limit 1`.execute(db)
  return found.rows[0] ?? null
}

export async function membershipPayment<T>(db: Kysely<T>, accountId: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${COLUMNS} from payment
    where account_id = ${accountId} and purpose = 'membership' and state = 'succeeded'`.execute(db)
  return found.rows[0] ?? null
}

/** Waiting for the provider; `delayMs`: the sandbox confirms by itself after that time. */
export async function setPending<T>(trx: Kysely<T>, id: string, delayMs: number | null): Promise<void> {
  await sql`
    update payment set state = 'pending', settles_at = clock_timestamp() + ${delayMs}::int * interval '1 ms'
    where id = ${id}`.execute(trx)
}

export async function setSettled<T>(
  trx: Kysely<T>,
  id: string,
  state: 'succeeded' | 'failed',
  failure: string | null,
): Promise<void> {
  await sql`
    update payment set state = ${state}, failure = ${failure}, settled_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

export async function isDue<T>(db: Kysely<T>, id: string): Promise<boolean> {
  const found = await sql`
    select 1 from payment where id = ${id} and state = 'pending' and settles_at <= clock_timestamp()`.execute(db)
  return found.rows.length > 0
}

/** Payments whose confirmation has come by now, oldest first. */
export async function duePayments<T>(db: Kysely<T>, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from payment where state = 'pending' and settles_at <= clock_timestamp()
    order by settles_at limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}
