import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DisputeFilter, listDisputes } from '#contract/disputes.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { orderBy, pageAt, type Turn } from '../turning.ts'
import type { PaymentRow } from '../store.ts'
import { DISPUTE_COLUMNS, type DisputeRow } from './store.ts'

/** A dispute with its payment and its person. */
export type ListedDispute = DisputeRow &
  Pick<PaymentRow, 'account_id' | 'purpose' | 'subject_id' | 'receipt_number'> & { person: string; email: string }

export type DisputeSort = QueryOf<typeof listDisputes>['sort']

const SORTS: Record<NonNullable<DisputeSort>, RawBuilder<unknown>> = {
  opened: sql.raw('d.opened_at'),
  evidence: sql.raw(`case when d.state in ('inquiry', 'open') and not d.evidence_sent then d.evidence_due_at end`),
  amount: sql.raw('d.amount'),
  person: sql.raw('lower(a.name)'),
}

const FROM = sql.raw('from dispute d join payment p on p.id = d.payment_id join account a on a.id = p.account_id')
const COLUMNS = sql`${DISPUTE_COLUMNS}, p.account_id, p.purpose, p.subject_id, p.receipt_number, a.name as person, a.email`

function where({ q = '', state = null }: { q?: string | undefined; state?: DisputeFilter['state'] | null }) {
  const typed = q.trim()
  const like = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(${typed} = '' or a.name ilike ${like} or a.email ilike ${like} or d.reason ilike ${like}
      or a.paddle::text = ${typed} or d.provider_ref = ${typed} or upper(p.receipt_number) = upper(${typed}))
    and (${state}::text is null or d.state = ${state} or (${state} = 'undecided' and d.state in ('inquiry', 'open')))`
}

/** Those first that were opened last, unless said otherwise. */
export async function pageOfDisputes<T>(
  db: Kysely<T>,
  filter: DisputeFilter,
  turn: Turn<DisputeSort>,
): Promise<{ rows: ListedDispute[]; total: number }> {
  const found = await sql<ListedDispute>`
    select ${COLUMNS} ${FROM} where ${where(filter)}
    order by ${orderBy(SORTS[turn.sort ?? 'opened'], turn)}, d.id desc ${pageAt(turn)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${FROM} where ${where(filter)}`.execute(db)
  return { rows: found.rows, total: Number(counted.rows[0]!.total) }
}

/** For a file: so many at most, the ones opened last first. */
export async function disputesBy<T>(db: Kysely<T>, filter: DisputeFilter, limit: number): Promise<ListedDispute[]> {
  const found = await sql<ListedDispute>`
    select ${COLUMNS} ${FROM} where ${where(filter)} order by d.opened_at desc, d.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** Inquiries and disputes that the house has not answered. */
export async function countUnanswered<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from dispute where state in ('inquiry', 'open') and not evidence_sent`.execute(db)
  return Number(found.rows[0]!.total)
}
