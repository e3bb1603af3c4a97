import type { Kysely } from 'kysely'
import type { Invoice, InvoiceDetail } from '#contract/invoices/invoices.ts'
import { dayOf } from './business-days.ts'
import { creditNotesOf } from './credit/credit-store.ts'
import { receiptsOf } from '#server/payments/receipts/receipts-of.ts'
import { eventsOf } from './event-store.ts'
import { forecastOf } from './forecast.ts'
import { dueOnOf, owedOf, stateOf } from './invoice-state.ts'
import { pickupOf } from './purchase.ts'
import { familyOf, type InvoiceRow } from './store.ts'

/** `now` in ms. */
export function presentInvoice(row: InvoiceRow, now: number): Invoice {
  const { document } = row
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: stateOf(row, now),
    currency: row.currency,
    taxLabel: document.taxLabel,
    lotId: row.lot_id,
    lotNumber: row.lot_number,
    title: row.title,
    aboutNumber: row.about_number,
    lines: row.lines,
    taxes: document.taxes,
    net: row.net,
    tax: row.tax,
    total: row.total,
    credited: row.credited,
    paid: row.paid,
    creditUsed: row.credit_used,
    owed: owedOf(row),
    issuedAt: row.issued_at,
    issuedOn: dayOf(row.issued_at, document.timeZone),
    dueAt: row.due_at,
    dueOn: dueOnOf(row),
    pendingPayment: row.pending_payment,
  }
}

/** Everything a person may see of their own invoice. */
export async function detailOf<T>(db: Kysely<T>, row: InvoiceRow, now: number): Promise<InvoiceDetail> {
  const family = await familyOf(db, row.id)
  const sale = family.find(({ kind }) => kind === 'sale')!
  const charges = family.filter(({ kind }) => kind !== 'sale')
  const creditNotes = await creditNotesOf(db, row.id)
  return {
    invoice: presentInvoice(row, now),
    document: row.document,
    creditNotes: creditNotes.map(({ id, number, total, refund, reason, issued_at }) => ({
      id,
      number,
      total,
      refund,
      reason,
      issuedAt: issued_at,
    })),
    related: family.filter(({ id }) => id !== row.id).map((other) => presentInvoice(other, now)),
    history: await eventsOf(db, row.id),
    forecast: forecastOf(sale, charges),
    receipts: await receiptsOf(db, { accountId: row.account_id, invoiceId: row.id }),
    pickup: row.lot_id === null ? null : await pickupOf(db, row.lot_id),
    collectedAt: sale.collected_at,
  }
}
