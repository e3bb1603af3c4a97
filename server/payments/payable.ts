import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import type { Refusal } from '#server/platform/problem.ts'
import type { PaymentRow } from './payment.ts'

/** What can be paid. Each feature adds its own: the membership fee, invoices. */
export type Payable = {
  /** The amount due in minor units, or why nothing can be paid; checked again by `paid`. */
  due<T>(
    db: Kysely<T>,
    accountId: string,
    subjectId: string | null,
  ): Promise<{ amount: number; currency: string } | Refusal>
  /** Locks the payments of an item that can be paid in parts, then the item: what is due stays so to the end of the transaction. */
  lock?(trx: Kysely<object>, subjectId: string): Promise<void>
  /** The description of the transfer in the money ledger. */
  memo: string
  /** The other side of the ledger entry, such as `income:membership`. */
  ledgerAccount(payment: PaymentRow): string
  /** True: paid in full or not at all. Otherwise each part of a split transfer becomes a payment that settles separately. */
  whole?: boolean
  /**
   * Records that it is paid, in the transaction that settles the payment, with the item locked. False: less is left
   * to pay than this (another payment came first), or it can no longer be paid (`whyNot`), and nothing was changed.
   */
  paid(trx: Kysely<object>, payment: PaymentRow): Promise<boolean>
  /** Why `paid` refused, for the person whose money is then refunded; null or missing: another payment came first. */
  whyNot?<T>(db: Kysely<T>, payment: PaymentRow): Promise<string | null>
  /**
   * Records that `amount` of a payment is refunded, in the transaction that requests the refund. A refusal says why it can't be.
   * Without this, such a payment can only be refunded through `oweBack`, by the feature that has the reason (a credit note).
   */
  unpaid?(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<Refusal | null>
  /**
   * Records that the payer's bank reversed `amount` of a payment for good, in the transaction that books it. The payment's row is
   * locked and already reduced by the amount.
   */
  chargedBack(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<void>
  /** A dispute about a payment was won: does what had to wait for it, such as a pending refund of the fee. */
  kept?(trx: Kysely<object>, payment: PaymentRow): Promise<void>
  /**
   * Why a refund that the person asked for is not sent after all, judged before the money leaves: a bid that was under way when they
   * asked has been accepted since. Null: it is sent.
   */
  refundStopped?<T>(db: Kysely<T>, payment: PaymentRow): Promise<Refusal | null>
  /** Records that `amount` of a payment has left our account as a refund, in the transaction that books it. */
  sentBack?(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<void>
  /** Called after the commit of `paid` or `unpaid`. */
  settled?(payment: PaymentRow): void
  /** Labels of payments by their `subject_id`, such as `Invoice 2026-000001`; `memo` if one is missing. */
  describe?<T>(db: Kysely<T>, subjectIds: string[]): Promise<Map<string, string>>
  /** For each of these words (part of a name, email or number), up to ten matching owed items, for matching money by hand. */
  owed?<T>(db: Kysely<T>, words: string[]): Promise<(Owed & { typed: string })[]>
  /** Items with one of these numbers, such as `2026-000007`, which payers write on a transfer; `amount` 0: nothing is owed. */
  numbered?<T>(db: Kysely<T>, numbers: string[]): Promise<(Owed & { number: string })[]>
  /**
   * Records that `amount` of a payment was never meant for this, in the transaction that reverses its entries: the transfer was
   * matched to it by mistake.
   */
  undone(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<void>
}

/** An unpaid item of a person; amount in minor units. */
export type Owed = {
  accountId: string
  person: string
  subjectId: string | null
  label: string
  amount: number
  currency: string
}

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    /** What can be paid, by the purpose of the payment. */
    payables: Map<PaymentRow['purpose'], Payable>
  }
}

export function payableFor({ extensions }: App, payment: Pick<PaymentRow, 'purpose'>): Payable {
  const payable = extensions.payables.get(payment.purpose)
  if (payable === undefined) throw new Error(`no feature handles payments for the purpose ${payment.purpose}`)
  return payable
}

type Described = Pick<PaymentRow, 'purpose' | 'subject_id'>

/** Labels of payments for lists and receipts: one read for all payments of a purpose. */
export async function labelsOf<P extends Described, T>(
  app: App,
  db: Kysely<T>,
  payments: readonly P[],
): Promise<Map<P, string>> {
  const labels = new Map<P, string>()
  for (const purpose of new Set(payments.map((payment) => payment.purpose))) {
    const payable = payableFor(app, { purpose })
    const same = payments.filter((payment) => payment.purpose === purpose)
    const subjects = same.flatMap(({ subject_id: id }) => (id === null ? [] : [id]))
    const described = subjects.length === 0 ? undefined : await payable.describe?.(db, subjects)
    for (const payment of same) labels.set(payment, described?.get(payment.subject_id ?? '') ?? payable.memo)
  }
  return labels
}

/** {@link labelsOf} one payment. */
export async function labelOf<T>(app: App, db: Kysely<T>, payment: Described): Promise<string> {
  return (await labelsOf(app, db, [payment])).get(payment)!
}
