import { sql, type Kysely } from 'kysely'
import type { InvoiceDetail } from '#contract/invoices/invoices.ts'
import { moneyChanged } from '#server/payments/money-changed.ts'
import { newId } from '#server/platform/id.ts'

export type InvoiceEvent = InvoiceDetail['history'][number]

/** Records an event of an invoice, for people to read, and refreshes its buyer's open pages; `at` in ms, `amount` in minor units. */
export async function noteEvent<T>(
  trx: Kysely<T>,
  invoiceId: string,
  { at, what, amount = null, words = null }: Pick<InvoiceEvent, 'at' | 'what'> & Partial<InvoiceEvent>,
): Promise<void> {
  const noted = await sql<{ account_id: string }>`
    with noted as (
      insert into invoice_event (id, invoice_id, at, what, amount, words)
      values (${newId()}, ${invoiceId}, to_timestamp(${at} / 1000.0), ${what}, ${amount}, ${words}))
    select account_id from invoice where id = ${invoiceId}`.execute(trx)
  for (const { account_id: accountId } of noted.rows) await moneyChanged(trx, accountId)
}

const EVENTS_MAX = 200

export async function eventsOf<T>(db: Kysely<T>, invoiceId: string): Promise<InvoiceEvent[]> {
  const found = await sql<InvoiceEvent>`
    select at, what, amount, words from invoice_event where invoice_id = ${invoiceId}
    order by position limit ${EVENTS_MAX}`.execute(db)
  return found.rows
}
