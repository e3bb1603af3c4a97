import type Stripe from 'stripe'
import type { Report } from '../settle-payment.ts'
import type { PaymentRow } from '../payment.ts'
import { toStripe } from './stripe-amount.ts'

/** The payment state of a Checkout Session; null: the person has not paid yet and still can. */
export function sessionReport(session: Stripe.Checkout.Session): Report | null {
  if (session.payment_status === 'paid') return { state: 'succeeded' }
  if (session.status === 'expired')
    return { state: 'failed', failure: 'The payment page was closed before it was paid.' }
  // Paid by a way that takes days, such as a direct debit.
  if (session.status === 'complete') return { state: 'pending', delayMs: null }
  return null
}

/** How a session differs from its payment, or null. Money is accepted only for the requested amount, currency and person. */
export function mismatch(session: Stripe.Checkout.Session, payment: PaymentRow): string | null {
  if (session.metadata?.['paymentId'] !== payment.id) return 'payment'
  if (payment.provider !== 'stripe') return 'provider'
  if (payment.provider_ref !== null && payment.provider_ref !== session.id) return 'session'
  if (session.client_reference_id !== payment.account_id) return 'person'
  if (session.amount_total !== toStripe(payment.amount, payment.currency)) return 'amount'
  if (session.currency?.toUpperCase() !== payment.currency) return 'currency'
  return null
}
