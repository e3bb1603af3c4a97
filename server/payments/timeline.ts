import { sql } from 'kysely'
import { paymentWords, refundWords } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from '#server/accounts/timeline/timeline.ts'
import { moneyText } from '#server/platform/money-text.ts'

type Row = {
  id: string
  at: number
  amount: number
  currency: string
  purpose: string
  subject_id: string | null
  state: string
  is_refund: boolean
}

/** A person's payments and refunds, each with its present state. */
export const paymentEvents: TimelineSource = async (db, accountId, before, limit) => {
  const found = await sql<Row>`
    select id, moment as at, amount, currency, purpose, subject_id, state, is_refund from (
      select id, coalesce(settled_at, created_at) as moment, amount, currency, purpose, subject_id, state, false as is_refund
      from payment where account_id = ${accountId}
      union all
      select r.id, coalesce(r.settled_at, r.created_at), r.amount, p.currency, p.purpose, p.subject_id, r.state, true
      from payment p join refund r on r.payment_id = p.id where p.account_id = ${accountId}) moments
    where moment < ${before} order by moment desc, id desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, amount, currency, purpose, subject_id: invoiceId, state, is_refund: isRefund }) => ({
    id,
    at,
    kind: 'payment',
    text: (isRefund ? refundWords : paymentWords)(moneyText(amount, currency), purpose, state),
    page: invoiceId === null ? null : `invoices/${invoiceId}`,
  }))
}
