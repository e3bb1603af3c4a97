import { sql, type Kysely } from 'kysely'
import type { listOpenRefunds, listPayments, PaymentSum, Settlement } from '#contract/payments/admin-payments.ts'
import { companyDay, onCompanyDays } from '#server/platform/company-days.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { Found, ListSql } from '#server/platform/lists/serve-list.ts'
import type { RefundRow } from '../refunds/store.ts'
import type { PaymentRow } from '../payment.ts'

export type CashierPaymentRow = PaymentRow & { person: string; email: string; paddle: number }

const COLUMNS =
  sql.raw(`p.id, p.account_id, p.idempotency_key, p.purpose, p.subject_id, p.amount, p.currency, p.provider, p.state,
  p.failure, p.provider_ref, p.pay_url, p.reference, p.received, p.refunded, p.disputed, p.charged_back, p.receipt_number, p.settles_at, p.created_at,
  p.settled_at, p.undone_at, a.name as person, a.email, a.paddle`)

const FROM = sql.raw('payment p join account a on a.id = p.account_id')

export const PAYMENT_LIST: ListSql<typeof listPayments> = {
  columns: COLUMNS,
  from: FROM,
  id: 'p.id',
  sorts: {
    started: 'p.created_at',
    person: 'lower(a.name)',
    provider: 'p.provider',
    state: 'p.state',
    amount: 'p.amount',
  },
  where({ q = '', state = null, provider = null, purpose = null, from = null, to = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    const plain = typed.replaceAll(/\s/g, '').toUpperCase()
    return sql`(${typed} = '' or a.name ilike ${like} or a.email ilike ${like} or a.paddle::text = ${typed}
        or upper(p.receipt_number) = ${plain} or p.reference = ${plain} or p.provider_ref = ${typed} or p.id::text = lower(${typed}))
      and (${state}::text is null or p.state = ${state}) and (${provider}::text is null or p.provider = ${provider})
      and (${purpose}::text is null or p.purpose = ${purpose})
      and ${onCompanyDays('p.created_at', { from, to })}`
  },
}

/** Payments that match, summed by currency. A payment that was only started or failed brings nothing. */
export async function sumPayments<T>(db: Kysely<T>, { where }: Pick<Found, 'where'>): Promise<PaymentSum[]> {
  const found = await sql<PaymentSum>`
    select p.currency, sum(p.received)::bigint as received, sum(p.refunded)::bigint as refunded,
      sum(p.disputed)::bigint as disputed, sum(p.charged_back)::bigint as "chargedBack",
      coalesce(sum(greatest(p.amount - p.received, 0)) filter (where p.state = 'pending'), 0)::bigint as waiting
    from ${FROM} where ${where}
    group by 1 order by 1`.execute(db)
  return found.rows
}

export async function cashierPayment<T>(db: Kysely<T>, id: string): Promise<CashierPaymentRow | null> {
  const found = await sql<CashierPaymentRow>`
    select ${COLUMNS} from ${FROM} where p.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export type OpenRefundRow = RefundRow & { currency: string; provider: string; account_id: string; person: string }

/** Refunds that wait for a cashier. */
export const OPEN_REFUND_LIST: ListSql<typeof listOpenRefunds> = {
  columns:
    sql.raw(`r.id, r.payment_id, r.amount, r.cause, r.reason, r.actor_id, r.state, r.provider_ref, r.sent_by, r.failure, r.round, r.tries,
    r.receipt_number, r.created_at, r.settled_at, p.currency, p.provider, p.account_id, a.name || ', ' || a.email as person`),
  from: sql.raw('refund r join payment p on p.id = r.payment_id join account a on a.id = p.account_id'),
  id: 'r.id',
  idOrder: 'asc',
  sorts: { since: 'r.created_at' },
  where: () => sql`r.state in ('by-hand', 'failed')`,
}

/** Money received and refunded at providers, by day of the company. Days are inclusive, as YYYY-MM-DD. */
export async function totalsByDay<T>(db: Kysely<T>, from: string, to: string): Promise<Settlement['days']> {
  const found = await sql<Settlement['days'][number]>`
    select ${companyDay('t.at')} as day, substr(e.account, 10) as provider, e.currency,
      sum(greatest(e.amount, 0))::bigint as received, sum(greatest(-e.amount, 0))::bigint as returned, sum(e.amount)::bigint as net,
      count(*)::int as transfers
    from money_transfer t join money_entry e on e.transfer_id = t.id
    where e.account like 'provider:%' and ${onCompanyDays('t.at', { from, to })}
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db)
  return found.rows
}

/** All accounts at the end of a day; those of persons are summed by their kind. */
export async function balancesAt<T>(db: Kysely<T>, day: string): Promise<Settlement['balances']> {
  const found = await sql<Settlement['balances'][number]>`
    select regexp_replace(e.account, '^(credit|receivable|seller):.*$', '\\1') as account, e.currency, sum(e.amount)::bigint as balance
    from money_transfer t join money_entry e on e.transfer_id = t.id
    where ${onCompanyDays('t.at', { from: null, to: day })}
    group by 1, 2 order by 1, 2`.execute(db)
  return found.rows
}
