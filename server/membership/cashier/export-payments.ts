import type { Readable } from 'node:stream'
import type { PaymentFilter } from '#contract/payments.ts'
import { csvStream } from '#server/platform/csv.ts'
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
  const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return [
    instant(row.created_at),
    instant(row.settled_at),
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
    row.reference,
  ]
}
