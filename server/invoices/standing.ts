import type { Invoice } from '#contract/invoices.ts'
import { dayOf } from './business-days.ts'
import type { InvoiceRow } from './store.ts'

type Figures = Pick<InvoiceRow, 'total' | 'credited' | 'paid'>

/** What is left to pay, in minor units. */
export function owedOf({ total, credited, paid }: Figures): number {
  return Math.max(0, total - credited - paid)
}

/** The day by whose end an invoice is to be paid, in the time zone that stands on it. */
export function dueOnOf({ due_at: dueAt, paper }: Pick<InvoiceRow, 'due_at' | 'paper'>): string {
  return dayOf(dueAt, paper.timeZone)
}

/** Where an invoice stands by its figures; `now` and `due_at` in ms. What is not paid when its time is over is overdue at once. */
export function stateOf(invoice: Figures & Pick<InvoiceRow, 'due_at'>, now: number): Invoice['state'] {
  if (invoice.credited >= invoice.total) return 'cancelled'
  if (owedOf(invoice) === 0) return 'paid'
  if (invoice.due_at <= now) return 'overdue'
  return invoice.paid > 0 ? 'part-paid' : 'issued'
}
