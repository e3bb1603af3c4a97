import { sql, type Kysely } from 'kysely'
import type { listDisputes } from '#contract/payments/disputes.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import type { PaymentRow } from '../payment.ts'
import { DISPUTE_COLUMNS, type DisputeRow } from './store.ts'

/** A dispute with its payment and its person. */
export type ListedDispute = DisputeRow &
  Pick<PaymentRow, 'account_id' | 'purpose' | 'subject_id' | 'provider' | 'receipt_number'> & {
    person: string
    email: string
  }

export const DISPUTE_LIST: ListSql<typeof listDisputes> = {
  columns: sql`${DISPUTE_COLUMNS}, p.account_id, p.purpose, p.subject_id, p.provider, p.receipt_number, a.name as person, a.email`,
  from: sql.raw('dispute d join payment p on p.id = d.payment_id join account a on a.id = p.account_id'),
  id: 'd.id',
  sorts: {
    opened: 'd.opened_at',
    evidence: `case when d.state in ('inquiry', 'open') and not d.evidence_sent then d.evidence_due_at end`,
    amount: 'd.amount',
    person: 'lower(a.name)',
  },
  where({ q = '', state = null }) {
    const typed = q.trim()
    const like = likeTyped(typed)
    return sql`(${typed} = '' or a.name ilike ${like} or a.email ilike ${like} or d.reason ilike ${like}
        or a.paddle::text = ${typed} or d.provider_ref = ${typed} or upper(p.receipt_number) = upper(${typed}))
      and (${state}::text is null or d.state = ${state} or (${state} = 'undecided' and d.state in ('inquiry', 'open')))`
  },
}

/** The number of inquiries and disputes that staff have not answered. */
export async function countUnanswered<T>(db: Kysely<T>): Promise<number> {
  const found = await sql<{ total: number }>`
    select count(*) as total from dispute where state in ('inquiry', 'open') and not evidence_sent`.execute(db)
  return Number(found.rows[0]!.total)
}
