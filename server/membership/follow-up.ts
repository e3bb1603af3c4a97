import type { House } from '#server/platform/house.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { providersOf } from './providers.ts'
import { settlePayment } from './settle-payment.ts'
import { mayAsk, paymentById, paymentOf, silentPayments, type PaymentRow } from './store.ts'

/** A person who comes back from a provider's page does not wait for its webhook; nor is the provider asked by every look. */
const ASK_EVERY_MS = 2000
const AT_ONCE_MAX = 20

/** Asks the provider what became of a payment under way, for the person who looks at it. Out of reach: it stays as it is. */
export async function lookAfter(house: House, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.state !== 'started' && payment.state !== 'pending') return payment
  const provider = (await providersOf(house)).find(({ name }) => name === payment.provider)
  if (provider?.ask === undefined || !(await mayAsk(house.db, payment.id, ASK_EVERY_MS))) return payment
  try {
    const report = await provider.ask(payment)
    return report === null ? payment : ((await settlePayment(house, payment.id, report)) ?? payment)
  } catch (error) {
    house.log.warn({ err: error, payment: payment.id }, 'a provider cannot be asked about a payment')
    return payment
  }
}

/**
 * Asks about payments whose report never came: after a minute, then ever more seldom, for eight days.
 */
export async function lookAfterAll(house: House): Promise<void> {
  for (const payment of await silentPayments(house.db, AT_ONCE_MAX)) await lookAfter(house, payment)
}

/** The person pays another way. A payment that went through in the same moment stays paid, and the answer says so. */
export async function abandonPayment(
  house: House,
  accountId: string,
  paymentId: string,
): Promise<PaymentRow | Refusal> {
  const payment = await paymentOf(house.db, accountId, paymentId)
  if (payment === null) throw notFound('this payment')
  if (payment.state !== 'started' && payment.state !== 'pending') return payment
  if (payment.received > 0) {
    return refuse('payment-under-way', 'Part of this transfer has arrived. Send the rest, or ask us to send it back.')
  }
  const provider = (await providersOf(house)).find(({ name }) => name === payment.provider)
  if (payment.state === 'pending' && provider?.abandon === undefined) {
    return refuse('payment-under-way', 'This payment is with the bank already. Wait for its answer.')
  }
  const report = (await provider?.abandon?.(payment)) ?? { state: 'failed' as const, failure: '' }
  if (report.state === 'pending') return refuse('payment-under-way', 'This payment is with the bank already.')
  const failure = 'You chose to pay another way.'
  await settlePayment(house, paymentId, report.state === 'failed' ? { state: 'failed', failure } : report)
  return (await paymentById(house.db, paymentId))!
}
