import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { forbidden, notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { refundPayment, UNDER_DISPUTE } from '../refunds/owe-back.ts'
import { settleRefundIn } from '../refunds/settle-refund.ts'
import { lockRefund, refundById, setAskedAgain, type RefundRow } from '../refunds/store.ts'
import { leftOf, lockPayment, paymentById } from '../payment.ts'

/** A cashier refunds a payment: `amount` of it (minor units), or all that remains. */
export async function refundByCashier(
  app: App,
  actorId: string,
  paymentId: string,
  { amount, reason }: { amount?: number | undefined; reason: string },
): Promise<RefundRow | Refusal> {
  const done = await app.db.transaction().execute(async (trx) => {
    // Locks the payment to the end of the transaction, so that the remaining amount is refunded only once.
    const payment = await lockPayment(trx, paymentId)
    if (payment === null) throw notFound('this payment')
    // Four-eyes rule, as for documents: no one refunds their own payment.
    if (payment.account_id === actorId) throw forbidden('You can’t refund your own payment. Ask a colleague.')
    const left = leftOf(payment)
    if (payment.disputed > 0) return refuse('payment-disputed', UNDER_DISPUTE)
    if (left === 0) return refuse('nothing-to-refund', 'There’s nothing left of this payment to refund.', { left })
    const wish = { amount: amount ?? left, cause: 'cashier' as const, reason, actorId }
    const refund = await refundPayment(app, trx, paymentId, wish)
    if (refund instanceof Refusal) return refund
    const after = { refundId: refund.id, amount: refund.amount }
    await audit(trx, { actorId, action: 'refund-payment', subjectKind: 'payment', subjectId: paymentId, after, reason })
    return { refund, accountId: payment.account_id }
  })
  if (done instanceof Refusal) return done
  accountChanged(app, done.accountId)
  app.outbox.nudge()
  return done.refund
}

/** A cashier has sent a refund from the bank, or has its provider retry it: of two who say so at once, the second is refused. */
export async function settleByHand(
  app: App,
  actorId: string,
  refundId: string,
  how: 'sent-by-bank' | 'try-again',
): Promise<RefundRow | Refusal> {
  const refused = await app.db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, refundId)
    if (refund === null) throw notFound('this refund')
    const payment = await paymentById(trx, refund.payment_id)
    if (payment?.account_id === actorId) throw forbidden('You can’t send a refund to yourself. Ask a colleague.')
    const mayTry = how === 'sent-by-bank' || refund.state === 'failed'
    if ((refund.state !== 'by-hand' && refund.state !== 'failed') || !mayTry) {
      return refuse('refund-settled', 'This refund isn’t waiting for a cashier.')
    }
    if (how === 'try-again') await setAskedAgain(trx, refundId)
    else await settleRefundIn(app, trx, refundId, { state: 'succeeded', ref: null, byBank: true })
    const before = { state: refund.state, failure: refund.failure }
    const action = how === 'try-again' ? 'retry-refund' : 'send-refund'
    await audit(trx, { actorId, action, subjectKind: 'refund', subjectId: refundId, before })
    return null
  })
  if (refused !== null) return refused
  app.outbox.nudge()
  return (await refundById(app.db, refundId))!
}
