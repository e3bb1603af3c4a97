import { sql, type Kysely } from 'kysely'
import { accountsOf } from '#server/accounts/merge/accounts-of.ts'
import type { Payment } from '#contract/payments/payments.ts'

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
  /** The provider's own id for the payment, and where the person continues it. */
  provider_ref: string | null
  pay_url: string | null
  /** The reference of a bank transfer. */
  reference: string | null
  /** Money that has arrived for it; of that, what is being refunded or was refunded. */
  received: number
  refunded: number
  /** Of what has arrived: what the payer's bank holds in disputes, and what it reversed for good. */
  disputed: number
  charged_back: number
  receipt_number: string | null
  settles_at: number | null
  created_at: number
  settled_at: number | null
  /** The match with a transfer that had settled it was undone. */
  undone_at: number | null
}

export const PAYMENT_COLUMNS =
  sql.raw(`id, account_id, idempotency_key, purpose, subject_id, amount, currency, provider, state, failure, provider_ref,
  pay_url, reference, received, refunded, disputed, charged_back, receipt_number, settles_at, created_at, settled_at, undone_at`)

/** The undisputed part of a payment that we hold, in minor units: the refundable amount. */
export function leftOf(row: Pick<PaymentRow, 'received' | 'refunded' | 'disputed' | 'charged_back'>): number {
  return row.received - row.refunded - row.disputed - row.charged_back
}

export async function paymentById<T>(db: Kysely<T>, id: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`select ${PAYMENT_COLUMNS} from payment where id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the payment to the end of the transaction: of two simultaneous reports about it, the second sees the result of the first. */
export async function lockPayment<T>(trx: Kysely<T>, id: string): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`select ${PAYMENT_COLUMNS} from payment where id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** The payment that stands for something of a person, such as the membership fee: one that went back does not count. */
export async function paidPaymentFor<T>(
  db: Kysely<T>,
  accountId: string,
  purpose: PaymentRow['purpose'],
): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment
    where account_id in ${accountsOf(accountId)} and purpose = ${purpose} and state = 'succeeded' order by id desc limit 1`.execute(
    db,
  )
  return found.rows[0] ?? null
}

/** The latest payment for something of a person, in any state. */
export async function latestPaymentFor<T>(
  db: Kysely<T>,
  accountId: string,
  purpose: PaymentRow['purpose'],
): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment where account_id = ${accountId} and purpose = ${purpose}
    order by id desc limit 1`.execute(db)
  return found.rows[0] ?? null
}

/** A payment for the same thing that its provider has not confirmed yet. */
export async function pendingPayment<T>(
  db: Kysely<T>,
  accountId: string,
  purpose: PaymentRow['purpose'],
  subjectId: string | null,
): Promise<PaymentRow | null> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment
    where account_id = ${accountId} and purpose = ${purpose} and subject_id is not distinct from ${subjectId}
      and state = 'pending' limit 1`.execute(db)
  return found.rows[0] ?? null
}
