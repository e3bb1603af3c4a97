import type { Kysely } from 'kysely'
import type { Settlement } from '#contract/invoices/admin-invoices.ts'
import type { LineKind } from '#contract/invoices/costs.ts'
import { invoicesOfSale, saleToSettle, type SettledInvoice } from './admin-store.ts'
import { csvRecord } from '#server/platform/csv.ts'
import { owedOf, stateOf } from '../invoice-state.ts'
import { plainAmount } from '#server/platform/money-text.ts'

type Row = Settlement['rows'][number]

const SUMMED = ['hammer', 'premium', 'fees', 'tax', 'total', 'paid', 'owed'] as const

/** The revenue of an auction, net of credits; null: there is no such auction. `now` in ms. */
export async function settle<T>(db: Kysely<T>, auctionId: string, now: number): Promise<Settlement | null> {
  const sale = await saleToSettle(db, auctionId)
  if (sale === null) return null
  const rows = (await invoicesOfSale(db, auctionId)).map((invoice) => rowOf(invoice, now))
  const sums = { hammer: 0, premium: 0, fees: 0, tax: 0, total: 0, paid: 0, owed: 0 }
  for (const row of rows) for (const name of SUMMED) sums[name] += row[name]
  return { title: sale.title, startsAt: sale.starts_at, currency: sale.currency, rows, sums }
}

function rowOf(invoice: SettledInvoice, now: number): Row {
  const net = (kind: LineKind) =>
    invoice.lines.reduce((sum, line, index) => (line.kind === kind ? sum + line.amount - creditedOf(index) : sum), 0)
  const creditedOf = (index: number) =>
    invoice.credits.filter(({ of }) => of === index).reduce((sum, { amount }) => sum + amount, 0)
  return {
    lotId: invoice.lot_id!,
    lotNumber: invoice.lot_number!,
    title: invoice.title,
    invoiceId: invoice.id,
    number: invoice.number,
    state: stateOf(invoice, now),
    hammer: net('hammer'),
    premium: net('premium'),
    fees: net('fee'),
    tax: invoice.tax - invoice.credits.reduce((sum, { tax }) => sum + tax, 0),
    total: invoice.total - invoice.credited,
    paid: invoice.paid,
    owed: owedOf(invoice),
  }
}

export function settlementCsv({ rows, currency }: Settlement): string {
  const money = (amount: number) => plainAmount(amount, currency)
  const head = ['Lot', 'Vehicle', 'Invoice', 'State', 'Currency', ...SUMMED]
  const cells = rows.map((row) => [
    row.lotNumber,
    row.title,
    row.number,
    row.state,
    currency,
    ...SUMMED.map((name) => money(row[name])),
  ])
  // With a byte order mark, so that spreadsheets read it as UTF-8.
  return `\ufeff${[head, ...cells].map(csvRecord).join('')}`
}
