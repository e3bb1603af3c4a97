import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listPayments, PaymentFilter, Settlement } from '#contract/payments.ts'
import type { RefundRow } from '../refunds/store.ts'
import type { PaymentRow } from '../store.ts'
import { orderBy, pageAt, type Turn } from '../turning.ts'

export type CashierPaymentRow = PaymentRow & { person: string; email: string; paddle: number }

const COLUMNS =
  sql.raw(`p.id, p.account_id, p.idempotency_key, p.purpose, p.subject_id, p.amount, p.currency, p.provider, p.state,
  p.failure, p.provider_ref, p.pay_url, p.reference, p.received, p.refunded, p.disputed, p.charged_back, p.receipt_number, p.settles_at, p.created_at,
  p.settled_at, p.undone_at, a.name as person, a.email, a.paddle`)

function where(filter: PaymentFilter): RawBuilder<unknown> {
  const { q = '', state = null, provider = null, purpose = null, from = null, to = null } = filter
  const typed = q.trim()
  const like = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  const plain = typed.replaceAll(/\s/g, '').toUpperCase()
  return sql`(${typed} = '' or a.name ilike ${like} or a.email ilike ${like} or a.paddle::text = ${typed}
      or upper(p.receipt_number) = ${plain} or p.reference = ${plain} or p.provider_ref = ${typed} or p.id::text = lower(${typed}))
    and (${state}::text is null or p.state = ${state}) and (${provider}::text is null or p.provider = ${provider})
    and (${purpose}::text is null or p.purpose = ${purpose})
    and (${from}::date is null or p.created_at >= ${from}::date at time zone 'UTC')
    and (${to}::date is null or p.created_at < (${to}::date + 1) at time zone 'UTC')`
}

/** Newest first; `before`: the id of the last one seen. */
export async function paymentsBy<T>(
  db: Kysely<T>,
  filter: PaymentFilter,
  before: string | null,
  limit: number,
): Promise<CashierPaymentRow[]> {
  const found = await sql<CashierPaymentRow>`
    select ${COLUMNS} from payment p join account a on a.id = p.account_id
    where ${where(filter)} and (${before}::uuid is null or p.id < ${before}::uuid)
    order by p.id desc limit ${limit}`.execute(db)
  return found.rows
}

export type PaymentSort = QueryOf<typeof listPayments>['sort']

const SORTS: Record<NonNullable<PaymentSort>, RawBuilder<unknown>> = {
  started: sql.raw('p.created_at'),
  person: sql.raw('lower(a.name)'),
  provider: sql.raw('p.provider'),
  state: sql.raw('p.state'),
  amount: sql.raw('p.amount'),
}

/** A page of the list as it is sorted; of equals the newest first. */
export async function pageOfPayments<T>(
  db: Kysely<T>,
  filter: PaymentFilter,
  turn: Turn<PaymentSort>,
): Promise<CashierPaymentRow[]> {
  const found = await sql<CashierPaymentRow>`
    select ${COLUMNS} from payment p join account a on a.id = p.account_id
    where ${where(filter)} order by ${orderBy(SORTS[turn.sort ?? 'started'], turn)}, p.id desc ${pageAt(turn)}`.execute(
    db,
  )
  return found.rows
}

export async function countPayments<T>(db: Kysely<T>, filter: PaymentFilter): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from payment p join account a on a.id = p.account_id where ${where(filter)}`.execute(db)
  return Number(found.rows[0]!.total)
}

export async function cashierPayment<T>(db: Kysely<T>, id: string): Promise<CashierPaymentRow | null> {
  const found = await sql<CashierPaymentRow>`
    select ${COLUMNS} from payment p join account a on a.id = p.account_id where p.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export type OpenRefundRow = RefundRow & { currency: string; provider: string; account_id: string; person: string }

/** Refunds that wait for a cashier, oldest first. */
export async function openRefunds<T>(db: Kysely<T>, limit: number): Promise<OpenRefundRow[]> {
  const found = await sql<OpenRefundRow>`
    select r.id, r.payment_id, r.amount, r.cause, r.reason, r.actor_id, r.state, r.provider_ref, r.sent_by, r.failure, r.round, r.tries,
      r.receipt_number, r.created_at, r.settled_at, p.currency, p.provider, p.account_id, a.name || ', ' || a.email as person
    from refund r join payment p on p.id = r.payment_id join account a on a.id = p.account_id
    where r.state in ('by-hand', 'failed') order by r.id limit ${limit}`.execute(db)
  return found.rows
}

/** What came in and went back at providers, by day (UTC). Days are included, as YYYY-MM-DD. */
export async function totalsByDay<T>(db: Kysely<T>, from: string, to: string): Promise<Settlement['days']> {
  const found = await sql<Settlement['days'][number]>`
    select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD') as day, substr(e.account, 10) as provider, e.currency,
      sum(greatest(e.amount, 0))::bigint as received, sum(greatest(-e.amount, 0))::bigint as returned, sum(e.amount)::bigint as net,
      count(*)::int as transfers
    from money_transfer t join money_entry e on e.transfer_id = t.id
    where e.account like 'provider:%' and t.at >= ${from}::date at time zone 'UTC'
      and t.at < (${to}::date + 1) at time zone 'UTC'
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db)
  return found.rows
}

/** All accounts at the end of a day; those of persons are summed by their kind. */
export async function balancesAt<T>(db: Kysely<T>, day: string): Promise<Settlement['balances']> {
  const found = await sql<Settlement['balances'][number]>`
    select regexp_replace(e.account, '^(credit|receivable):.*$', '\\1') as account, e.currency, sum(e.amount)::bigint as balance
    from money_transfer t join money_entry e on e.transfer_id = t.id
    where t.at < (${day}::date + 1) at time zone 'UTC'
    group by 1, 2 order by 1, 2`.execute(db)
  return found.rows
}
