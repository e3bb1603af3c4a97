import { sql } from 'kysely'
import { invoiceEventWords } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from '#server/accounts/timeline/timeline.ts'
import { moneyText } from '#server/platform/money-text.ts'

type Row = {
  id: string
  at: number
  what: string
  amount: number | null
  invoice_id: string
  number: string
  currency: string
}

/** What happened to a person's invoices. */
export const invoiceEvents: TimelineSource = async (db, accountId, before, limit) => {
  const found = await sql<Row>`
    select e.id, e.at, e.what, e.amount, i.id as invoice_id, i.number, i.currency
    from invoice i join invoice_event e on e.invoice_id = i.id
    where i.account_id = ${accountId} and e.at < ${before}
    order by e.at desc, e.position desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, what, amount, invoice_id: invoiceId, number, currency }) => ({
    id,
    at,
    kind: 'invoice',
    text: invoiceEventWords(number, what, amount === null ? null : moneyText(amount, currency)),
    page: `invoices/${invoiceId}`,
  }))
}
