import type { Kysely } from 'kysely'
import { keptAccountOf } from '#server/accounts/merge/accounts-of.ts'
import type { App } from '#server/platform/app.ts'
import { Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer } from '../money-ledger.ts'
import type { PaymentRow } from '../payment.ts'
import { paymentOfReference } from '../store.ts'
import type { BankRow } from './bank-rows.ts'
import { claimOutgoing } from './outgoing-lines.ts'
import { namedIn, referencesIn } from './reference.ts'
import { type Asking, recognizer } from './recognize.ts'
import { insertLine, isOtherMoney, setFingerprint, setHint } from './store.ts'
import { refusalOfTransfer, transferFor } from './transfer-for.ts'
import { useLine } from './use-line.ts'

export type Taken = {
  outcome: 'known' | 'id-reused' | 'matched' | 'unmatched' | 'outgoing' | 'other-currency'
  settled: PaymentRow[]
}

/**
 * Imports one row of a bank's file, once. Money in is booked, and used for what the row names: a payment by its reference, or an invoice by
 * its number. Money out is booked if a later feature knows what it was for, such as a payout; else the line is only kept: a cashier records
 * the refund it belongs to.
 */
export async function takeRow(app: App, trx: Kysely<object>, asking: Asking, row: BankRow): Promise<Taken> {
  const { isKnown, names } = (await recognizer(trx, [row], asking))(row)
  if (isKnown && !row.hasId) return { outcome: 'known', settled: [] }
  if (names !== null) await setFingerprint(trx, names, row.fingerprint)
  const line = await insertLine(trx, asking.importId, row)
  if (line === null) return { outcome: (await isOtherMoney(trx, row)) ? 'id-reused' : 'known', settled: [] }
  if (row.kind === 'out') {
    const words = await claimOutgoing(trx, app.extensions.outgoingClaims, line)
    if (words !== null) await setHint(trx, line.id, words)
    return { outcome: 'outgoing', settled: [] }
  }
  await recordTransfer(trx, {
    key: `bank-line:${line.id}`,
    memo: 'Bank transfer',
    currency: line.currency,
    entries: [
      { account: accounts.provider('transfer'), amount: line.amount },
      { account: accounts.unmatched, amount: -line.amount },
    ],
  })
  if (row.kind === 'other-currency') {
    await setHint(trx, line.id, `It arrived in ${row.currency}. Handle it by hand: send it back from the bank.`)
    return { outcome: 'other-currency', settled: [] }
  }
  const payment = (await paymentNamed(app, trx, row)) ?? (await invoiceNamed(app, trx, row)) ?? whyNone(row)
  if (typeof payment === 'string') {
    await setHint(trx, line.id, payment)
    return { outcome: 'unmatched', settled: [] }
  }
  return { outcome: 'matched', ...(await useLine(app, trx, line, payment.id)) }
}

/** The payment whose reference the payer wrote, or why it cannot be used; null: the row has none of our references. */
async function paymentNamed(app: App, trx: Kysely<object>, row: BankRow): Promise<PaymentRow | string | null> {
  const payments: PaymentRow[] = []
  for (const reference of namedIn(row).references) {
    const payment = await paymentOfReference(trx, reference)
    if (payment !== null) payments.push(payment)
  }
  const [payment, ...more] = payments
  if (payment === undefined) return null
  if (more.length > 0) return 'It contains several payment references.'
  if (payment.currency !== row.currency) return `It refers to a payment in ${payment.currency}.`
  const keptId = await keptAccountOf(trx, payment.account_id)
  const refusal = await refusalOfTransfer(trx, keptId)
  if (refusal !== null) return refusal.message
  if (keptId === payment.account_id) return payment
  // The account was merged: the money counts for the one that stays, and is its credit if that owes nothing.
  const { purpose, subject_id: subjectId } = payment
  const own = await transferFor(app, trx, { accountId: keptId, purpose, subjectId })
  return own instanceof Refusal ? payment : own
}

/** The transfer for the invoice whose number the payer wrote, or why there is none; null: the row has none of our numbers. */
async function invoiceNamed(app: App, trx: Kysely<object>, row: BankRow): Promise<PaymentRow | string | null> {
  const { numbers } = namedIn(row)
  for (const [purpose, payable] of app.extensions.payables) {
    const [one, ...more] = (await payable.numbered?.(trx, numbers)) ?? []
    if (one === undefined) continue
    if (more.length > 0) return 'It refers to several invoices.'
    if (one.amount === 0) return `${one.label}: nothing is left to pay.`
    if (one.currency !== row.currency) return `It refers to an invoice in ${one.currency}.`
    const payment = await transferFor(app, trx, { ...one, purpose })
    return payment instanceof Refusal ? payment.message : payment
  }
  return null
}

function whyNone({ text }: BankRow): string {
  const { found, slips } = referencesIn(text)
  if (found.length > 0) return 'Its reference isn’t one of ours.'
  return slips.length > 0 ? 'Its reference has a typo: the check digits don’t match.' : 'It has no reference.'
}
