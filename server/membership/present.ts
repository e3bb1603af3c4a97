import type { BankAccount } from '#contract/bank-account.ts'
import type { Payment, Refund } from '#contract/membership.ts'
import type { House } from '#server/platform/house.ts'
import { refundsOf, type RefundRow } from './refunds/store.ts'
import type { PaymentRow } from './store.ts'
import { readBankAccount } from './transfer/provider.ts'
import { spaced } from './transfer/reference.ts'

/** A payment with what went back of it and, for a transfer, where to send it. */
export async function presentPayment(house: House, row: PaymentRow): Promise<Payment> {
  const refunds = row.refunded === 0 ? [] : await refundsOf(house.db, row.id)
  const account = row.reference === null ? null : await readBankAccount(house, house.db)
  return paymentOf(row, refunds, account)
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
