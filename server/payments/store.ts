import { sql, type Kysely } from 'kysely'
import { PAYMENT_COLUMNS, type PaymentRow } from './payment.ts'

export type NewPayment = Pick<
  PaymentRow,
  'id' | 'account_id' | 'idempotency_key' | 'purpose' | 'subject_id' | 'amount' | 'currency' | 'provider'
>

/** The payment with this key, new or existing: of simultaneous equal requests exactly one inserts. */
export async function insertPayment<T>(db: Kysely<T>, payment: NewPayment): Promise<PaymentRow> {
  const inserted = await sql<PaymentRow>`
    insert into payment (id, account_id, idempotency_key, purpose, subject_id, amount, currency, provider, state)
    values (${payment.id}, ${payment.account_id}, ${payment.idempotency_key}, ${payment.purpose}, ${payment.subject_id},
      ${payment.amount}, ${payment.currency}, ${payment.provider}, 'started')
    on conflict (account_id, idempotency_key) do nothing returning ${PAYMENT_COLUMNS}`.execute(db)
  const row = inserted.rows[0] ?? (await paymentOfKey(db, payment.account_id, payment.idempotency_key))
  if (row === null) throw new Error('a payment neither existed nor could be recorded')
  return row
}

export async function paymentOfKey<T>(db: Kysely<T>, accountId: string, key: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment where account_id = ${accountId} and idempotency_key = ${key}`.execute(db)
  return found.rows[0] ?? null
}

/** Only a payment of that account. */
export async function paymentOf<T>(db: Kysely<T>, accountId: string, id: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment where id = ${id} and account_id = ${accountId}`.execute(db)
  return found.rows[0] ?? null
}

