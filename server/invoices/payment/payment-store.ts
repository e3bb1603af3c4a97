import { sql, type Kysely } from 'kysely'
import { lockCredit } from '#server/payments/transfer/use-credit.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'

/** Locks what may pay an invoice and what has paid it. The invoices are locked next, by `lockFamily`. */
export async function lockCreditAndPayments<T>(trx: Kysely<T>, invoiceId: string): Promise<void> {
  const found = await sql<{ buyer: string }>`select account_id as buyer from invoice where id = ${invoiceId}`.execute(
    trx,
  )
  for (const { buyer } of found.rows) await lockCredit(trx, buyer)
  await lockPayments(trx, invoiceId)
}

export async function lockPayments<T>(trx: Kysely<T>, invoiceId: string): Promise<void> {
  // Locks the payments of the invoice and its charges before the invoices, in the same order as a settling payment: so a payment and a
  // credit note of one invoice never deadlock.
  await sql`
    select 1 from payment where purpose = 'invoice' and subject_id in (
      select f.id from invoice f, (select coalesce(about_id, id) as sale from invoice where id = ${invoiceId}) as root
      where f.id = root.sale or f.about_id = root.sale)
    order by id for update`.execute(trx)
}

/** Payments of an invoice that hold money, the latest first, with the part that has not been refunded. */
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

export async function invoiceNames<T>(
  db: Kysely<T>,
  ids: string[],
): Promise<{ id: string; number: string; title: string }[]> {
  const found = await sql<{ id: string; number: string; title: string }>`
    select id, number, title from invoice where id = any(${ids}::uuid[])`.execute(db)
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

/** For each word, up to ten unpaid invoices whose number, buyer or address contains it, the earliest due date first. */
export async function owedInvoices<T>(db: Kysely<T>, words: string[]): Promise<(OwedInvoice & { typed: string })[]> {
  const found = await sql<OwedInvoice & { typed: string }>`
    select w.typed, owed.* from unnest(${words}::text[], ${words.map(likeTyped)}::text[]) as w (typed, pattern)
    cross join lateral (
      select i.id, i.account_id, a.name, a.email, i.number, i.title, i.currency, i.total - i.credited - i.paid as owed
      from invoice i join account a on a.id = i.account_id
      where i.total - i.credited - i.paid > 0
        and (i.number ilike w.pattern or a.name ilike w.pattern or a.email ilike w.pattern or a.paddle::text = w.typed)
      order by i.due_at, i.id limit 10) owed`.execute(db)
  return found.rows
}

/** Invoices with these numbers, with any prefix before the year; `plain`: the number without the prefix. `owed` 0: fully paid. */
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
