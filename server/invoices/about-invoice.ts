import type { Notices } from '#server/platform/notices.ts'
import type { InvoiceRow } from './store.ts'

/** The facts with which every notice about an invoice names it and what it charges. */
export function aboutInvoice(
  invoice: Pick<InvoiceRow, 'id' | 'number' | 'currency' | 'kind' | 'lot_number' | 'title'>,
) {
  const { id, number, currency, kind, lot_number: lotNumber, title } = invoice
  return { invoiceId: id, number, currency, subject: { kind, lotNumber, title } } satisfies Partial<Notices['invoice']>
}
