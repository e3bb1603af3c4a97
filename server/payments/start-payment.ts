import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { startPayment as endpoint } from '#contract/payments/payments.ts'
import { readMemberState, refusalOfUnconfirmed } from '#server/accounts/member-state.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput, Problem, refuse, Refusal } from '#server/platform/problem.ts'
import type { Provider } from './provider.ts'
import { providersOf } from './providers.ts'
import { pendingPayment, type PaymentRow } from './payment.ts'
import { insertPayment, paymentOfKey, setBegun } from './store.ts'

/**
 * Starts a payment, or finds the one that the same key started: any number of requests with one key, even simultaneous, make one payment
 * and return its current state. A key that began to pay something else is refused. The amount comes from what is owed, never from the
 * request.
 */
export async function startPayment(
  app: App,
  accountId: string,
  request: BodyOf<typeof endpoint>,
): Promise<PaymentRow | Refusal> {
  const subjectId = subjectOf(request)
  const isOther = (payment: PaymentRow) => payment.purpose !== request.purpose || payment.subject_id !== subjectId
  const known = await paymentOfKey(app.db, accountId, request.idempotencyKey)
  if (known !== null && isOther(known)) return keyReused()
  const providers = await providersOf(app)
  const provider = providers.find(({ name }) => name === (known?.provider ?? request.provider))
  // If the provider was unreachable for the first request, it is asked again, with the payment as its key.
  if (known !== null) return provider === undefined ? known : begin(app, provider, known)
  if (provider === undefined)
    return refuse('provider-unavailable', 'This payment method isn’t available. Choose another one.')
  const unconfirmed = refusalOfUnconfirmed(await readMemberState(app.db, accountId))
  if (unconfirmed !== null) return unconfirmed
  const payable = app.extensions.payables.get(request.purpose)
  if (payable === undefined) return refuse('invoice-not-found', 'We couldn’t find this invoice.')
  const due = await payable.due(app.db, accountId, subjectId)
  if (due instanceof Refusal) return due
  const pending = await pendingPayment(app.db, accountId, request.purpose, subjectId)
  if (pending !== null) {
    const message = 'A payment for this is waiting for confirmation. You don’t need to pay again.'
    return refuse('payment-pending', message, { paymentId: pending.id })
  }
  const payment = await insertPayment(app.db, {
    id: newId(),
    account_id: accountId,
    idempotency_key: request.idempotencyKey,
    purpose: request.purpose,
    subject_id: subjectId,
    amount: due.amount,
    currency: due.currency,
    provider: provider.name,
  })
  return isOther(payment) ? keyReused() : begin(app, provider, payment)
}

function keyReused(): Refusal {
  return refuse('payment-key-reused', 'This payment was started for something else. Reload the page and pay again.')
}

async function begin(app: App, provider: Provider, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.state !== 'started' || payment.provider_ref !== null || payment.reference !== null) return payment
  try {
    return await setBegun(app.db, payment.id, await provider.begin(payment))
  } catch (error) {
    app.log.warn({ err: error, payment: payment.id, provider: provider.name }, 'could not start a payment')
    const message = 'We couldn’t reach the payment provider. You weren’t charged. Try again.'
    throw new Problem(503, 'provider-unreachable', message, { retryAfterS: 5 })
  }
}

function subjectOf({ purpose, invoiceId }: BodyOf<typeof endpoint>): string | null {
  if (purpose === 'membership') return null
  if (invoiceId === undefined) throw invalidInput([{ field: 'invoiceId', message: 'Choose an invoice.' }])
  return invoiceId
}
