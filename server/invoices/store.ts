import { sql, type Kysely } from 'kysely'
import type { Invoice } from '#contract/invoices.ts'
import { newId } from '#server/platform/id.ts'

export type InvoiceRow = {
  id: string
  number: string
  account_id: string
  lot_id: string | null
  lot_number: number | null
  title: string
  currency: string
  state: Invoice['state']
  lines: Invoice['lines']
  net: number
  tax: number
  total: number
  paid: number
  issued_at: number
  due_at: number
}

const COLUMNS =
  sql.raw(`i.id, i.number, i.account_id, i.lot_id, l.lot_number, i.title, i.currency, i.state, i.lines, i.net, i.tax,
  i.total, i.paid, i.issued_at, i.due_at`)

export async function invoicesOf<T>(
  db: Kysely<T>,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const found = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice i left join lot l on l.id = i.lot_id
    where i.account_id = ${accountId} and (${before}::uuid is null or i.id < ${before}::uuid)
    order by i.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function invoiceOf<T>(db: Kysely<T>, id: string, accountId: string): Promise<InvoiceRow | null> {
  const found = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice i left join lot l on l.id = i.lot_id
    where i.id = ${id} and i.account_id = ${accountId}`.execute(db)
  return found.rows[0] ?? null
}

export async function invoiceOfLot<T>(db: Kysely<T>, lotId: string): Promise<boolean> {
  const found = await sql`select 1 from invoice where lot_id = ${lotId} and state <> 'cancelled'`.execute(db)
  return found.rows.length > 0
}

export async function soldLot<T>(db: Kysely<T>, lotId: string): Promise<{ title: string; currency: string } | null> {
  const found = await sql<{ title: string; currency: string }>`
    select l.title, a.currency from lot l join auction a on a.id = l.auction_id where l.id = ${lotId}`.execute(db)
  return found.rows[0] ?? null
}

export async function nextNumber<T>(trx: Kysely<T>, year: number): Promise<string> {
  // Locks the year's row until the invoice is committed: the number is taken with the invoice or not at all, so none is left out.
  const taken = await sql<{ last: number }>`
    insert into invoice_counter (year, last) values (${year}, 1)
    on conflict (year) do update set last = invoice_counter.last + 1 returning last`.execute(trx)
  return `${year}-${String(taken.rows[0]!.last).padStart(6, '0')}`
}

export type NewInvoice = Omit<InvoiceRow, 'id' | 'paid' | 'state' | 'lot_number' | 'issued_at' | 'due_at'> & {
  issuedAt: number
  dueAt: number
}

export async function insertInvoice<T>(trx: Kysely<T>, invoice: NewInvoice): Promise<void> {
  await sql`
    insert into invoice (id, number, account_id, lot_id, title, currency, state, lines, net, tax, total, issued_at, due_at)
    values (${newId()}, ${invoice.number}, ${invoice.account_id}, ${invoice.lot_id}, ${invoice.title}, ${invoice.currency}, 'issued',
      ${JSON.stringify(invoice.lines)}::jsonb, ${invoice.net}, ${invoice.tax}, ${invoice.total},
      to_timestamp(${invoice.issuedAt} / 1000.0), to_timestamp(${invoice.dueAt} / 1000.0))`.execute(trx)
}

/** Locks the invoice to the end of the transaction, so that two payments of it are added one after the other. */
export async function lockInvoice<T>(trx: Kysely<T>, id: string): Promise<InvoiceRow | null> {
  const found = await sql<InvoiceRow>`
    select i.*, null::int as lot_number from invoice i where i.id = ${id} for update of i`.execute(trx)
  return found.rows[0] ?? null
}

export async function setPaid<T>(trx: Kysely<T>, id: string, paid: number, state: Invoice['state']): Promise<void> {
  await sql`update invoice set paid = ${paid}, state = ${state} where id = ${id}`.execute(trx)
}
