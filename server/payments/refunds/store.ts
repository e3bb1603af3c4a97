import { sql, type Kysely } from 'kysely'
import { newId } from '#server/platform/id.ts'

export type RefundCause = 'person' | 'rejected' | 'surplus' | 'cashier'
export type RefundState = 'asked' | 'sent' | 'by-hand' | 'succeeded' | 'failed' | 'cancelled'

export type RefundRow = {
  id: string
  payment_id: string
  amount: number
  cause: RefundCause
  reason: string
  actor_id: string | null
  state: RefundState
  provider_ref: string | null
  sent_by: string | null
  failure: string | null
  round: number
  tries: number
  receipt_number: string | null
  created_at: number
  settled_at: number | null
}

export type NewRefund = Pick<RefundRow, 'payment_id' | 'amount' | 'cause' | 'reason' | 'actor_id' | 'state'> & {
  /** Not sent before this time. */
  waitMs: number
}

const COLUMNS =
  sql.raw(`id, payment_id, amount, cause, reason, actor_id, state, provider_ref, sent_by, failure, round, tries, receipt_number,
  created_at, settled_at`)

export async function insertRefund<T>(trx: Kysely<T>, refund: NewRefund): Promise<RefundRow> {
  const inserted = await sql<RefundRow>`
    insert into refund (id, payment_id, amount, cause, reason, actor_id, state, next_try_at)
    values (${newId()}, ${refund.payment_id}, ${refund.amount}, ${refund.cause}, ${refund.reason}, ${refund.actor_id},
      ${refund.state}, clock_timestamp() + ${refund.waitMs}::int * interval '1 ms')
    returning ${COLUMNS}`.execute(trx)
  return inserted.rows[0]!
}

/** Refunds of payments, oldest first. */
export async function refundsOf<T>(db: Kysely<T>, paymentIds: string[]): Promise<RefundRow[]> {
  const found = await sql<RefundRow>`
    select ${COLUMNS} from refund where payment_id = any(${paymentIds}::uuid[]) and state <> 'cancelled' order by id`.execute(
    db,
  )
  return found.rows
}

export async function refundById<T>(db: Kysely<T>, id: string): Promise<RefundRow | null> {
  const found = await sql<RefundRow>`select ${COLUMNS} from refund where id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

/** Locks the refund to the end of the transaction: it settles once, however many report it. */
export async function lockRefund<T>(trx: Kysely<T>, id: string): Promise<RefundRow | null> {
  const found = await sql<RefundRow>`select ${COLUMNS} from refund where id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

/** The oldest refund that is ready to send; null: none. It becomes ready again after `leaseMs`, in case the process ends. */
export async function leaseRefund<T>(db: Kysely<T>, leaseMs: number): Promise<RefundRow | null> {
  // Locks one due row that no other process has locked, for the update alone: two processes never take the same refund.
  const leased = await sql<RefundRow>`
    update refund set tries = tries + 1, next_try_at = clock_timestamp() + ${leaseMs}::int * interval '1 ms'
    where id = (
      select id from refund where state in ('asked', 'sent') and next_try_at <= clock_timestamp()
      order by next_try_at limit 1 for update skip locked)
    returning ${COLUMNS}`.execute(db)
  return leased.rows[0] ?? null
}

export async function setRefund<T>(
  trx: Kysely<T>,
  id: string,
  to: {
    state: RefundState
    ref?: string | null
    failure?: string | null
    receiptNumber?: string | null
    sentBy?: string
  },
): Promise<void> {
  await sql`
    update refund set state = ${to.state}, provider_ref = coalesce(${to.ref ?? null}, provider_ref),
      failure = ${to.failure ?? null}, sent_by = coalesce(${to.sentBy ?? null}, sent_by), receipt_number = coalesce(receipt_number, ${to.receiptNumber ?? null}),
      settled_at = case when ${to.state} in ('succeeded', 'failed', 'cancelled') then clock_timestamp() end
    where id = ${id}`.execute(trx)
}

export async function scheduleRetry<T>(db: Kysely<T>, id: string, failure: string, delayMs: number): Promise<void> {
  await sql`
    update refund set failure = ${failure}, next_try_at = clock_timestamp() + ${delayMs}::int * interval '1 ms'
    where id = ${id} and state in ('asked', 'sent')`.execute(db)
}

/** A refund that is ready, and that a cashier sends from the bank. */
export async function setByHand<T>(db: Kysely<T>, id: string): Promise<void> {
  await sql`update refund set state = 'by-hand' where id = ${id} and state = 'asked'`.execute(db)
}

/** Requests a failed refund again. */
export async function setAskedAgain<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`
    update refund set state = 'asked', round = round + 1, tries = 0, failure = null, settled_at = null,
      next_try_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

export async function refundOfProvider<T>(db: Kysely<T>, ref: string): Promise<RefundRow | null> {
  const found = await sql<RefundRow>`select ${COLUMNS} from refund where provider_ref = ${ref}`.execute(db)
  return found.rows[0] ?? null
}

/** Sent money was returned: the next attempt is a separate booking. */
export async function setNextRound<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`update refund set round = round + 1 where id = ${id}`.execute(trx)
}
