import { sql, type Kysely } from 'kysely'
import { accountsOf } from '#server/accounts/merge/accounts-of.ts'
import type { Invoice, Document } from '#contract/invoices/invoices.ts'

export type InvoiceRow = {
  id: string
  number: string
  kind: Invoice['kind']
  /** The sale's invoice that a charge belongs to. */
  about_id: string | null
  about_number: string | null
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
  credited: number
  paid: number
  /** The part of `paid` that came from credit and was not returned. */
  credit_used: number
  /** The payment that its provider hasn't confirmed yet. */
  pending_payment: string | null
  document: Document
  /** The terms announced with the sale's invoice: amounts before tax, taxes in basis points. */
  late_fee: number
  late_fee_tax: number
  storage_per_day: number
  storage_tax: number
  storage_from: number | null
  issued_at: number
  due_at: number
  reminded_at: number | null
  overdue_at: number | null
  collected_at: number | null
}

export const INVOICE_COLUMNS = sql.raw(`i.id, i.number, i.kind, i.about_id,
  (select number from invoice sale where sale.id = i.about_id) as about_number, i.account_id, i.lot_id, i.lot_number, i.title,
  i.currency, i.state, i.lines, i.net, i.tax, i.total, i.credited, i.paid, i.document, i.late_fee, i.late_fee_tax,
  (select coalesce(sum(p.received - p.refunded - p.charged_back), 0)::bigint from payment p
    where p.purpose = 'invoice' and p.subject_id = i.id and p.provider = 'credit' and p.state = 'succeeded') as credit_used,
  (select p.id from payment p where p.account_id = i.account_id and p.purpose = 'invoice' and p.subject_id = i.id
    and p.state = 'pending' limit 1) as pending_payment,
  i.storage_per_day, i.storage_tax, i.storage_from, i.issued_at, i.due_at, i.reminded_at, i.overdue_at, i.collected_at`)

/** A person's invoices, newest first. `before`: only those that are older than this one; `lotIds`: only those of these lots; null: any. */
export async function invoicesOf<T>(
  db: Kysely<T>,
  accountId: string,
  { before, lotIds, limit }: { before: string | null; lotIds: readonly string[] | null; limit: number | null },
): Promise<InvoiceRow[]> {
  const found = await sql<InvoiceRow>`
    select ${INVOICE_COLUMNS} from invoice i
    where i.account_id in ${accountsOf(accountId)} and (${before}::uuid is null or i.id < ${before}::uuid)
      and (${lotIds}::uuid[] is null or i.lot_id = any(${lotIds}::uuid[]))
    order by i.id desc limit ${limit}`.execute(db)
  return found.rows
}

/** A person's invoices with a balance, first due first. */
export async function openInvoicesOf<T>(db: Kysely<T>, accountId: string, limit: number): Promise<InvoiceRow[]> {
  const found = await sql<InvoiceRow>`
    select ${INVOICE_COLUMNS} from invoice i
    where i.account_id in ${accountsOf(accountId)} and i.total - i.credited - i.paid > 0
    order by i.due_at, i.id limit ${limit}`.execute(db)
  return found.rows
}

export type OwedRow = {
  currency: string
  amount: number
  count: number
  overdue: number
  next_due_at: number
  next_due_on: string
}

/** What a person owes, by currency; `now` in ms. */
export async function owedBy<T>(db: Kysely<T>, accountId: string, now: number): Promise<OwedRow[]> {
  const found = await sql<OwedRow>`
    select currency, sum(total - credited - paid)::bigint as amount, count(*)::int as count, min(due_at) as next_due_at,
      to_char(min((due_at at time zone (document ->> 'timeZone'))::date), 'YYYY-MM-DD') as next_due_on,
      coalesce(sum(total - credited - paid) filter (where due_at <= to_timestamp(${now} / 1000.0)), 0)::bigint as overdue
    from invoice where account_id = ${accountId} and total - credited - paid > 0
    group by currency order by currency`.execute(db)
  return found.rows
}

/** How many unpaid invoices of each account are past their due date. */
export async function overdueOf<T>(db: Kysely<T>, accountIds: readonly string[]): Promise<Map<string, number>> {
  const found = await sql<{ id: string; overdue: number }>`
    select account_id as id, count(*)::int as overdue from invoice
    where account_id = any(${accountIds}::uuid[]) and total - credited - paid > 0 and due_at <= clock_timestamp()
    group by account_id`.execute(db)
  return new Map(found.rows.map(({ id, overdue }) => [id, overdue]))
}

/** `accountId` null: of any account. Otherwise also of those that were merged into it. */
export async function invoiceOf<T>(db: Kysely<T>, id: string, accountId: string | null): Promise<InvoiceRow | null> {
  const isTheirs = accountId === null ? sql`true` : sql`i.account_id in ${accountsOf(accountId)}`
  const found = await sql<InvoiceRow>`
    select ${INVOICE_COLUMNS} from invoice i where i.id = ${id} and ${isTheirs}`.execute(db)
  return found.rows[0] ?? null
}

/** The invoice of a sale and its later charges, in the order of issue. `id`: of any of them. */
export async function familyOf<T>(db: Kysely<T>, id: string): Promise<InvoiceRow[]> {
  const found = await sql<InvoiceRow>`
    select ${INVOICE_COLUMNS} from invoice i, (select coalesce(about_id, id) as sale from invoice where id = ${id}) as root
    where i.id = root.sale or i.about_id = root.sale order by i.kind <> 'sale', i.id`.execute(db)
  return found.rows
}

export type Family = { sale: InvoiceRow; charges: InvoiceRow[] }

