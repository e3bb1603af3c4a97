import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import { addRefunded, leftOf, lockPayment, type PaymentRow } from '../store.ts'
import { insertRefund, type RefundCause, type RefundRow } from './store.ts'

export type RefundWish = {
  /** Minor units. */
  amount: number
  cause: RefundCause
  /** Stands on the receipt and in the message to the person. */
  reason: string
  actorId: string | null
  /** Not sent before that time has passed. */
  waitMs?: number
}

export const UNDER_DISPUTE =
  'A bank is looking into this payment and holds the money. It cannot go back a second way until the bank has decided.'

/**
 * Owes part or all of a payment back to its person, and has it sent by the way it came: the money is the person's from this
 * transaction on (`credit:<person>` in the ledger, taken from what the payment had paid). The room that calls says first what it means
 * for the subject, such as a credit note. Refuses more than is left of the payment.
 */
export async function oweBack(
  house: House,
  trx: Kysely<object>,
  paymentId: string,
  wish: RefundWish,
): Promise<RefundRow | Refusal> {
  const row = await lockPayment(trx, paymentId)
  if (row === null) throw new Error(`payment ${paymentId} is not there`)
  if (row.state !== 'succeeded' || wish.amount > leftOf(row)) return tooMuch(row)
  const refund = await openRefund(trx, row, wish)
  await recordTransfer(trx, {
    key: `refund-asked:${refund.id}`,
    paymentId,
    memo: `Refund: ${payableFor(house, row).memo}`,
    currency: row.currency,
    entries: [
      { account: payableFor(house, row).ledgerAccount(row), amount: wish.amount },
      { account: accounts.credit(row.account_id), amount: -wish.amount },
    ],
  })
  return refund
}

/** As `oweBack`, asking the payment's own room whether and how what was paid for goes back. */
export async function refundPayment(
  house: House,
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
  const { unpaid } = payableFor(house, row)
  if (unpaid === undefined) {
    return refuse('not-refundable', 'Correct the invoice with a credit note; the money goes back with it.')
  }
  return (await unpaid(trx, row, wish.amount)) ?? (await oweBack(house, trx, paymentId, wish))
}

/** Sends back all that arrived for something that was paid already; it is booked as the person's. */
export async function askSurplusBack(house: House, trx: Kysely<object>, paymentId: string): Promise<RefundRow> {
  const row = (await lockPayment(trx, paymentId))!
  const payable = payableFor(house, row)
  const reason = (await payable.whyNot?.(trx, row)) ?? `${payable.memo}: this had been paid already.`
  return openRefund(trx, row, { amount: leftOf(row), cause: 'surplus', reason, actorId: null })
}

async function openRefund(trx: Kysely<object>, row: PaymentRow, wish: RefundWish): Promise<RefundRow> {
  await addRefunded(trx, row.id, wish.amount)
  const { amount, cause, reason, actorId, waitMs = 0 } = wish
  // A bank transfer says nothing of an account that money may be sent to: a cashier does that.
  const state = row.provider === 'transfer' || row.provider === 'credit' ? 'by-hand' : 'asked'
  return insertRefund(trx, { payment_id: row.id, amount, cause, reason, actor_id: actorId, state, waitMs })
}

function tooMuch(row: PaymentRow): Refusal {
  if (row.disputed > 0) return refuse('payment-disputed', UNDER_DISPUTE)
  const left = row.state === 'succeeded' ? leftOf(row) : 0
  return refuse('nothing-to-refund', 'No more than what is left of the payment can go back.', { left })
}
