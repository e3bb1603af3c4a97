import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { newId } from '#server/platform/id.ts'
import { Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { moneyChanged } from '../money-changed.ts'
import { recordTransfer, type MoneyEntry } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import { askSurplusBack } from '../refunds/owe-back.ts'
import { wordsOfSurplus } from '../settle-payment.ts'
import { insertPayment, lockPayment, setReceived, setSettled, takeReceiptNumber, type PaymentRow } from '../store.ts'
import { noteUse, setUsed, type BankLineRow } from './store.ts'

/** What became of a line: the payments it settled, for `Payable.settled` after the commit. */
export type Used = { settled: PaymentRow[] }

/**
 * Uses what is left of a line (locked by the caller) for a transfer's payment. What is owed as a whole waits until all of it has come;
 * other things take each part as a payment of its own. What is too much stays the person's credit, to be used or sent back by a cashier.
 * Every cent that leaves the line is in the ledger: from `unmatched:bank`, or from the person's credit if it was that already.
 */
export async function useLine(house: House, trx: Kysely<object>, line: BankLineRow, paymentId: string): Promise<Used> {
  // Locks the payment to the end of the transaction: of two lines for it the second sees what the first has paid.
  const payment = await standing(trx, (await lockPayment(trx, paymentId))!)
  const use =
    payableFor(house, payment).whole === true
      ? await useForWhole(house, trx, line, payment)
      : await useForPart(house, trx, line, payment)
  const remaining = line.remaining - use.taken
  // The rest was nobody's and is the person's from now on.
  if (line.account_id === null && remaining > 0)
    use.entries.push({ account: accounts.credit(payment.account_id), amount: -remaining })
  const leaves = line.account_id === null ? line.remaining : use.taken
  const from = line.account_id === null ? accounts.unmatched : accounts.credit(line.account_id)
  await recordTransfer(trx, {
    // A line whose money the payment did not take is used by it again once it is the person's credit: another booking.
    key: `line-use:${line.id}:${payment.id}:${line.account_id === null ? 'first' : 'credit'}:${line.remaining}${line.undone === 0 ? '' : `:${line.undone}`}`,
    paymentId: use.for,
    memo: `Transfer: ${payableFor(house, payment).memo}`,
    currency: line.currency,
    entries: [{ account: from, amount: leaves }, ...use.entries],
  })
  await setUsed(trx, line.id, payment.account_id, remaining)
  if (line.account_id === null && remaining > 0) {
    const { account_id: accountId, currency } = payment
    const key = `credit:${line.id}:${line.undone}`
    await notify(house, trx, { kind: 'credit', accountId, key, facts: { amount: remaining, currency } })
    await moneyChanged(trx, accountId)
  }
  if (use.taken > 0) await noteUse(trx, line.id, use.for, use.taken)
  return { settled: use.settled }
}

/** The payment itself; where its match was undone, one in its place: its number and its receipt count for nothing any more. */
async function standing(trx: Kysely<object>, payment: PaymentRow): Promise<PaymentRow> {
  return payment.undone_at === null ? payment : partOf(trx, payment, payment.amount)
}

type Use = { taken: number; for: string; entries: MoneyEntry[]; settled: PaymentRow[] }

const nothing = (payment: PaymentRow): Use => ({ taken: 0, for: payment.id, entries: [], settled: [] })

async function useForWhole(house: House, trx: Kysely<object>, line: BankLineRow, payment: PaymentRow): Promise<Use> {
  const payable = payableFor(house, payment)
  // What had come of a payment that counts no longer went back.
  if (payment.state === 'succeeded' || payment.refunded > 0) return nothing(payment)
  const held = payment.received
  const taken = Math.min(line.remaining, payment.amount - held)
  const credit = accounts.credit(payment.account_id)
  const isDue = !((await payable.due(trx, payment.account_id, payment.subject_id)) instanceof Refusal)
  if (held + taken < payment.amount && isDue) {
    await setReceived(trx, payment.id, held + taken, payment.amount)
    return { taken, for: payment.id, entries: [{ account: credit, amount: -taken }], settled: [] }
  }
  if (held + taken < payment.amount || !(await payable.paid(trx, payment))) {
    // Paid by another way meanwhile: what had come before goes back; the line's money is the person's to be used.
    const failure = await wordsOfSurplus(house, trx, payment)
    await setSettled(trx, payment.id, { state: 'failed', failure, received: held, receiptNumber: null })
    if (held > 0) await askSurplusBack(house, trx, payment.id)
    return nothing(payment)
  }
  const receiptNumber = await takeReceiptNumber(trx, 'R', house.now())
  await setSettled(trx, payment.id, { state: 'succeeded', failure: null, received: payment.amount, receiptNumber })
  const entries = [
    { account: credit, amount: held },
    { account: payable.ledgerAccount(payment), amount: -payment.amount },
  ]
  return { taken, for: payment.id, entries, settled: [payment] }
}

async function useForPart(house: House, trx: Kysely<object>, line: BankLineRow, payment: PaymentRow): Promise<Use> {
  const payable = payableFor(house, payment)
  const due = await payable.due(trx, payment.account_id, payment.subject_id)
  if (due instanceof Refusal) return nothing(payment)
  const taken = Math.min(line.remaining, due.amount)
  const isOpen = payment.state !== 'succeeded' && payment.state !== 'refunded' && payment.received === 0
  const isLast = isOpen && taken === due.amount
  // What is paid from credit is a payment of just that much, and waits for nothing.
  const isExact = isOpen && payment.reference === null && payment.amount === taken
  const part = isLast || isExact ? payment : await partOf(trx, payment, taken)
  if (!(await payable.paid(trx, { ...part, amount: taken }))) {
    // Judged under the lock of what is paid: it needs less than it did a moment ago. The whole line is tried again by a cashier.
    throw new Error(`transfer ${line.id} does not fit what is owed`)
  }
  const receiptNumber = await takeReceiptNumber(trx, 'R', house.now())
  await setSettled(trx, part.id, { state: 'succeeded', failure: null, received: taken, receiptNumber, amount: taken })
  if (isOpen && !isLast && !isExact) await setReceived(trx, payment.id, 0, due.amount - taken)
  const entries = [{ account: payable.ledgerAccount(payment), amount: -taken }]
  return { taken, for: part.id, entries, settled: [{ ...part, amount: taken }] }
}

/** A part of a transfer is a payment of its own, with its own receipt; so is what takes the place of one that was undone. */
function partOf(trx: Kysely<object>, payment: PaymentRow, amount: number): Promise<PaymentRow> {
  const { account_id, purpose, subject_id, currency, provider } = payment
  return insertPayment(trx, {
    id: newId(),
    account_id,
    idempotency_key: randomUUID(),
    purpose,
    subject_id,
    amount,
    currency,
    provider,
  })
}
