import type { Kysely } from 'kysely'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { App } from '#server/platform/app.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { leftOf, lockPayment, paidPaymentFor, type PaymentRow } from '#server/payments/payment.ts'
import { refundPayment, UNDER_DISPUTE, type RefundRow } from '#server/payments/refunds/owe-back.ts'
import { refusalOf } from './fee-rules.ts'

const DAY_MS = 86_400_000
/** By then, a bid in progress when the refund was requested is recorded; see `send-refunds.ts`. */
const GRACE_MS = 10_000

/** Until when the person can get the fee refunded, in ms; or why not. Source: the product, "Membership fee". */
export async function feeRefundableUntil<T>(
  app: App,
  db: Kysely<T>,
  accountId: string,
): Promise<{ payment: PaymentRow; until: number } | Refusal> {
  const payment = await paidPaymentFor(db, accountId, 'membership')
  if (payment === null || payment.settled_at === null) {
    return refuse('not-paid', 'You don’t have a membership fee to refund.')
  }
  const { membershipRefundDays } = await readCompanyTerms(app)
  const until = payment.settled_at + membershipRefundDays * DAY_MS
  if (payment.disputed > 0) return refuse('payment-disputed', UNDER_DISPUTE)
  if (app.now() >= until) {
    return refuse('refund-time-over', `The ${membershipRefundDays} days for a refund of the fee are over.`)
  }
  return (await refusalOf(app.extensions.feeStaysWhen, db, accountId)) ?? { payment, until }
}

/** The person asks for a refund of the fee: membership ends immediately, the money follows. Idempotent. */
export async function refundOwnFee(app: App, accountId: string): Promise<RefundRow | Refusal> {
  const answer = await app.db.transaction().execute(async (trx) => {
    const open = await feeRefundableUntil(app, trx, accountId)
    if (open instanceof Refusal) return open
    // Locks the payment to the end of the transaction: of two simultaneous requests, the second finds it refunded.
    const row = await lockPayment(trx, open.payment.id)
    const wish = {
      amount: leftOf(row!),
      cause: 'person' as const,
      reason: 'You asked for a refund of the membership fee.',
      actorId: accountId,
      waitMs: GRACE_MS,
    }
    return refundPayment(app, trx, row!.id, wish)
  })
  if (!(answer instanceof Refusal)) accountChanged(app, accountId)
  return answer
}

/** Refunds the fee of a finally rejected person, in the outbox's transaction. A repeated message refunds it only once. */
export async function refundOnRejection(app: App, trx: Kysely<object>, accountId: string): Promise<void> {
  const payment = await paidPaymentFor(trx, accountId, 'membership')
  if (payment === null) return
  const answer = await refundPayment(app, trx, payment.id, {
    amount: leftOf(payment),
    cause: 'rejected',
    reason: 'We couldn’t verify your identity, so we’re refunding your membership fee.',
    actorId: null,
  })
  // Another process was faster: the refund is already under way. If disputed, the fee is refunded if we win the dispute.
  const isSettled = answer instanceof Refusal && ['nothing-to-refund', 'payment-disputed'].includes(answer.code)
  if (answer instanceof Refusal && !isSettled) throw new Error(answer.message)
}
