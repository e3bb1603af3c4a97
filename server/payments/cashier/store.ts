import { sql, type Kysely, type RawBuilder } from 'kysely'
import {
  type listOpenRefunds,
  type listPayments,
  type PaymentSum,
  PROVIDER_WORDS,
  type Settlement,
} from '#contract/payments/admin-payments.ts'
import type { FilterOf } from '#contract/platform/admin-list.ts'
import { isPersonNamed } from '#server/accounts/find-people.ts'
import { companyDay, onCompanyDays } from '#server/platform/company-days.ts'
import type { KeptSums } from '#server/platform/lists/kept-sums.ts'
import { hasWords } from '#server/platform/lists/list-sql.ts'
import type { Found, ListSql } from '#server/platform/lists/serve-list.ts'
import type { RefundRow } from '../refunds/store.ts'
import type { PaymentRow } from '../payment.ts'

export type CashierPaymentRow = PaymentRow & { person: string; email: string; paddle: number }

const COLUMNS =
  sql.raw(`p.id, p.account_id, p.idempotency_key, p.purpose, p.subject_id, p.amount, p.currency, p.provider, p.state,
  p.failure, p.provider_ref, p.pay_url, p.reference, p.received, p.refunded, p.disputed, p.charged_back, p.receipt_number, p.settles_at, p.created_at,
  p.settled_at, p.undone_at, a.name as person, a.email, a.paddle`)

const FROM = sql.raw('payment p join account a on a.id = p.account_id')

type PaymentFilter = FilterOf<typeof listPayments>

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
  filled: ['started', 'person', 'provider', 'state', 'amount'],
  where: (filter) => sql.join([...searched(filter), ...narrowed(filter)], sql` and `),
  ids: idsOf,
}

function searched(filter: PaymentFilter): RawBuilder<unknown>[] {
  if (!hasWords(filter)) return []
  const words = filter.q.trim()
  return [sql`(${isNamed(words)} or ${isPersonNamed(words)})`]
}

function idsOf(filter: PaymentFilter): RawBuilder<unknown> | null {
  if (!hasWords(filter)) return null
  const words = filter.q.trim()
  const others = sql.join(narrowed(filter), sql` and `)
  // Offset 0: payments are looked up person by person until enough are found, instead of joining all people whom the words find.
  return sql`
    select p.id from payment p where ${isNamed(words)} and ${others}
    union all
    select p.id from account a cross join lateral (select * from payment where account_id = a.id offset 0) p
    where ${isPersonNamed(words)} and ${isNamed(words)} is not true and ${others}`
}

/** For a row `p` of `payment`: the words are its receipt, reference or id, or its provider's name for it; each by its own unique index. */
function isNamed(words: string): RawBuilder<unknown> {
  const plain = words.replaceAll(/\s/g, '').toUpperCase()
  return sql`(p.receipt_number = ${plain} or p.reference = ${plain}
    or (p.provider = any(${Object.keys(PROVIDER_WORDS)}::text[]) and p.provider_ref = ${words})
    ${IS_ID.test(words) ? sql`or p.id = ${words}::uuid` : sql``})`
}

const IS_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** By everything but words. */
function narrowed({ state, provider, purpose, from, to }: PaymentFilter): RawBuilder<unknown>[] {
  return [
    onCompanyDays('p.created_at', { from: from ?? null, to: to ?? null }),
    ...(state === undefined ? [] : [sql`p.state = ${state}`]),
    ...(provider === undefined ? [] : [sql`p.provider = ${provider}`]),
    ...(purpose === undefined ? [] : [sql`p.purpose = ${purpose}`]),
  ]
}

export const PAYMENT_SUMS: KeptSums = {
  table: 'payment_sums',
  keys: ['currency', 'purpose', 'provider', 'state'],
  sums: ['payments', 'received', 'refunded', 'disputed', 'charged_back', 'waiting'],
}

/**
 * Payments that match, summed by currency; a payment that was only started or failed brings nothing. From the sums that are kept, if
 * neither words nor days limit them; of others none if there are more than are counted.
 */
export async function sumPayments<T>(
  db: Kysely<T>,
  filter: PaymentFilter,
  { where, isMinimum }: Found,
): Promise<PaymentSum[]> {
  const { state = null, provider = null, purpose = null, from, to } = filter
  if (!hasWords(filter) && from === undefined && to === undefined) {
    const kept = await sql<PaymentSum>`
      select currency, ${SUMMED}, sum(waiting)::bigint as waiting from payment_sums
      where (${state}::text is null or state = ${state}) and (${provider}::text is null or provider = ${provider})
        and (${purpose}::text is null or purpose = ${purpose})
      group by 1 having sum(payments) > 0 order by 1`.execute(db)
    return kept.rows
  }
  if (isMinimum) return []
  const found = await sql<PaymentSum>`
    select p.currency, ${SUMMED},
      coalesce(sum(greatest(p.amount - p.received, 0)) filter (where p.state = 'pending'), 0)::bigint as waiting
    from ${FROM} where ${where}
    group by 1 order by 1`.execute(db)
  return found.rows
}

const SUMMED =
  sql.raw(`sum(received)::bigint as received, sum(refunded)::bigint as refunded, sum(disputed)::bigint as disputed,
  sum(charged_back)::bigint as "chargedBack"`)

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
