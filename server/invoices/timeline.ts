import { sql, type Kysely } from 'kysely'
import type { TimelineEntry } from '#contract/accounts/timeline.ts'
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
export async function invoiceEvents(
  db: Kysely<object>,
  accountId: string,
  upTo: number,
  limit: number,
): Promise<TimelineEntry[]> {
  const found = await sql<Row>`
    select e.id, floor(extract(epoch from e.at) * 1000)::bigint as at, e.what, e.amount, i.id as invoice_id, i.number, i.currency
    from invoice i join invoice_event e on e.invoice_id = i.id
    where i.account_id = ${accountId} and e.at < to_timestamp((${upTo}::bigint + 1) / 1000.0)
    order by e.at desc, e.position desc limit ${limit}`.execute(db)
  return found.rows.map(({ id, at, what, amount, invoice_id: invoiceId, number, currency }) => ({
    id,
    at,
    kind: 'invoice',
    text: `Invoice ${number}: ${what.replaceAll('-', ' ')}${amount === null ? '' : `, ${moneyText(amount, currency)}`}`,
    page: `invoices/${invoiceId}`,
  }))
}
