import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { stripeWebhook } from '#contract/payments.ts'
import type { House } from '#server/platform/house.ts'
import { busy, notFound, Problem } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { settleDispute } from '../disputes/settle-dispute.ts'
import { refundOfProvider, refundById } from '../refunds/store.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { settlePayment, type ReportEvent } from '../settle-payment.ts'
import { paymentById, paymentOfProvider } from '../store.ts'
import { stripeClient } from './client.ts'
import { askDispute } from './dispute-report.ts'
import { askRefund } from './provider.ts'
import { mismatch, sessionReport } from './session-report.ts'

/** Seconds that an event may be old: Stripe signs each time it sends, so an older one was recorded by somebody. */
const TOLERANCE_S = 300

/**
 * Takes what Stripe reports. The signature is over the bytes as they came, so this route alone keeps its body unread. Forged, altered
 * and old ones, and sessions that do not fit their payment, are answered 400 and leave nothing behind; what is not for us is 200.
 */
export function stripeWebhookRoute(app: FastifyInstance, house: House): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    serve(scope, stripeWebhook, async ({ request }) => {
      const stripe = stripeClient(house)
      if (stripe === null) throw notFound('this endpoint')
      await take(house, stripe, verified(house, stripe, request.body, request.headers['stripe-signature']))
      return { received: true as const }
    })
    done()
  })
}

function verified(house: House, stripe: Stripe, body: unknown, signature: string | string[] | undefined): Stripe.Event {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Error('no signed body')
    return stripe.webhooks.constructEvent(body, signature, house.config.stripe!.webhookSecret, TOLERANCE_S)
  } catch {
    throw forged('The signature does not fit.')
  }
}

async function take(house: House, stripe: Stripe, event: Stripe.Event): Promise<void> {
  const named: ReportEvent = { id: event.id, kind: event.type }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      await takeSession(house, event.data.object, named)
      break
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      await takeRefund(house, stripe, event.data.object)
      break
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      await takeDispute(house, stripe, event.data.object)
      break
    default:
  }
}

async function takeSession(house: House, session: Stripe.Checkout.Session, event: ReportEvent): Promise<void> {
  const paymentId = session.metadata?.['paymentId']
  // Another program may share the account at Stripe.
  if (paymentId === undefined) return
  const payment = isId(paymentId)
    ? await paymentById(house.db, paymentId)
    : await paymentOfProvider(house.db, 'stripe', session.id)
  const wrong = payment === null ? 'payment' : mismatch(session, payment)
  if (payment === null || wrong !== null) {
    house.log.error({ event: event.id, wrong }, 'a report of Stripe does not fit its payment')
    throw forged('This report does not fit its payment.')
  }
  const failure = 'The bank did not carry the payment out.'
  const report =
    event.kind === 'checkout.session.async_payment_failed'
      ? { state: 'failed' as const, failure }
      : sessionReport(session)
  if (report !== null) await settlePayment(house, payment.id, report, event)
}

/** Reports of refunds come in any order: Stripe is asked what is so now. */
async function takeRefund(house: House, stripe: Stripe, refund: Stripe.Refund): Promise<void> {
  const ours = refund.metadata?.['refundId']
  const known =
    ours !== undefined && isId(ours) ? await refundById(house.db, ours) : await refundOfProvider(house.db, refund.id)
  if (known === null || (known.provider_ref !== null && known.provider_ref !== refund.id)) return
  if (refund.amount !== known.amount) throw forged('This report does not fit its refund.')
  const report = await askRefund(stripe, refund.id).catch((error: unknown) => {
    house.log.warn({ err: error, refund: known.id }, 'Stripe reported a refund and cannot be asked about it')
    throw busy(30)
  })
  await settleRefund(house, known.id, report)
}

/** As with refunds, Stripe is asked what is so now. A dispute of another program at the same account isn't ours. */
async function takeDispute(house: House, stripe: Stripe, { id }: Stripe.Dispute): Promise<void> {
  const now = await askDispute(stripe, id).catch((error: unknown) => {
    house.log.warn({ err: error, dispute: id }, 'Stripe reported a dispute and cannot be asked about it')
    throw busy(30)
  })
  const payment = now !== null && isId(now.paymentId) ? await paymentById(house.db, now.paymentId) : null
  if (now === null || payment === null) return
  const { currency, amount } = now.report
  if (payment.provider !== 'stripe' || payment.currency !== currency || amount > payment.amount) {
    throw forged('This report does not fit its payment.')
  }
  await settleDispute(house, payment.id, now.report)
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function forged(message: string): Problem {
  return new Problem(400, 'forged-report', message)
}
