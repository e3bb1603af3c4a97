import type { Invoice } from '#contract/invoices/invoices.ts'
import { dayOf } from './business-days.ts'
import type { InvoiceRow } from './store.ts'

type Figures = Pick<InvoiceRow, 'total' | 'credited' | 'paid'>

/** The unpaid balance, in minor units. */
export function owedOf({ total, credited, paid }: Figures): number {
  return Math.max(0, total - credited - paid)
}

/** The last day to pay an invoice, in the time zone printed on it. */
export function dueOnOf({ due_at: dueAt, document }: Pick<InvoiceRow, 'due_at' | 'document'>): string {
  return dayOf(dueAt, document.timeZone)
}

/** The state of an invoice from its amounts; `now` and `due_at` in ms. An unpaid invoice is overdue as soon as its due time has passed. */
export function stateOf(invoice: Figures & Pick<InvoiceRow, 'due_at'>, now: number): Invoice['state'] {
  if (invoice.credited >= invoice.total) return 'cancelled'
  if (owedOf(invoice) === 0) return 'paid'
  if (invoice.due_at <= now) return 'overdue'
  return invoice.paid > 0 ? 'part-paid' : 'issued'
}
