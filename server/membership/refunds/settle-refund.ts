import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { readStanding } from '#server/accounts/staff/change-standing.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import { paymentById, takeReceiptNumber } from '../store.ts'
import { lockRefund, setNextRound, setRefund, type RefundRow } from './store.ts'

/**
 * What a provider says of a refund. Sent: it has it, and will tell. Failed: the money stays here; a cashier sees to it. `byBank`: a
 * cashier says so, who sent it from the bank account.
 */
export type RefundReport =
  | { state: 'succeeded'; ref: string | null; byBank?: boolean }
  | { state: 'sent'; ref: string }
  | { state: 'failed'; failure: string; ref?: string }

/**
 * Takes a report about a refund, once. A provider may say of money it had sent that it came back: then it is booked back, and a
 * cashier sees to it. Reports are taken as the provider's present word, so a caller that receives an event asks the provider first.
 */
export async function settleRefund(house: House, refundId: string, report: RefundReport): Promise<RefundRow | null> {
  const row = await house.db.transaction().execute(async (trx) => {
    // Locks the refund's row to the end of the transaction: of two reports at once the second finds it settled.
    const refund = await lockRefund(trx, refundId)
    if (refund === null || refund.state === report.state || refund.state === 'cancelled') return refund
    const ref = report.ref ?? null
    if (report.state === 'failed') {
      if (refund.state === 'succeeded' && !(await takeMoneyBack(trx, refund))) return refund
      await setRefund(trx, refundId, { state: 'failed', failure: report.failure, ref })
    } else if (refund.state === 'succeeded') return refund
    else if (report.state === 'sent') await setRefund(trx, refundId, { state: 'sent', ref })
    else await sendMoney(house, trx, refund, report)
    return lockRefund(trx, refundId)
  })
  house.outbox.nudge()
  return row
}

async function sendMoney(
  house: House,
  trx: Kysely<object>,
  refund: RefundRow,
  { ref, byBank = false }: { ref: string | null; byBank?: boolean },
): Promise<void> {
  const payment = (await paymentById(trx, refund.payment_id))!
  const { account_id: accountId, currency } = payment
  const { amount, reason } = refund
  const receiptNumber = await takeReceiptNumber(trx, 'B', house.now())
  const sentBy = byBank ? 'transfer' : payment.provider
  await setRefund(trx, refund.id, { state: 'succeeded', ref, receiptNumber, sentBy })
  await moveMoney(trx, { ...refund, sent_by: sentBy }, 1)
  const payable = payableFor(house, payment)
  await payable.sentBack?.(trx, payment, amount)
  const what = (await payable.describe?.(trx, payment)) ?? payable.memo
  // A fee that was paid twice goes back once: the person is a member still.
  const membershipEnded =
    payment.purpose === 'membership' && (await readStanding(trx, accountId))?.hasPaidMembershipFee !== true
  const facts = { amount, currency, what, reason, invoiceId: payment.subject_id, membershipEnded }
  await notify(house, trx, { kind: 'refund-sent', accountId, key: `refund-sent:${refund.id}`, facts })
}

/** False: the provider speaks of its own refund, and the money went from the bank instead. */
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
    memo: sign === 1 ? 'Refund sent' : 'Refund came back',
    currency: payment.currency,
    entries: [
      { account: accounts.credit(payment.account_id), amount },
      { account: accounts.provider(refund.sent_by ?? payment.provider), amount: -amount },
    ],
  })
}
