import type { Kysely } from 'kysely'
import type { Refusal } from '#server/platform/problem.ts'
import type { PaymentRow } from './store.ts'

/** What can be paid. The membership fee is this room's; later rooms add what is theirs. */
export type Payable = {
  /** The amount due in minor units, or why nothing can be paid; judged again by `paid`. */
  due<T>(
    db: Kysely<T>,
    accountId: string,
    subjectId: string | null,
  ): Promise<{ amount: number; currency: string } | Refusal>
  /** Stands on the transfer in the money ledger. */
  memo: string
  /** The other side of the ledger entry, such as `income:membership`. */
  ledgerAccount(payment: PaymentRow): string
  /**
   * Makes true that it is paid, in the transaction that settles the payment, under a lock on what is paid. False: there is less left
   * to pay than this (another payment came first), and nothing was changed.
   */
  paid(trx: Kysely<object>, payment: PaymentRow): Promise<boolean>
  /** After the commit. */
  settled?(payment: PaymentRow): void
}

export type Payables = Map<PaymentRow['purpose'], Payable>

/** What can be paid in this house; rooms add to it while they are set up. */
const known = new WeakMap<object, Payables>()

/** `house`: whose payables. One map a house, so that tests with several houses do not share one. */
export function payablesOf(house: object): Payables {
  const payables = known.get(house) ?? new Map<PaymentRow['purpose'], Payable>()
  known.set(house, payables)
  return payables
}
