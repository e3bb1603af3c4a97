import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer } from '../money-ledger.ts'
import { payablesOf } from '../payable.ts'
import { paymentOfReference, type PaymentRow } from '../store.ts'
import type { BankRow } from './bank-rows.ts'
import { numbersIn, referencesIn } from './reference.ts'
import { insertLine, setHint } from './store.ts'
import { refusalOfTransfer, transferFor } from './transfer-for.ts'
import { useLine } from './use-line.ts'

export type Taken = {
  outcome: 'known' | 'matched' | 'unmatched' | 'outgoing' | 'other-currency'
  settled: PaymentRow[]
}

/**
 * Takes one row of a bank's file, once. Money in is booked, and used for what its text names: a payment by its reference, or an invoice by
 * its number. Money out is kept as a line alone: what left the account is in the books when a cashier says so of a refund.
 */
export async function takeRow(house: House, trx: Kysely<object>, importId: string, row: BankRow): Promise<Taken> {
  const line = await insertLine(trx, importId, row)
  if (line === null) return { outcome: 'known', settled: [] }
  if (row.kind === 'out') return { outcome: 'outgoing', settled: [] }
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
    await setHint(trx, line.id, `It came in ${row.currency}. Handle it by hand: send it back from the bank.`)
    return { outcome: 'other-currency', settled: [] }
  }
  const payment = (await paymentNamed(trx, row)) ?? (await invoiceNamed(house, trx, row)) ?? whyNone(row)
  if (typeof payment === 'string') {
    await setHint(trx, line.id, payment)
    return { outcome: 'unmatched', settled: [] }
  }
  return { outcome: 'matched', ...(await useLine(house, trx, line, payment.id)) }
}

/** The payment whose reference the payer wrote, or why it cannot be used; null: no reference is one of ours. */
async function paymentNamed(trx: Kysely<object>, { text, currency }: BankRow): Promise<PaymentRow | string | null> {
  const payments: PaymentRow[] = []
  for (const reference of referencesIn(text).found) {
    const payment = await paymentOfReference(trx, reference)
    if (payment !== null) payments.push(payment)
  }
  const [payment, ...more] = payments
  if (payment === undefined) return null
  if (more.length > 0) return 'It names several payments.'
  if (payment.currency !== currency) return `It names a payment in ${payment.currency}.`
  return (await refusalOfTransfer(trx, payment.account_id))?.message ?? payment
}

/** The transfer for the invoice whose number the payer wrote, or why there is none; null: no number is one of ours. */
async function invoiceNamed(
  house: House,
  trx: Kysely<object>,
  { text, currency }: BankRow,
): Promise<PaymentRow | string | null> {
  for (const [purpose, payable] of payablesOf(house)) {
    const [one, ...more] = (await payable.numbered?.(trx, numbersIn(text))) ?? []
    if (one === undefined) continue
    if (more.length > 0) return 'It names several invoices.'
    if (one.amount === 0) return `${one.label}: nothing is left to pay.`
    if (one.currency !== currency) return `It names an invoice in ${one.currency}.`
    const payment = await transferFor(house, trx, { ...one, purpose })
    return payment instanceof Refusal ? payment.message : payment
  }
  return null
}

function whyNone({ text }: BankRow): string {
  const { found, slips } = referencesIn(text)
  if (found.length > 0) return 'Its reference isn’t one of ours.'
  return slips.length > 0 ? 'Its reference has a slip: the check digits do not fit.' : 'It names no reference.'
}
