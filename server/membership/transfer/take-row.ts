import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer } from '../money-ledger.ts'
import { paymentOfReference, type PaymentRow } from '../store.ts'
import type { BankRow } from './bank-rows.ts'
import { referencesIn } from './reference.ts'
import { insertLine, setHint } from './store.ts'
import { useLine } from './use-line.ts'

export type Taken = { outcome: 'known' | 'matched' | 'unmatched'; settled: PaymentRow[] }

/** Takes one row of a bank's file, once: books the money, and uses it for the payment whose reference it carries. */
export async function takeRow(house: House, trx: Kysely<object>, importId: string, row: BankRow): Promise<Taken> {
  const line = await insertLine(trx, importId, row)
  if (line === null) return { outcome: 'known', settled: [] }
  await recordTransfer(trx, {
    key: `bank-line:${line.id}`,
    memo: 'Bank transfer',
    currency: line.currency,
    entries: [
      { account: accounts.provider('transfer'), amount: line.amount },
      { account: accounts.unmatched, amount: -line.amount },
    ],
  })
  const payment = await paymentNamed(trx, row)
  if (typeof payment === 'string') {
    await setHint(trx, line.id, payment)
    return { outcome: 'unmatched', settled: [] }
  }
  return { outcome: 'matched', ...(await useLine(house, trx, line, payment.id)) }
}

/** The payment that the payer's words name, or why none is found. */
async function paymentNamed(trx: Kysely<object>, { text, currency }: BankRow): Promise<PaymentRow | string> {
  const { found, slips } = referencesIn(text)
  const payments: PaymentRow[] = []
  for (const reference of found) {
    const payment = await paymentOfReference(trx, reference)
    if (payment !== null) payments.push(payment)
  }
  const [payment, ...more] = payments
  if (more.length > 0) return 'It names several payments.'
  if (payment !== undefined) {
    return payment.currency === currency ? payment : `It names a payment in ${payment.currency}.`
  }
  if (found.length > 0) return 'Its reference is none of ours.'
  return slips.length > 0 ? 'Its reference has a slip: the check digits do not fit.' : 'It names no reference.'
}
