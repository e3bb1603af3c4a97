import type { BodyOf } from '#contract/endpoint.ts'
import type { Payment, playSandbox as endpoint } from '#contract/membership.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { settlePayment, type Report } from './settle-payment.ts'
import { duePayments, paymentOf, type PaymentRow } from './store.ts'

type Played = BodyOf<typeof endpoint>
type Outcome = Played['outcome']

/** As long as a bank's confirmation takes in the sandbox. */
const DELAY_MS = 8000

const REPORTS: Record<Outcome, Report> = {
  success: { state: 'succeeded' },
  failure: { state: 'failed', failure: 'The card was declined.' },
  delayed: { state: 'pending', delayMs: DELAY_MS },
}

/** States in which the same outcome may be told again: a request that is sent twice gets the same answer. */
const LEADS_TO: Record<Outcome, readonly Payment['state'][]> = {
  success: ['succeeded'],
  failure: ['failed'],
  delayed: ['pending', 'succeeded'],
}

/** Plays what a card provider would report of a payment of one's own, and the card it was paid with. No money moves. */
export async function playSandbox(
  house: House,
  accountId: string,
  paymentId: string,
  { outcome, card }: Played,
): Promise<PaymentRow | Refusal> {
  const payment = await paymentOf(house.db, accountId, paymentId)
  if (payment === null) throw notFound('this payment')
  if (payment.provider !== 'sandbox' || !house.config.sandboxPayments) {
    return refuse('provider-unavailable', 'This payment is not one of the sandbox.')
  }
  if (LEADS_TO[outcome].includes(payment.state)) return payment
  if (payment.state !== 'started') return refuse('payment-settled', 'This payment has been reported already.')
  if (card !== undefined && outcome !== 'failure') await noteIdentifier(house, house.db, accountId, 'card', card)
  return (await settlePayment(house, paymentId, REPORTS[outcome])) ?? payment
}

const SETTLED_AT_ONCE_MAX = 50

/** Confirms delayed payments that are due. The time stands in the table, so a restart loses none; each settles once, however many processes try. */
export async function confirmDelayed(house: House): Promise<void> {
  const due = await duePayments(house.db, SETTLED_AT_ONCE_MAX)
  for (const id of due) await settlePayment(house, id, { state: 'succeeded' })
}
