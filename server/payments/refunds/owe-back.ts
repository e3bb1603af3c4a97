import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import { leftOf, lockPayment, type PaymentRow } from '../payment.ts'
import { returnToGrant } from '../grants/grants.ts'
import { grantOfPayment } from '../grants/store.ts'
import { addRefunded } from '../store.ts'
import { insertRefund, setRefund, type RefundCause, type RefundRow } from './store.ts'

export type { RefundRow }

export type RefundWish = {
  /** Minor units. */
  amount: number
  cause: RefundCause
  /** Shown on the receipt and in the message to the person. */
  reason: string
  actorId: string | null
  /** Not sent before this time. */
  waitMs?: number
}

export const UNDER_DISPUTE =
  'A bank is reviewing this payment and holds the money. You can refund it once the bank has decided.'

/**
 * Owes part or all of a payment back to the person, and has it refunded by the original method: from this transaction on the money is the person's
 * (`credit:<person>` in the ledger, taken from what the payment had paid). The calling feature first records what this means for the item,
 * such as a credit note. Refuses more than the payment has left.
 */
export async function oweBack(
  app: App,
  trx: Kysely<object>,
  paymentId: string,
  wish: RefundWish,
): Promise<RefundRow | Refusal> {
  const row = await lockPayment(trx, paymentId)
  if (row === null) throw new Error(`payment ${paymentId} is not there`)
  if (row.state !== 'succeeded' || wish.amount > leftOf(row)) return tooMuch(row)
  const grantId = row.provider === 'credit' ? await grantOfPayment(trx, paymentId) : null
  const refund = grantId === null ? await openRefund(trx, row, wish) : await giveBackCredit(trx, row, wish, grantId)
  await recordTransfer(trx, {
    key: `refund-asked:${refund.id}`,
    paymentId,
    memo: `Refund: ${payableFor(app, row).memo}`,
    currency: row.currency,
    entries: [
      { account: payableFor(app, row).ledgerAccount(row), amount: wish.amount },
      { account: accounts.credit(row.account_id), amount: -wish.amount },
    ],
  })
  return refund
}

/** Like `oweBack`, but first asks the payment's own feature whether and how the item can be refunded. */
export async function refundPayment(
  app: App,
  trx: Kysely<object>,
  paymentId: string,
  wish: RefundWish,
): Promise<RefundRow | Refusal> {
  const row = await lockPayment(trx, paymentId)
  if (row === null) throw new Error(`payment ${paymentId} is not there`)
  // Parts of a transfer that was never completed are the person's already.
  if (row.state === 'pending' && row.received > 0 && wish.amount === row.received) {
    return openRefund(trx, row, wish)
  }
  if (row.state !== 'succeeded' || wish.amount > leftOf(row)) return tooMuch(row)
  const { unpaid } = payableFor(app, row)
  if (unpaid === undefined) {
    return refuse('not-refundable', 'Correct the invoice with a credit note instead. That refunds the money, too.')
  }
  return (await unpaid(trx, row, wish.amount)) ?? (await oweBack(app, trx, paymentId, wish))
}

/** Refunds everything that arrived for something already paid; it is booked as the person's. */
export async function askSurplusBack(app: App, trx: Kysely<object>, paymentId: string): Promise<RefundRow> {
  const row = (await lockPayment(trx, paymentId))!
  const payable = payableFor(app, row)
  const reason = (await payable.whyNot?.(trx, row)) ?? `${payable.memo}: this was already paid.`
  return openRefund(trx, row, { amount: leftOf(row), cause: 'surplus', reason, actorId: null })
}

async function openRefund(trx: Kysely<object>, row: PaymentRow, wish: RefundWish): Promise<RefundRow> {
  await addRefunded(trx, row.id, wish.amount)
  const { amount, cause, reason, actorId, waitMs = 0 } = wish
  // One that waits may still be stopped: a cashier gets it when it is ready.
  const state = isSentByHand(row) && waitMs === 0 ? 'by-hand' : 'asked'
  return insertRefund(trx, { payment_id: row.id, amount, cause, reason, actor_id: actorId, state, waitMs })
}

/** A bank transfer doesn't name an account for refunds: a cashier sends the money. */
export function isSentByHand({ provider }: PaymentRow): boolean {
  return provider === 'transfer' || provider === 'credit'
}

/** Nothing is sent: the credit that paid is the person's credit again. */
async function giveBackCredit(
  trx: Kysely<object>,
  row: PaymentRow,
  wish: RefundWish,
  grantId: string,
): Promise<RefundRow> {
  await addRefunded(trx, row.id, wish.amount)
  await returnToGrant(trx, grantId, wish.amount)
  const { amount, cause, reason, actorId } = wish
  const refund = await insertRefund(trx, {
    payment_id: row.id,
    amount,
    cause,
    reason,
    actor_id: actorId,
    state: 'by-hand',
    waitMs: 0,
  })
  await setRefund(trx, refund.id, { state: 'succeeded', sentBy: 'credit' })
  return { ...refund, state: 'succeeded', sent_by: 'credit' }
}

function tooMuch(row: PaymentRow): Refusal {
  if (row.disputed > 0) return refuse('payment-disputed', UNDER_DISPUTE)
  const left = row.state === 'succeeded' ? leftOf(row) : 0
  return refuse('nothing-to-refund', 'You can’t refund more than is left of the payment.', { left })
}
