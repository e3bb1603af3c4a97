import type { Kysely } from 'kysely'
import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { House } from '#server/platform/house.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { leftOf, lockPayment, membershipPayment, type PaymentRow } from '../store.ts'
import { refundPayment, UNDER_DISPUTE } from './owe-back.ts'
import { whyFeeStays } from './refund-rules.ts'
import type { RefundRow } from './store.ts'

const DAY_MS = 86_400_000
/** A bid that was under way when the refund was asked for is in the books by then; see `send-refunds.ts`. */
const GRACE_MS = 10_000

/** Until when the person may take the fee back, in ms; or why that cannot be. Source: the product, "Membership fee". */
export async function feeRefundableUntil<T>(
  house: House,
  db: Kysely<T>,
  accountId: string,
): Promise<{ payment: PaymentRow; until: number } | Refusal> {
  const payment = await membershipPayment(db, accountId)
  if (payment === null || payment.settled_at === null) {
    return refuse('not-paid', 'There is no fee of yours here that could go back.')
  }
  const { membershipRefundDays } = await readHouseTerms(house)
  const until = payment.settled_at + membershipRefundDays * DAY_MS
  if (payment.disputed > 0) return refuse('payment-disputed', UNDER_DISPUTE)
  if (house.now() >= until) {
    return refuse('refund-time-over', `The fee can be taken back within ${membershipRefundDays} days of paying it.`)
  }
  return (await whyFeeStays(house, db, accountId)) ?? { payment, until }
}

/** The person takes the fee back: membership ends at once, the money follows. Asking twice is asking once. */
export async function refundOwnFee(house: House, accountId: string): Promise<RefundRow | Refusal> {
  const answer = await house.db.transaction().execute(async (trx) => {
    const open = await feeRefundableUntil(house, trx, accountId)
    if (open instanceof Refusal) return open
    // Locks the payment to the end of the transaction: of two requests at once the second finds it refunded.
    const row = await lockPayment(trx, open.payment.id)
    const wish = {
      amount: leftOf(row!),
      cause: 'person' as const,
      reason: 'You took the membership fee back.',
      actorId: accountId,
      waitMs: GRACE_MS,
    }
    return refundPayment(house, trx, row!.id, wish)
  })
  if (!(answer instanceof Refusal)) accountChanged(house, accountId)
  return answer
}

/** The topic with which the verification room says that a person's identity was refused for good; payload: {@link RejectedFinally}. */
export const REJECTED_FINALLY = 'verification-rejected-finally'
export type RejectedFinally = { accountId: string }

/** Sends the fee back because the identity was refused for good, in the outbox's transaction. Told twice, it goes back once. */
export async function refundOnRejection(
  house: House,
  trx: Kysely<object>,
  { accountId }: RejectedFinally,
): Promise<void> {
  const payment = await membershipPayment(trx, accountId)
  if (payment === null) return
  const answer = await refundPayment(house, trx, payment.id, {
    amount: leftOf(payment),
    cause: 'rejected',
    reason: 'Your identity could not be verified, so the membership fee goes back to you.',
    actorId: null,
  })
  // Told at the same moment by another process: the fee is on its way back already. Disputed: it goes back if the house wins.
  const isSettled = answer instanceof Refusal && ['nothing-to-refund', 'payment-disputed'].includes(answer.code)
  if (answer instanceof Refusal && !isSettled) throw new Error(answer.message)
}
