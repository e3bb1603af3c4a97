import type { Payment } from '#contract/payments/payments.ts'

/** A payment of the membership fee, and the fee, as the server answers them. */

export const ID = '00000000-0000-4000-8000-000000000800'
export const payment = (changes: Partial<Payment> = {}): Payment => ({
  id: ID,
  purpose: 'membership',
  amount: 9900,
  currency: 'USD',
  provider: 'sandbox',
  state: 'started',
  failure: null,
  payUrl: null,
  transfer: null,
  received: 0,
  refunded: 0,
  disputed: 0,
  chargedBack: 0,
  refunds: [],
  receipt: null,
  createdAt: 1,
  settledAt: null,
  ...changes,
})

export const FEE = {
  fee: 9900,
  currency: 'USD',
  paidAt: null,
  receipt: null,
  providers: ['sandbox'],
  refundableUntil: null,
  notRefundable: null,
  closed: null,
  lastPayment: null,
}
