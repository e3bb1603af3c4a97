import type { Payment } from '#contract/membership.ts'
import type { PaymentRow } from './store.ts'

export function presentPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    purpose: row.purpose,
    amount: row.amount,
    currency: row.currency,
    provider: row.provider,
    state: row.state,
    failure: row.failure,
    createdAt: row.created_at,
  }
}