/** By the provider's id. */
export async function paymentOfProvider<T>(db: Kysely<T>, provider: string, ref: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment where provider = ${provider} and provider_ref = ${ref}`.execute(db)
  return found.rows[0] ?? null
}

/** By the transfer's reference. */
export async function paymentOfReference<T>(db: Kysely<T>, reference: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`select ${PAYMENT_COLUMNS} from payment where reference = ${reference}`.execute(db)
  return found.rows[0] ?? null
}

/** What the provider answered when the payment was begun. */
export async function setBegun<T>(
  db: Kysely<T>,
  id: string,
  begun: { ref?: string; url?: string; reference?: string; pending?: boolean },
): Promise<PaymentRow> {
  const found = await sql<PaymentRow>`
    update payment set provider_ref = coalesce(${begun.ref ?? null}, provider_ref), pay_url = coalesce(${begun.url ?? null}, pay_url),
      reference = coalesce(reference, ${begun.reference ?? null}),
      state = case when state = 'started' and ${begun.pending ?? false} then 'pending' else state end
    where id = ${id} returning ${PAYMENT_COLUMNS}`.execute(db)
  return found.rows[0]!
}

/** Waiting for the provider; `delayMs`: the sandbox confirms after that time. */
export async function setPending<T>(trx: Kysely<T>, id: string, delayMs: number | null): Promise<void> {
  await sql`
    update payment set state = 'pending', settles_at = clock_timestamp() + ${delayMs}::int * interval '1 ms'
    where id = ${id}`.execute(trx)
}

export type Settled = {
  state: 'succeeded' | 'failed'
  failure: string | null
  /** The total money that has arrived for it. */
  received: number
  receiptNumber: string | null
  /** A transfer is for what was left to pay when it came. */
  amount?: number
}

export async function setSettled<T>(trx: Kysely<T>, id: string, to: Settled): Promise<void> {
  await sql`
    update payment set state = ${to.state}, failure = ${to.failure}, received = ${to.received},
      amount = coalesce(${to.amount ?? null}::bigint, amount),
      receipt_number = coalesce(receipt_number, ${to.receiptNumber}), settled_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

/** It was never paid: the money that settled it was for something else. What had been returned of it stays returned. */
export async function setUndone<T>(trx: Kysely<T>, id: string, failure: string): Promise<void> {
  await sql`
    update payment set state = 'failed', received = refunded, failure = ${failure}, undone_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

/** Part of a transfer has arrived; the rest is missing. */
export async function setReceived<T>(trx: Kysely<T>, id: string, received: number, amount: number): Promise<void> {
  await sql`
    update payment set received = ${received}, amount = ${amount}, state = 'pending', failure = null, settled_at = null
    where id = ${id}`.execute(trx)
}

/** Adds to the refunded amount. Once everything is refunded, the payment no longer counts. A failed payment stays failed. */
export async function addRefunded<T>(trx: Kysely<T>, id: string, amount: number): Promise<void> {
  await sql`
    update payment set refunded = refunded + ${amount},
      state = case when state <> 'failed' and refunded + charged_back + ${amount} = received then 'refunded' else state end
    where id = ${id}`.execute(trx)
}

/** A refund that was canceled before money moved. */
export async function subtractRefunded<T>(trx: Kysely<T>, id: string, amount: number): Promise<void> {
  await sql`
    update payment set refunded = refunded - ${amount}, state = case when state = 'refunded' then 'succeeded' else state end
    where id = ${id}`.execute(trx)
}

/** False: this event was already applied. */
export async function noteEvent<T>(
  trx: Kysely<T>,
  event: { provider: string; id: string; kind: string; paymentId: string },
): Promise<boolean> {
  const noted = await sql`
    insert into payment_event (provider, event_id, kind, payment_id)
    values (${event.provider}, ${event.id}, ${event.kind}, ${event.paymentId})
    on conflict do nothing returning 1`.execute(trx)
  return noted.rows.length > 0
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

/** The next number of a series in the year of `at` (ms), such as `R-2026-000007`. */
export async function takeReceiptNumber<T>(trx: Kysely<T>, series: 'R' | 'B', at: number): Promise<string> {
  const year = new Date(at).getUTCFullYear()
  // Locks the series' row of the year to the end of the transaction: a number is taken with its receipt or not at all.
  const taken = await sql<{ last: number }>`
    insert into receipt_counter as c (series, year, last) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last = c.last + 1 returning last`.execute(trx)
  return `${series}-${year}-${String(taken.rows[0]!.last).padStart(6, '0')}`
}

/** Pending payments without a report that weren't polled recently; see `follow-up.ts`. */
export async function silentPayments<T>(db: Kysely<T>, limit: number): Promise<PaymentRow[]> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment
    where state in ('started', 'pending') and provider_ref is not null
      and created_at > clock_timestamp() - interval '8 days' and created_at < clock_timestamp() - interval '1 minute'
      and coalesce(asked_at, created_at)
        < clock_timestamp() - greatest(interval '1 minute', (clock_timestamp() - created_at) / 10)
    order by asked_at nulls first limit ${limit}`.execute(db)
  return found.rows
}

/** False: another process polled it a moment ago. */
export async function mayAsk<T>(db: Kysely<T>, id: string, everyMs: number): Promise<boolean> {
  const asked = await sql`
    update payment set asked_at = clock_timestamp()
    where id = ${id} and coalesce(asked_at, '-infinity') <= clock_timestamp() - ${everyMs}::int * interval '1 ms'
    returning 1`.execute(db)
  return asked.rows.length > 0
}

/** Paid card payments whose card isn't recorded yet, in random order. */
export async function paymentsWithoutCard<T>(db: Kysely<T>, limit: number): Promise<PaymentRow[]> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment
    where provider = 'stripe' and received > 0 and card_noted_at is null order by random() limit ${limit}`.execute(db)
  return found.rows
}

export async function setCardNoted<T>(db: Kysely<T>, id: string): Promise<void> {
  await sql`update payment set card_noted_at = clock_timestamp() where id = ${id}`.execute(db)
}
