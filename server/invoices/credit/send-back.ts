import type { Kysely } from 'kysely'
import { oweBack } from '#server/membership/refunds/owe-back.ts'
import type { House } from '#server/platform/house.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { refundablePayments } from '../payment/payment-store.ts'

export type Back = {
  invoiceId: string
  /** Minor units. */
  amount: number
  /** Stands on the credit note, and on the receipt of the money that goes back. */
  reason: string
  actorId: string | null
}

/** Has money paid for an invoice sent back by the ways it came, the latest payment first. The payments are locked (`lockPayments`). */
export async function sendBack(house: House, trx: Kysely<object>, back: Back): Promise<Refusal | null> {
  const { reason, actorId } = back
  let left = back.amount
  for (const { id, refundable } of await refundablePayments(trx, back.invoiceId)) {
    const amount = Math.min(left, refundable)
    if (amount === 0) break
    const refund = await oweBack(house, trx, id, { amount, cause: 'cashier', reason, actorId })
    if (refund instanceof Refusal) return refund
    left -= amount
  }
  return left === 0 ? null : refuse('refund-not-possible', 'The payments of this invoice do not hold that much.')
}
