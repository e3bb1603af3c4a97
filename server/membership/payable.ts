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
  /** True: it is paid as a whole or not at all. Otherwise a transfer in parts is several payments, each settled by itself. */
  whole?: boolean
  /**
   * Makes true that it is paid, in the transaction that settles the payment, under a lock on what is paid. False: there is less left
   * to pay than this (another payment came first), or it cannot be paid any more (`whyNot`), and nothing was changed.
   */
  paid(trx: Kysely<object>, payment: PaymentRow): Promise<boolean>
  /** Why `paid` said no, for the person whose money then goes back; null, or missing: another payment came first. */
  whyNot?<T>(db: Kysely<T>, payment: PaymentRow): Promise<string | null>
  /**
   * Makes true that `amount` of a payment goes back, in the transaction that asks for the refund. A refusal: it does not, and why.
   * Without this, a payment of the kind goes back through `oweBack` alone, by the room that knows why (a credit note).
   */
  unpaid?(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<Refusal | null>
  /**
   * Makes true that the payer's bank took `amount` of a payment back for good, in the transaction that books it. The payment's row is
   * locked and has the amount taken off.
   */
  chargedBack(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<void>
  /** A dispute about a payment was won: what had to wait for that, such as a fee that was to go back meanwhile. */
  kept?(trx: Kysely<object>, payment: PaymentRow): Promise<void>
  /** Makes true that `amount` of a payment has left us and is on its way back, in the transaction that books it. */
  sentBack?(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<void>
  /** After the commit of what `paid` or `unpaid` did. */
  settled?(payment: PaymentRow): void
  /** What the payment is for, in words for receipts, such as `Invoice 2026-000001`; `memo` where it is missing. */
  describe?<T>(db: Kysely<T>, payment: PaymentRow): Promise<string>
  /** Up to ten of what is owed and fits what a cashier typed (part of a name, an address, a number), for matching money by hand. */
  owed?<T>(db: Kysely<T>, typed: string): Promise<Owed[]>
  /** What has one of these numbers, such as `2026-000007`, which payers write into a transfer; `amount` 0: nothing is left to pay. */
  numbered?<T>(db: Kysely<T>, numbers: string[]): Promise<(Owed & { number: string })[]>
  /**
   * Makes true that `amount` of a payment never was one for this, in the transaction that reverses its entries: the transfer had been
   * matched to it by mistake.
   */
  undone(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<void>
}

/** Something of a person that waits to be paid; amount in minor units. */
export type Owed = {
  accountId: string
  person: string
  subjectId: string | null
  label: string
  amount: number
  currency: string
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

export function payableFor(house: object, payment: Pick<PaymentRow, 'purpose'>): Payable {
  const payable = payablesOf(house).get(payment.purpose)
  if (payable === undefined) throw new Error(`no room of this house is paid for the purpose ${payment.purpose}`)
  return payable
}
