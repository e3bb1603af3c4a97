import { sql, type Kysely } from 'kysely'

export async function lockPayments<T>(trx: Kysely<T>, invoiceId: string): Promise<void> {
  // Locks the payments of the invoice's family before the family itself, as a payment that settles does: so a payment and a credit
  // note of one invoice wait for each other and never both.
  await sql`
    select 1 from payment where purpose = 'invoice' and subject_id in (
      select f.id from invoice f, (select coalesce(about_id, id) as sale from invoice where id = ${invoiceId}) as root
      where f.id = root.sale or f.about_id = root.sale)
    order by id for update`.execute(trx)
}

/** Payments of an invoice that hold money, the latest first, with what of it has not gone back. */
export async function refundablePayments<T>(
  trx: Kysely<T>,
  invoiceId: string,
): Promise<{ id: string; refundable: number }[]> {
  const found = await sql<{ id: string; refundable: number }>`
    select id, received - refunded - disputed - charged_back as refundable from payment
    where purpose = 'invoice' and subject_id = ${invoiceId} and state = 'succeeded'
      and received > refunded + disputed + charged_back
    order by settled_at desc, id desc`.execute(trx)
  return found.rows
}

export type OwedInvoice = {
  id: string
  account_id: string
  name: string
  email: string
  number: string
  title: string
  currency: string
  owed: number
}

/** Up to ten invoices with something owed whose number, buyer or address holds the typed words; the one due first comes first. */
export async function owedInvoices<T>(db: Kysely<T>, typed: string): Promise<OwedInvoice[]> {
  const like = `%${typed.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = await sql<OwedInvoice>`
    select i.id, i.account_id, a.name, a.email, i.number, i.title, i.currency, i.total - i.credited - i.paid as owed
    from invoice i join account a on a.id = i.account_id
    where i.total - i.credited - i.paid > 0
      and (i.number ilike ${like} or a.name ilike ${like} or a.email ilike ${like} or a.paddle::text = ${typed.trim()})
    order by i.due_at, i.id limit 10`.execute(db)
  return found.rows
}

/** Invoices of these numbers, whatever stands before the year; `plain`: the number without that. `owed` 0: nothing is left to pay. */
export async function invoicesNumbered<T>(
  db: Kysely<T>,
  numbers: string[],
): Promise<(OwedInvoice & { plain: string })[]> {
  if (numbers.length === 0) return []
  const found = await sql<OwedInvoice & { plain: string }>`
    select i.id, i.account_id, a.name, a.email, i.number, substring(i.number from '\\d{4}-\\d+$') as plain, i.title, i.currency,
      greatest(i.total - i.credited - i.paid, 0) as owed
    from invoice i join account a on a.id = i.account_id
    where substring(i.number from '\\d{4}-\\d+$') = any(${numbers}::text[]) order by i.id`.execute(db)
  return found.rows
}
