import { shareOf } from '#contract/costs.ts'
import type { ForecastCharge } from '#contract/invoices.ts'
import { dayOf } from './business-days.ts'
import type { Promised } from './promised.ts'
import { owedOf } from './standing.ts'
import type { Family, InvoiceRow } from './store.ts'

/** Storage is charged by begun days of 24 hours, from the first instant of the first day that is not free. */
export const STORAGE_DAY_MS = 86_400_000

/** A sale before or after its invoice: what the forecast looks at. */
export type Forecastable = Promised &
  Pick<InvoiceRow, 'net' | 'tax' | 'total' | 'credited' | 'paid' | 'due_at' | 'overdue_at' | 'collected_at'> & {
    paper: Pick<InvoiceRow['paper'], 'timeZone'>
  }

type Charge = Omit<ForecastCharge, 'on'>

/**
 * Everything that a sale can still cost, and everything it has cost, with dates. `issue-charge.ts` books nothing that is not in
 * here, and the database refuses it as well.
 */
export function forecastOf(sale: Forecastable, issued: readonly InvoiceRow[]): ForecastCharge[] {
  const charges: Charge[] = [
    {
      kind: 'sale',
      label: 'Invoice of the sale',
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
  return charges.map((charge) => ({ ...charge, on: dayOf(charge.at, sale.paper.timeZone) }))
}

function lateFeeOf(sale: Forecastable, charges: readonly InvoiceRow[]): Charge[] {
  const issued = charges.filter(({ kind }) => kind === 'late-fee')
  if (issued.length > 0) return issued.map((charge) => issuedCharge(charge, `Late fee, invoice ${charge.number}`))
  if (sale.late_fee === 0) return []
  return [
    {
      kind: 'late-fee',
      label: 'Late fee',
      ...sums(sale.late_fee, sale.late_fee_tax),
      per: 'once',
      at: sale.due_at,
      // What was noted as overdue without a fee (a bank took its payment back) brings none any more.
      state: owedOf(sale) > 0 && sale.overdue_at === null ? 'possible' : 'averted',
      condition: 'Once, and only if the invoice is not paid by then.',
    },
  ]
}

function storageOf(sale: Forecastable, charges: readonly InvoiceRow[]): Charge[] {
  const issued = charges
    .filter(({ kind }) => kind === 'storage')
    .map((charge) => issuedCharge(charge, `Storage, invoice ${charge.number}`))
  const { storage_from: from, storage_per_day: perDay } = sale
  if (from === null || perDay === 0) return issued
  const state = sale.collected_at !== null || sale.credited >= sale.total ? 'averted' : 'possible'
  const condition = 'For every day begun from then on, until the vehicle is collected.'
  const daily = sums(perDay, sale.storage_tax)
  return [...issued, { kind: 'storage', label: 'Storage', ...daily, per: 'day', at: from, state, condition }]
}

function issuedCharge(charge: InvoiceRow, label: string): Charge {
  const { kind, net, tax, total, due_at: at } = charge
  const state = owedOf(charge) > 0 ? 'owed' : 'settled'
  return { kind, label, net, tax, total, per: 'once', at, state, condition: 'Issued; due by then.' }
}

function sums(net: number, basisPoints: number) {
  const tax = shareOf(net, basisPoints)
  return { net, tax, total: net + tax }
}

/** Storage of the days begun by an instant (ms) that was not invoiced yet; null: none, or the sale is off. */
export function storageDue(
  { sale, charges }: Family,
  now: number,
): { days: number; amount: number; first: number } | null {
  const { storage_from: from, storage_per_day: perDay } = sale
  if (from === null || perDay === 0 || sale.credited >= sale.total) return null
  const begun = Math.floor((Math.min(now, sale.collected_at ?? now) - from) / STORAGE_DAY_MS) + 1
  const charged = charges.filter(({ kind }) => kind === 'storage').reduce((sum, { net }) => sum + net, 0) / perDay
  const days = begun - charged
  return days > 0 ? { days, amount: days * perDay, first: from + charged * STORAGE_DAY_MS } : null
}
