import type { Readable } from 'node:stream'
import type { PaymentFilter, Settlement } from '#contract/payments.ts'
import { csvInstant, csvRecord, csvStream } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { plainAmount } from '#server/platform/money-text.ts'
import { paymentsBy, type CashierPaymentRow } from './store.ts'

const PAGE = 500

const HEAD = [
  'Started',
  'Settled',
  'Payment',
  'Receipt',
  'Person',
  'Email',
  'Paddle',
  'For',
  'Way',
  'State',
  'Currency',
  'Amount',
  'Received',
  'Refunded',
  'Disputed',
  'Charged back',
  'Reference',
]

/** All payments of a list as CSV, page by page, so that a long list needs no memory. Instants in UTC, amounts as plain numbers. */
export function exportPayments(house: House, filter: PaymentFilter): Promise<Readable> {
  return csvStream<string>(HEAD, async (before) => {
    const rows = await paymentsBy(house.db, filter, before, PAGE)
    return { records: rows.map(cellsOf), next: rows.length < PAGE ? null : rows.at(-1)!.id }
  })
}

function cellsOf(row: CashierPaymentRow): (string | number | null)[] {
  const money = (amount: number) => plainAmount(amount, row.currency)
  return [
    csvInstant(row.created_at),
    csvInstant(row.settled_at),
    row.id,
    row.receipt_number,
    row.person,
    row.email,
    row.paddle,
    row.purpose,
    row.provider,
    row.state,
    row.currency,
    money(row.amount),
    money(row.received),
    money(row.refunded),
    money(row.disputed),
    money(row.charged_back),
    row.reference,
  ]
}

/** Daily totals as CSV, a row for each day, provider and currency. */
export function daysCsv(days: Settlement['days']): string {
  const head = csvRecord(['Day', 'Way', 'Currency', 'Transfers', 'Came in', 'Went back', 'Net'])
  const rows = days.map(({ day, provider, currency, transfers, received, returned, net }) =>
    csvRecord([
      day,
      provider,
      currency,
      transfers,
      ...[received, returned, net].map((sum) => plainAmount(sum, currency)),
    ]),
  )
  return `\ufeff${head}${rows.join('')}`
}
