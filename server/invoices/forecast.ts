import { shareOf } from '#contract/invoices/costs.ts'
import type { ForecastCharge } from '#contract/invoices/invoices.ts'
import { dayOf } from './business-days.ts'
import type { Promised } from './promised.ts'
import { owedOf } from './invoice-state.ts'
import type { Family, InvoiceRow } from './store.ts'

/** Storage is charged per started day of 24 hours, from the first instant of the first day that is not free. */
export const STORAGE_DAY_MS = 86_400_000

/** A sale before or after its invoice: the input of the forecast. */
export type Forecastable = Promised &
  Pick<InvoiceRow, 'net' | 'tax' | 'total' | 'credited' | 'paid' | 'due_at' | 'overdue_at' | 'collected_at'> & {
    document: Pick<InvoiceRow['document'], 'timeZone'>
  }

type Charge = Omit<ForecastCharge, 'on'>

/**
 * Every possible and every actual cost of a sale, with dates. `issue-charge.ts` books nothing that is not listed here, and the database
 * refuses it as well.
 */
export function forecastOf(sale: Forecastable, issued: readonly InvoiceRow[]): ForecastCharge[] {
  const charges: Charge[] = [
    {
      kind: 'sale',
      label: 'Invoice for the purchase',
      net: sale.net,
      tax: sale.tax,
      total: sale.total,
      per: 'once',
      at: sale.due_at,
      state: owedOf(sale) > 0 ? 'owed' : 'settled',
      condition: 'Due by then.',
    },
    ...lateFeeOf(sale, issued),
    ...storageOf(sale, issued),
  ]
  return charges.map((charge) => ({ ...charge, on: dayOf(charge.at, sale.document.timeZone) }))
}

function lateFeeOf(sale: Forecastable, charges: readonly InvoiceRow[]): Charge[] {
  const issued = charges.filter(({ kind }) => kind === 'late-fee')
  if (issued.length > 0)
    return issued.map((charge) => ({ ...issuedCharge(charge), label: `Late fee, invoice ${charge.number}` }))
  if (sale.late_fee === 0) return []
  return [
    {
      kind: 'late-fee',
      label: 'Late fee',
      ...sums(sale.late_fee, sale.late_fee_tax),
      per: 'once',
      at: sale.due_at,
      // A sale recorded as overdue without a fee (its bank took the payment back) never gets one.
      state: owedOf(sale) > 0 && sale.overdue_at === null ? 'possible' : 'averted',
      condition: 'Once, and only if the invoice isn’t paid by then.',
    },
  ]
}

function storageOf(sale: Forecastable, charges: readonly InvoiceRow[]): Charge[] {
  const issued = charges
    .filter(({ kind }) => kind === 'storage')
    .map((charge) => ({ ...issuedCharge(charge), label: `Storage, invoice ${charge.number}` }))
  const { storage_from: from, storage_per_day: perDay } = sale
  if (from === null || perDay === 0) return issued
  const state = sale.collected_at !== null || sale.credited >= sale.total ? 'averted' : 'possible'
  const condition = 'For every started day from then on, until the vehicle is picked up.'
  const daily = sums(perDay, sale.storage_tax)
  return [...issued, { kind: 'storage', label: 'Storage', ...daily, per: 'day', at: from, state, condition }]
}

function issuedCharge(charge: InvoiceRow): Omit<Charge, 'label'> {
  const { kind, net, tax, total, due_at: at } = charge
  const state = owedOf(charge) > 0 ? 'owed' : 'settled'
  return { kind, net, tax, total, per: 'once', at, state, condition: 'Issued; due by then.' }
}

function sums(net: number, basisPoints: number) {
  const tax = shareOf(net, basisPoints)
  return { net, tax, total: net + tax }
}

/** Storage of the days begun by an instant (ms) and not yet invoiced; null: none, or the sale was canceled. */
export function storageDue(
  { sale, charges }: Family,
  now: number,
): { days: number; net: number; total: number; first: number } | null {
  const { storage_from: from, storage_per_day: perDay } = sale
  if (from === null || perDay === 0 || sale.credited >= sale.total) return null
  const begun = Math.floor((Math.min(now, sale.collected_at ?? now) - from) / STORAGE_DAY_MS) + 1
  const charged = charges.filter(({ kind }) => kind === 'storage').reduce((sum, { net }) => sum + net, 0) / perDay
  const days = begun - charged
  return days > 0 ? { days, ...sums(days * perDay, sale.storage_tax), first: from + charged * STORAGE_DAY_MS } : null
}
