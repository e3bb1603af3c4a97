import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { forbidden, notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { refundPayment, UNDER_DISPUTE } from '../refunds/owe-back.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { lockRefund, refundById, setAskedAgain, type RefundRow } from '../refunds/store.ts'
import { leftOf, lockPayment } from '../store.ts'

/** A cashier sends a payment back: `amount` of it (minor units), or all that is left. */
export async function refundByCashier(
  house: House,
  actorId: string,
  paymentId: string,
  { amount, reason }: { amount?: number | undefined; reason: string },
): Promise<RefundRow | Refusal> {
  const done = await house.db.transaction().execute(async (trx) => {
    // Locks the payment to the end of the transaction: what is left of it is refunded once.
    const payment = await lockPayment(trx, paymentId)
    if (payment === null) throw notFound('this payment')
    // Four eyes, as for documents: nobody pays himself.
    if (payment.account_id === actorId) throw forbidden('Nobody refunds his own payment. Ask a colleague.')
    const left = leftOf(payment)
    if (payment.disputed > 0) return refuse('payment-disputed', UNDER_DISPUTE)
    if (left === 0) return refuse('nothing-to-refund', 'Nothing of this payment is left to send back.', { left })
    const wish = { amount: amount ?? left, cause: 'cashier' as const, reason, actorId }
    const refund = await refundPayment(house, trx, paymentId, wish)
    if (refund instanceof Refusal) return refund
    const after = { refundId: refund.id, amount: refund.amount }
    await audit(trx, { actorId, act: 'refund-payment', subjectKind: 'payment', subjectId: paymentId, after, reason })
    return { refund, accountId: payment.account_id }
  })
  if (done instanceof Refusal) return done
  accountChanged(house, done.accountId)
  house.outbox.nudge()
  return done.refund
}

/** A cashier has sent a refund from the bank, or has its provider try again. */
export async function settleByHand(
  house: House,
  actorId: string,
  refundId: string,
  how: 'sent-by-bank' | 'try-again',
): Promise<RefundRow | Refusal> {
  const known = await refundById(house.db, refundId)
  if (known === null) throw notFound('this refund')
  const refused = await house.db.transaction().execute(async (trx) => {
    const refund = await lockRefund(trx, refundId)
    const mayTry = how === 'sent-by-bank' || refund?.state === 'failed'
    if ((refund?.state !== 'by-hand' && refund?.state !== 'failed') || !mayTry) {
      return refuse('refund-settled', 'This refund does not wait for a cashier.')
    }
    if (how === 'try-again') await setAskedAgain(trx, refundId)
    const before = { state: refund.state, failure: refund.failure }
    const act = how === 'try-again' ? 'retry-refund' : 'send-refund'
    await audit(trx, { actorId, act, subjectKind: 'refund', subjectId: refundId, before })
    return null
  })
  if (refused !== null) return refused
  if (how === 'sent-by-bank') await settleRefund(house, refundId, { state: 'succeeded', ref: null, byBank: true })
  return (await refundById(house.db, refundId))!
}
