import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { stripeWebhook } from '#contract/payments/admin-payments.ts'
import type { App } from '#server/platform/app.ts'
import { busy, notFound, Problem } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { settleDispute } from '../disputes/settle-dispute.ts'
import { refundOfProvider, refundById } from '../refunds/store.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { settlePayment, type ReportEvent } from '../settle-payment.ts'
import { paymentById } from '../payment.ts'
import { paymentOfProvider } from '../store.ts'
import { stripeClient } from './client.ts'
import { askDispute } from './dispute-report.ts'
import { askRefund } from './provider.ts'
import { mismatch, sessionReport } from './session-report.ts'
import { fromStripe } from './stripe-amount.ts'

/** Maximum age of an event, in seconds: Stripe signs each delivery, so an older one was recorded and replayed. */
const TOLERANCE_S = 300

/**
 * Receives Stripe's reports. The signature covers the raw bytes, so only this route keeps its body unparsed. Forged, altered
 * and old ones, and sessions that do not match their payment, are answered 400 and leave nothing behind; reports for others get 200.
 */
export function stripeWebhookRoute(http: FastifyInstance, app: App): void {
  http.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    serve(scope, stripeWebhook, async ({ request }) => {
      const stripe = stripeClient(app)
      if (stripe === null) throw notFound('this endpoint')
      await take(app, stripe, verified(app, stripe, request.body, request.headers['stripe-signature']))
      return { received: true as const }
    })
    done()
  })
}

function verified(app: App, stripe: Stripe, body: unknown, signature: string | string[] | undefined): Stripe.Event {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Error('the signed body is missing')
    return stripe.webhooks.constructEvent(body, signature, app.config.stripe!.webhookSecret, TOLERANCE_S)
  } catch {
    throw forged('The signature doesn’t match.')
  }
}

async function take(app: App, stripe: Stripe, event: Stripe.Event): Promise<void> {
  const named: ReportEvent = { id: event.id, kind: event.type }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      await takeSession(app, event.data.object, named)
      break
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      await takeRefund(app, stripe, event.data.object)
      break
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      await takeDispute(app, stripe, event.data.object)
      break
    default:
  }
}

async function takeSession(app: App, session: Stripe.Checkout.Session, event: ReportEvent): Promise<void> {
  const paymentId = session.metadata?.['paymentId']
  // Another program may share the account at Stripe.
  if (paymentId === undefined) return
  const payment = isId(paymentId)
    ? await paymentById(app.db, paymentId)
    : await paymentOfProvider(app.db, 'stripe', session.id)
  const wrong = payment === null ? 'payment' : mismatch(session, payment)
  if (payment === null || wrong !== null) {
    app.log.error({ event: event.id, wrong }, 'a Stripe report does not match its payment')
    throw forged('This report doesn’t match its payment.')
  }
  const failure = 'The bank didn’t complete the payment.'
  const report =
    event.kind === 'checkout.session.async_payment_failed'
      ? { state: 'failed' as const, failure }
      : sessionReport(session)
  if (report !== null) await settlePayment(app, payment.id, report, event)
}

/** Refund reports arrive in any order, so Stripe is asked for the current state. */
async function takeRefund(app: App, stripe: Stripe, refund: Stripe.Refund): Promise<void> {
  const ours = refund.metadata?.['refundId']
  const known =
    ours !== undefined && isId(ours) ? await refundById(app.db, ours) : await refundOfProvider(app.db, refund.id)
  if (known === null || (known.provider_ref !== null && known.provider_ref !== refund.id)) return
  if (fromStripe(refund.amount, refund.currency) !== known.amount) throw forged('This report doesn’t match its refund.')
  const report = await askRefund(stripe, refund.id).catch((error: unknown) => {
    app.log.warn({ err: error, refund: known.id }, 'Stripe reported a refund, but asking Stripe about it failed')
    throw busy(30)
  })
  await settleRefund(app, known.id, report)
}

/** As with refunds, Stripe is asked for the current state. A dispute of another program at the same account isn't ours. */
async function takeDispute(app: App, stripe: Stripe, { id }: Stripe.Dispute): Promise<void> {
  const now = await askDispute(stripe, id).catch((error: unknown) => {
    app.log.warn({ err: error, dispute: id }, 'Stripe reported a dispute, but asking Stripe about it failed')
    throw busy(30)
  })
  const payment = now !== null && isId(now.paymentId) ? await paymentById(app.db, now.paymentId) : null
  if (now === null || payment === null) return
  const { currency, amount } = now.report
  if (payment.provider !== 'stripe' || payment.currency !== currency || amount > payment.amount) {
    throw forged('This report doesn’t match its payment.')
  }
  await settleDispute(app, payment.id, now.report)
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function forged(message: string): Problem {
  return new Problem(400, 'forged-report', message)
}
