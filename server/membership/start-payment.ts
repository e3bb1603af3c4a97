import type { BodyOf } from '#contract/endpoint.ts'
import type { startPayment as endpoint } from '#contract/membership.ts'
import { readStanding, refusalOfUnconfirmed } from '#server/accounts/staff/change-standing.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput, Problem, refuse, Refusal } from '#server/platform/problem.ts'
import { payablesOf } from './payable.ts'
import type { Provider } from './provider.ts'
import { providersOf } from './providers.ts'
import { insertPayment, paymentOfKey, pendingPayment, setBegun, type PaymentRow } from './store.ts'

/**
 * Starts a payment, or finds the one that the same key started: however often and however many at once, one key is one payment and
 * gets its present state. The amount comes from what is owed, never from the request.
 */
export async function startPayment(
  house: House,
  accountId: string,
  request: BodyOf<typeof endpoint>,
): Promise<PaymentRow | Refusal> {
  const known = await paymentOfKey(house.db, accountId, request.idempotencyKey)
  const providers = await providersOf(house)
  const provider = providers.find(({ name }) => name === (known?.provider ?? request.provider))
  // A provider that was out of reach when the same request came first is asked again, with the payment as its key.
  if (known !== null) return provider === undefined ? known : begin(house, provider, known)
  if (provider === undefined) return refuse('provider-unavailable', 'This way of paying is not set up here.')
  const subjectId = subjectOf(request)
  const unconfirmed = refusalOfUnconfirmed(await readStanding(house.db, accountId))
  if (unconfirmed !== null) return unconfirmed
  const payable = payablesOf(house).get(request.purpose)
  if (payable === undefined) return refuse('invoice-not-found', 'There is no such invoice.')
  const due = await payable.due(house.db, accountId, subjectId)
  if (due instanceof Refusal) return due
  const pending = await pendingPayment(house.db, accountId, request.purpose, subjectId)
  if (pending !== null) {
    const message = 'A payment for this is waiting for its confirmation. You need not pay again.'
    return refuse('payment-pending', message, { paymentId: pending.id })
  }
  const payment = await insertPayment(house.db, {
    id: newId(),
    account_id: accountId,
    idempotency_key: request.idempotencyKey,
    purpose: request.purpose,
    subject_id: subjectId,
    amount: due.amount,
    currency: due.currency,
    provider: provider.name,
  })
  return begin(house, provider, payment)
}

async function begin(house: House, provider: Provider, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.state !== 'started' || payment.provider_ref !== null || payment.reference !== null) return payment
  try {
    return await setBegun(house.db, payment.id, await provider.begin(payment))
  } catch (error) {
    house.log.warn({ err: error, payment: payment.id, provider: provider.name }, 'a payment could not be begun')
    const message = 'The payment provider cannot be reached just now. Nothing was charged; try again.'
    throw new Problem(503, 'provider-unreachable', message, { retryAfterS: 5 })
  }
}

function subjectOf({ purpose, invoiceId }: BodyOf<typeof endpoint>): string | null {
  if (purpose === 'membership') return null
  if (invoiceId === undefined) throw invalidInput([{ field: 'invoiceId', message: 'Name the invoice.' }])
  return invoiceId
}
