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
  sql.raw(`i.id, i.number, i.account_id, i.lot_id, i.lot_number, i.title, i.currency, i.state, i.lines, i.net, i.tax,
  i.total, i.paid, i.issued_at, i.due_at`)

export async function invoicesOf<T>(
  db: Kysely<T>,
  accountId: string,
  before: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const found = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice i
    where i.account_id = ${accountId} and (${before}::uuid is null or i.id < ${before}::uuid)
    order by i.id desc limit ${limit}`.execute(db)
  return found.rows
}

export async function invoiceOf<T>(db: Kysely<T>, id: string, accountId: string): Promise<InvoiceRow | null> {
  const found = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice i
    where i.id = ${id} and i.account_id = ${accountId}`.execute(db)
  return found.rows[0] ?? null
}

/** Also one that was cancelled: another invoice for the lot is then somebody's decision and no repeated message. */
export async function hasInvoice<T>(trx: Kysely<T>, lotId: string): Promise<boolean> {
  const found = await sql`select 1 from invoice where lot_id = ${lotId}`.execute(trx)
  return found.rows.length > 0
}

export type SoldLot = { title: string; lot_number: number; currency: string }

export async function soldLot<T>(db: Kysely<T>, lotId: string): Promise<SoldLot | null> {
  const found = await sql<SoldLot>`
    select l.title, l.lot_number, a.currency from lot l join auction a on a.id = l.auction_id
    where l.id = ${lotId}`.execute(db)
  return found.rows[0] ?? null
}

/** The next number of the year, not yet taken. */
export async function lockNumbers<T>(trx: Kysely<T>, year: number): Promise<number> {
  // Locks the year's row to the end of the transaction: invoices of a year are issued one after the other. So a lot that is told
  // twice at once finds its invoice, and a number is taken with its invoice or not at all.
  const locked = await sql<{ last: number }>`
    insert into invoice_counter as c (year, last) values (${year}, 0)
    on conflict (year) do update set last = c.last returning last`.execute(trx)
  return locked.rows[0]!.last + 1
}

/** Such as `2026-000001`. */
export async function takeNumber<T>(trx: Kysely<T>, year: number, number: number): Promise<string> {
  await sql`update invoice_counter set last = ${number} where year = ${year}`.execute(trx)
  return `${year}-${String(number).padStart(6, '0')}`
}

export type NewInvoice = Omit<InvoiceRow, 'id' | 'paid' | 'state' | 'issued_at' | 'due_at'> & {
  issuedAt: number
  dueAt: number
}

export async function insertInvoice<T>(trx: Kysely<T>, invoice: NewInvoice): Promise<void> {
  await sql`
    insert into invoice (id, number, account_id, lot_id, lot_number, title, currency, state, lines, net, tax, total,
      issued_at, due_at)
    values (${newId()}, ${invoice.number}, ${invoice.account_id}, ${invoice.lot_id}, ${invoice.lot_number},
      ${invoice.title}, ${invoice.currency}, 'issued',
      ${JSON.stringify(invoice.lines)}::jsonb, ${invoice.net}, ${invoice.tax}, ${invoice.total},
      to_timestamp(${invoice.issuedAt} / 1000.0), to_timestamp(${invoice.dueAt} / 1000.0))`.execute(trx)
}

/** Locks the invoice to the end of the transaction, so that two payments of it are added one after the other. */
export async function lockInvoice<T>(trx: Kysely<T>, id: string): Promise<InvoiceRow | null> {
  const found = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice i where i.id = ${id} for update`.execute(trx)
  return found.rows[0] ?? null
}

export async function setPaid<T>(trx: Kysely<T>, id: string, paid: number, state: Invoice['state']): Promise<void> {
  await sql`update invoice set paid = ${paid}, state = ${state} where id = ${id}`.execute(trx)
}
