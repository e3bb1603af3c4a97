import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { readMemberState } from '#server/accounts/member-state.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer } from '../money-ledger.ts'
import { labelOf, payableFor } from '../payable.ts'
import { paymentById } from '../payment.ts'
import { takeReceiptNumber } from '../store.ts'
import { lockRefund, setNextRound, setRefund, type RefundRow } from './store.ts'

/**
 * A provider's report on a refund. Sent: the provider accepted it and will report. Failed: the money stays here and a cashier handles it.
 * `byBank`: reported by a cashier who sent it from the bank account.
 */
export type RefundReport =
  | { state: 'succeeded'; ref: string | null; byBank?: boolean }
  | { state: 'sent'; ref: string }
  | { state: 'failed'; failure: string; ref?: string }

/**
 * Applies a report about a refund, once. A provider may report that money it had sent came back: then it is booked back, and a cashier
 * handles it. A report is taken as the provider's current state, so a caller that receives an event asks the provider first.
 */
export async function settleRefund(app: App, refundId: string, report: RefundReport): Promise<RefundRow | null> {
  const row = await app.db.transaction().execute((trx) => settleRefundIn(app, trx, refundId, report))
  app.outbox.nudge()
  return row
}

/** Like `settleRefund`, in the caller's transaction. */
export async function settleRefundIn(
  app: App,
  trx: Kysely<object>,
  refundId: string,
  report: RefundReport,
): Promise<RefundRow | null> {
  // Locks the refund's row to the end of the transaction: of two simultaneous reports, the second finds it settled.
  const refund = await lockRefund(trx, refundId)
  if (refund === null || refund.state === report.state || refund.state === 'cancelled') return refund
  const ref = report.ref ?? null
  if (report.state === 'failed') {
    if (refund.state === 'succeeded' && !(await takeMoneyBack(trx, refund))) return refund
    await setRefund(trx, refundId, { state: 'failed', failure: report.failure, ref })
  } else if (refund.state === 'succeeded') return refund
  else if (report.state === 'sent') await setRefund(trx, refundId, { state: 'sent', ref })
  else await sendMoney(app, trx, refund, report)
  return lockRefund(trx, refundId)
}

async function sendMoney(
  app: App,
  trx: Kysely<object>,
  refund: RefundRow,
  { ref, byBank = false }: { ref: string | null; byBank?: boolean },
): Promise<void> {
  const payment = (await paymentById(trx, refund.payment_id))!
  const { account_id: accountId, currency } = payment
  const { amount, reason } = refund
  const receiptNumber = await takeReceiptNumber(trx, 'B', app.now())
  const sentBy = byBank ? 'transfer' : payment.provider
  await setRefund(trx, refund.id, { state: 'succeeded', ref, receiptNumber, sentBy })
  await moveMoney(trx, { ...refund, sent_by: sentBy }, 1)
  const payable = payableFor(app, payment)
  await payable.sentBack?.(trx, payment, amount)
  const what = await labelOf(app, trx, payment)
  // A fee that was paid twice is refunded once: the person is still a member.
  const membershipEnded =
    payment.purpose === 'membership' && (await readMemberState(trx, accountId))?.hasPaidMembershipFee !== true
  const isOtherWay = sentBy !== payment.provider && payment.provider !== 'credit'
  const facts = { amount, currency, what, reason, invoiceId: payment.subject_id, membershipEnded, byBank: isOtherWay }
  await notify(app, trx, { kind: 'refund-sent', accountId, key: `refund-sent:${refund.id}`, facts })
}

/** False: the report is about the provider's own refund, but the money was sent from the bank instead. */
async function takeMoneyBack(trx: Kysely<object>, refund: RefundRow): Promise<boolean> {
  const payment = (await paymentById(trx, refund.payment_id))!
  if (refund.sent_by !== payment.provider) return false
  await moveMoney(trx, refund, -1)
  await setNextRound(trx, refund.id)
  return true
}

/** `sign` 1: the person's money leaves by the provider; -1: it came back. */
async function moveMoney(trx: Kysely<object>, refund: RefundRow, sign: 1 | -1): Promise<void> {
  const payment = (await paymentById(trx, refund.payment_id))!
  const amount = sign * refund.amount
  await recordTransfer(trx, {
    key: `refund-${sign === 1 ? 'sent' : 'returned'}:${refund.id}:${refund.round}`,
    paymentId: payment.id,
    memo: sign === 1 ? 'Refund sent' : 'Refund returned',
    currency: payment.currency,
    entries: [
      { account: accounts.credit(payment.account_id), amount },
      { account: accounts.provider(refund.sent_by ?? payment.provider), amount: -amount },
    ],
  })
}