/** Null: there is no such invoice. */
export async function lockFamily<T>(trx: Kysely<T>, id: string): Promise<Family | null> {
  // Locks the sale's invoice to the end of the transaction. Everything that changes it or its charges (payments, credit notes, new charges)
  // takes this lock first, so changes happen one after the other and each sees the result of the one before.
  await sql`
    select 1 from invoice where id = (select coalesce(about_id, id) from invoice where id = ${id}) for update`.execute(
    trx,
  )
  const [sale, ...charges] = await familyOf(trx, id)
  return sale === undefined ? null : { sale, charges }
}

export async function saleInvoiceOfLot<T>(db: Kysely<T>, lotId: string): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select id from invoice where lot_id = ${lotId} and kind = 'sale' order by id limit 1`.execute(db)
  return found.rows[0]?.id ?? null
}

export type SoldLot = { title: string; lot_number: number; vin: string | null; currency: string }

export async function soldLot<T>(db: Kysely<T>, lotId: string): Promise<SoldLot | null> {
  const found = await sql<SoldLot>`
    select l.title, l.lot_number, v.vin, a.currency
    from lot l join auction a on a.id = l.auction_id left join vehicle v on v.id = l.vehicle_id
    where l.id = ${lotId}`.execute(db)
  return found.rows[0] ?? null
}

export type NewInvoice = Pick<
  InvoiceRow,
  | 'id'
  | 'number'
  | 'kind'
  | 'about_id'
  | 'account_id'
  | 'lot_id'
  | 'lot_number'
  | 'title'
  | 'currency'
  | 'late_fee'
  | 'late_fee_tax'
  | 'storage_per_day'
  | 'storage_tax'
  | 'storage_from'
> & { document: Document; dueAt: number }

/** Lines, totals and dates come from the document. */
export async function insertInvoice<T>(trx: Kysely<T>, invoice: NewInvoice): Promise<void> {
  const { document } = invoice
  await sql`
    insert into invoice (id, number, kind, about_id, account_id, lot_id, lot_number, title, currency, state, lines, net, tax, total,
      document, late_fee, late_fee_tax, storage_per_day, storage_tax, storage_from, issued_at, due_at)
    values (${invoice.id}, ${invoice.number}, ${invoice.kind}, ${invoice.about_id}, ${invoice.account_id}, ${invoice.lot_id},
      ${invoice.lot_number}, ${invoice.title}, ${invoice.currency}, 'issued', ${JSON.stringify(document.lines)}::jsonb,
      ${document.net}, ${document.tax}, ${document.total}, ${JSON.stringify(document)}::jsonb, ${invoice.late_fee},
      ${invoice.late_fee_tax}, ${invoice.storage_per_day}, ${invoice.storage_tax},
      to_timestamp(${invoice.storage_from}::bigint / 1000.0), to_timestamp(${document.issuedAt} / 1000.0),
      to_timestamp(${invoice.dueAt} / 1000.0))`.execute(trx)
}

export type Balance = Pick<InvoiceRow, 'state' | 'paid' | 'credited'>

export async function setBalance<T>(trx: Kysely<T>, id: string, to: Balance): Promise<void> {
  await sql`
    update invoice set state = ${to.state}, paid = ${to.paid}, credited = ${to.credited} where id = ${id}`.execute(trx)
}

export type Stamp = 'reminded_at' | 'overdue_at' | 'collected_at'

export async function stamp<T>(trx: Kysely<T>, id: string, which: Stamp, at: number): Promise<void> {
  await sql`update invoice set ${sql.raw(which)} = to_timestamp(${at} / 1000.0) where id = ${id}`.execute(trx)
}

/** The unpaid balance of all invoices of a lot. */
export async function owedForLot<T>(db: Kysely<T>, lotId: string): Promise<number> {
  const found = await sql<{ owed: number }>`
    select coalesce(sum(greatest(total - credited - paid, 0)), 0)::bigint as owed from invoice
    where lot_id = ${lotId}`.execute(db)
  return found.rows[0]!.owed
}

/** Whether the sale of a lot is paid: its buyer doesn't owe what it cost, though later charges may be open. */
export async function isPaidFor<T>(db: Kysely<T>, lotId: string): Promise<boolean> {
  const found = await sql`
    select from invoice where lot_id = ${lotId} and kind = 'sale' and state = 'paid' limit 1`.execute(db)
  return found.rows.length > 0
}

/** Whether a bank holds money that was paid for a lot, so it can't be refunded. */
export async function isHeldByBank<T>(db: Kysely<T>, lotId: string): Promise<boolean> {
  const found = await sql`
    select from payment p join invoice i on i.id = p.subject_id
    where i.lot_id = ${lotId} and p.purpose = 'invoice' and p.disputed > 0 limit 1`.execute(db)
  return found.rows.length > 0
}

export async function isCollected<T>(db: Kysely<T>, lotId: string): Promise<boolean> {
  const found = await sql`
    select from invoice where lot_id = ${lotId} and kind = 'sale' and collected_at is not null limit 1`.execute(db)
  return found.rows.length > 0
}

/** Unpaid invoices due at or before `at`, earliest first. */
export async function unpaidDueBy<T>(
  db: Kysely<T>,
  at: number,
  { limit, isUnreminded = false }: { limit: number; isUnreminded?: boolean },
): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from invoice
    where state in ('issued', 'part-paid') and due_at <= to_timestamp(${at} / 1000.0) and (not ${isUnreminded} or reminded_at is null)
    order by due_at limit ${limit}`.execute(db)
  return found.rows.map(({ id }) => id)
}
