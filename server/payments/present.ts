import type { BankAccount } from '#contract/payments/bank-account.ts'
import type { Payment, Refund } from '#contract/payments/payments.ts'
import type { App } from '#server/platform/app.ts'
import { refundsOf, type RefundRow } from './refunds/store.ts'
import type { PaymentRow } from './payment.ts'
import { readBankAccount } from './transfer/provider.ts'
import { spaced } from './transfer/reference.ts'

/** A payment with its refunds and, for a transfer, where to send it. */
export async function presentPayment(app: App, row: PaymentRow): Promise<Payment> {
  return (await presentPayments(app, [row]))[0]!
}

/** {@link presentPayment} for a whole page, with one read of the refunds. */
export async function presentPayments(app: App, rows: readonly PaymentRow[]): Promise<Payment[]> {
  const refunded = rows.flatMap(({ id, refunded: sum }) => (sum === 0 ? [] : [id]))
  const refunds = refunded.length === 0 ? [] : await refundsOf(app.db, refunded)
  const account = rows.some(({ reference }) => reference !== null) ? await readBankAccount(app, app.db) : null
  const byPayment = Map.groupBy(refunds, (refund) => refund.payment_id)
  return rows.map((row) => paymentOf(row, byPayment.get(row.id) ?? [], account))
}

function paymentOf(row: PaymentRow, refunds: RefundRow[], account: BankAccount | null): Payment {
  const isOpen = row.state === 'started' || row.state === 'pending'
  return {
    id: row.id,
    purpose: row.purpose,
    amount: row.amount,
    currency: row.currency,
    provider: row.provider,
    state: row.state,
    failure: row.failure,
    payUrl: isOpen ? row.pay_url : null,
    transfer: row.reference === null || account === null ? null : { ...account, reference: spaced(row.reference) },
    received: row.received,
    refunded: row.refunded,
    disputed: row.disputed,
    chargedBack: row.charged_back,
    refunds: refunds.map(presentRefund),
    receipt: row.receipt_number,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}

export function presentRefund(row: RefundRow): Refund {
  const isWaiting = row.state === 'by-hand' || row.state === 'failed'
  return {
    id: row.id,
    amount: row.amount,
    reason: row.reason,
    state: row.state === 'succeeded' ? 'succeeded' : isWaiting ? 'waiting' : 'under-way',
    receipt: row.receipt_number,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}
