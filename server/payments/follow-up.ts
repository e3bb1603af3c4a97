import type { App } from '#server/platform/app.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { providersOf } from './providers.ts'
import { settlePayment } from './settle-payment.ts'
import { type PaymentRow, paymentById } from './payment.ts'
import { mayAsk, paymentOf, silentPayments } from './store.ts'

/** Minimum time between polls of one payment: short enough that a returning person doesn't wait for a webhook, yet no poll per view. */
const ASK_EVERY_MS = 2000
const AT_ONCE_MAX = 20

/** Polls the provider about a pending payment when its payer views it. If the provider is unreachable, the payment stays as it is. */
export async function poll(app: App, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.state !== 'started' && payment.state !== 'pending') return payment
  const provider = (await providersOf(app)).find(({ name }) => name === payment.provider)
  if (provider?.ask === undefined || !(await mayAsk(app.db, payment.id, ASK_EVERY_MS))) return payment
  try {
    const report = await provider.ask(payment)
    return report === null ? payment : ((await settlePayment(app, payment.id, report)) ?? payment)
  } catch (error) {
    app.log.warn({ err: error, payment: payment.id }, 'could not ask the provider about a payment')
    return payment
  }
}

/**
 * Polls payments whose report never arrived: after a minute, then with growing delays, for eight days.
 */
export async function pollAll(app: App): Promise<void> {
  for (const payment of await silentPayments(app.db, AT_ONCE_MAX)) await poll(app, payment)
}

/** For a person who wants to pay another way. A payment that succeeds at the same moment stays paid, and is returned as such. */
export async function abandonPayment(app: App, accountId: string, paymentId: string): Promise<PaymentRow | Refusal> {
  const payment = await paymentOf(app.db, accountId, paymentId)
  if (payment === null) throw notFound('this payment')
  if (payment.state !== 'started' && payment.state !== 'pending') return payment
  if (payment.received > 0) {
    return refuse('payment-under-way', 'Part of this transfer has arrived. Send the rest, or ask us to return it.')
  }
  const provider = (await providersOf(app)).find(({ name }) => name === payment.provider)
  if (payment.state === 'pending' && provider?.abandon === undefined) {
    return refuse('payment-under-way', 'This payment is already with the bank. Wait for its answer.')
  }
  const report = (await provider?.abandon?.(payment)) ?? { state: 'failed' as const, failure: '' }
  if (report.state === 'pending') return refuse('payment-under-way', 'This payment is already with the bank.')
  const failure = 'You chose to pay another way.'
  await settlePayment(app, paymentId, report.state === 'failed' ? { state: 'failed', failure } : report)
  return (await paymentById(app.db, paymentId))!
}
