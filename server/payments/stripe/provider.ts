import Stripe from 'stripe'
import { personFacts } from '#server/accounts/find-people.ts'
import type { App } from '#server/platform/app.ts'
import { labelOf } from '../payable.ts'
import type { Provider } from '../provider.ts'
import type { RefundReport } from '../refunds/settle-refund.ts'
import type { PaymentRow } from '../payment.ts'
import { stripeClient } from './client.ts'
import { mismatch, sessionReport } from './session-report.ts'
import { toStripe } from './stripe-amount.ts'

/** How long Stripe's payment page stays open. */
const SESSION_S = 3600

/** Cards and Stripe's other methods, on Stripe's own page (Checkout). Null: no keys are configured. */
export function stripeProvider(app: App): Provider | null {
  const stripe = stripeClient(app)
  if (stripe === null) return null
  const sessionOf = async ({ provider_ref: ref }: PaymentRow) =>
    ref === null ? null : await stripe.checkout.sessions.retrieve(ref)
  return {
    name: 'stripe',
    async begin(payment) {
      const params = await sessionParams(app, payment)
      // The key is the payment: asked again after no answer, Stripe gives the same session.
      const session = await stripe.checkout.sessions.create(params, { idempotencyKey: payment.id })
      return { ref: session.id, ...(session.url === null ? {} : { url: session.url }) }
    },
    async ask(payment) {
      const session = await sessionOf(payment)
      if (session === null) return null
      const wrong = mismatch(session, payment)
      if (wrong === null) return sessionReport(session)
      app.log.error({ payment: payment.id, wrong }, 'a Stripe session does not match its payment')
      return null
    },
    async cardOf(payment) {
      const intent = intentOf(await sessionOf(payment))
      if (intent === undefined) return null
      const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })
      return typeof charge === 'string' ? null : (charge?.payment_method_details?.card?.fingerprint ?? null)
    },
    async abandon(payment) {
      const session = await sessionOf(payment)
      if (session === null || session.status !== 'open') return session === null ? null : sessionReport(session)
      const expired = await stripe.checkout.sessions.expire(session.id).catch(() => sessionOf(payment))
      return expired === null ? null : sessionReport(expired)
    },
    refund: (refund, payment) =>
      refund.state === 'sent' && refund.provider_ref !== null
        ? askRefund(stripe, refund.provider_ref)
        : sendRefund(stripe, payment, refund.id, refund.amount, `${refund.id}:${refund.round}`),
  }
}

function intentOf(session: Stripe.Checkout.Session | null): string | undefined {
  const intent = session?.payment_intent ?? undefined
  return typeof intent === 'object' ? intent.id : intent
}

async function sessionParams(app: App, payment: PaymentRow): Promise<Stripe.Checkout.SessionCreateParams> {
  const person = await personFacts(app.db, payment.account_id)
  const back = new URL(payment.purpose === 'membership' ? '/payment' : '/invoices', app.config.publicUrl)
  back.searchParams.set('payment', payment.id)
  if (payment.subject_id !== null) back.searchParams.set('invoice', payment.subject_id)
  const metadata = { paymentId: payment.id, accountId: payment.account_id }
  return {
    mode: 'payment',
    client_reference_id: payment.account_id,
    ...(person === null ? {} : { customer_email: person.email }),
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payment.currency.toLowerCase(),
          unit_amount: toStripe(payment.amount, payment.currency),
          product_data: { name: await labelOf(app, app.db, payment) },
        },
      },
    ],
    success_url: back.href,
    cancel_url: `${back.href}&left=1`,
    expires_at: Math.floor(payment.created_at / 1000) + SESSION_S,
  }
}

async function sendRefund(
  stripe: Stripe,
  payment: PaymentRow,
  refundId: string,
  amount: number,
  idempotencyKey: string,
): Promise<RefundReport> {
  try {
    const session = await stripe.checkout.sessions.retrieve(payment.provider_ref!)
    const intent = intentOf(session)
    if (intent === undefined) return { state: 'failed', failure: 'Stripe has no charge for this payment.' }
    const params = { payment_intent: intent, amount: toStripe(amount, payment.currency), metadata: { refundId } }
    return refundReport(await stripe.refunds.create(params, { idempotencyKey }))
  } catch (error) {
    // Stripe understood and refused: asking again changes nothing.
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return { state: 'failed', failure: error.message }
    throw error
  }
}

/** Stripe's current state of a refund. */
export async function askRefund(stripe: Stripe, ref: string): Promise<RefundReport> {
  return refundReport(await stripe.refunds.retrieve(ref))
}

function refundReport({ id, status, failure_reason: reason }: Stripe.Refund): RefundReport {
  if (status === 'succeeded') return { state: 'succeeded', ref: id }
  if (status === 'failed' || status === 'canceled') {
    return { state: 'failed', failure: `Stripe: ${reason ?? status}`, ref: id }
  }
  return { state: 'sent', ref: id }
}
