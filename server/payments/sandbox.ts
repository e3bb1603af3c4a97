import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { Payment, playSandbox as endpoint } from '#contract/payments/payments.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import type { App } from '#server/platform/app.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { settlePayment, type Report } from './settle-payment.ts'
import type { PaymentRow } from './payment.ts'
import { duePayments, paymentOf } from './store.ts'

type Played = BodyOf<typeof endpoint>
type Outcome = Played['outcome']

/** How long a bank's confirmation takes in the sandbox. */
const DELAY_MS = 8000

const REPORTS: Record<Outcome, Report> = {
  success: { state: 'succeeded' },
  failure: { state: 'failed', failure: 'The card was declined.' },
  delayed: { state: 'pending', delayMs: DELAY_MS },
}

/** States in which the same outcome may be reported again: a repeated request gets the same answer. */
const LEADS_TO: Record<Outcome, readonly Payment['state'][]> = {
  success: ['succeeded'],
  failure: ['failed'],
  delayed: ['pending', 'succeeded'],
}

/** Simulates a card provider's report on the person's own payment, and the card it was paid with. No money moves. */
export async function playSandbox(
  app: App,
  accountId: string,
  paymentId: string,
  { outcome, card }: Played,
): Promise<PaymentRow | Refusal> {
  const payment = await paymentOf(app.db, accountId, paymentId)
  if (payment === null) throw notFound('this payment')
  if (payment.provider !== 'sandbox' || !app.config.sandboxPayments) {
    return refuse('provider-unavailable', 'This isn’t a sandbox payment.')
  }
  if (LEADS_TO[outcome].includes(payment.state)) return payment
  if (payment.state !== 'started') return refuse('payment-settled', 'This payment was already completed.')
  if (card !== undefined && outcome !== 'failure') await noteIdentifier(app, app.db, accountId, 'card', card)
  return (await settlePayment(app, paymentId, REPORTS[outcome])) ?? payment
}

const SETTLED_AT_ONCE_MAX = 50

/** Confirms delayed payments whose time has come. The time is stored, so a restart loses none; each settles once across processes. */
export async function confirmDelayed(app: App): Promise<void> {
  const due = await duePayments(app.db, SETTLED_AT_ONCE_MAX)
  for (const id of due) await settlePayment(app, id, { state: 'succeeded' })
}
