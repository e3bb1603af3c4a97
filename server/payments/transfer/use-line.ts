import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { keptAccountOf } from '#server/accounts/merge/accounts-of.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { newId } from '#server/platform/id.ts'
import { Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { moneyChanged } from '../money-changed.ts'
import { recordTransfer, type MoneyEntry } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import { askSurplusBack } from '../refunds/owe-back.ts'
import { wordsOfSurplus } from '../settle-payment.ts'
import { lockPayment, paymentById, type PaymentRow } from '../payment.ts'
import { insertPayment, setReceived, setSettled, takeReceiptNumber } from '../store.ts'
import { noteUse, setUsed, type BankLineRow } from './store.ts'

/** The outcome for a line: the payments it settled, for `Payable.settled` after the commit. */
export type Used = { settled: PaymentRow[] }

/**
 * Uses the rest of a line (locked by the caller) for a transfer's payment. An item that must be paid in full waits until all of it has
 * arrived; other items take each part as a separate payment. Any excess stays as the person's credit, to be used, or returned by a cashier.
 * Every cent that leaves the line is in the ledger: from `unmatched:bank`, or from the person's credit if it already was credit.
 */
export async function useLine(app: App, trx: Kysely<object>, line: BankLineRow, paymentId: string): Promise<Used> {
  await lockItem(app, trx, paymentId)
  // Locks the payment to the end of the transaction: of two lines for it the second sees what the first has paid.
  const payment = await standing(trx, (await lockPayment(trx, paymentId))!)
  const use =
    payableFor(app, payment).whole === true
      ? await useForWhole(app, trx, line, payment)
      : await useForPart(app, trx, line, payment)
  const remaining = line.remaining - use.taken
  const ownerId = await keptAccountOf(trx, payment.account_id)
  // The rest was unassigned and is the person's from now on.
  if (line.account_id === null && remaining > 0)
    use.entries.push({ account: accounts.credit(ownerId), amount: -remaining })
  const leaves = line.account_id === null ? line.remaining : use.taken
  const from = line.account_id === null ? accounts.unmatched : accounts.credit(line.account_id)
  await recordTransfer(trx, {
    // A line that the payment could not use may be used by it again as the person's credit, which is a separate booking.
    key: `line-use:${line.id}:${payment.id}:${line.account_id === null ? 'first' : 'credit'}:${line.remaining}${line.undone === 0 ? '' : `:${line.undone}`}`,
    paymentId: use.for,
    memo: `Transfer: ${payableFor(app, payment).memo}`,
    currency: line.currency,
    entries: [{ account: from, amount: leaves }, ...use.entries],
  })
  await setUsed(trx, line.id, ownerId, remaining)
  if (line.account_id === null && remaining > 0) {
    const { currency } = payment
    const key = `credit:${line.id}:${line.undone}`
    await notify(app, trx, { kind: 'credit', accountId: ownerId, key, facts: { amount: remaining, currency } })
    await moneyChanged(trx, ownerId)
  }
  if (use.taken > 0) await noteUse(trx, line.id, use.for, use.taken)
  return { settled: use.settled }
}

/** What is due of an item that is paid in parts is read once nothing else can pay it. */
async function lockItem(app: App, trx: Kysely<object>, paymentId: string): Promise<void> {
  const payment = (await paymentById(trx, paymentId))!
  if (payment.subject_id !== null) await payableFor(app, payment).lock?.(trx, payment.subject_id)
}

/** The payment itself, or a replacement if its match was undone: then its number and its receipt are no longer valid. */
async function standing(trx: Kysely<object>, payment: PaymentRow): Promise<PaymentRow> {
  return payment.undone_at === null ? payment : partOf(trx, payment, payment.amount)
}

type Use = { taken: number; for: string; entries: MoneyEntry[]; settled: PaymentRow[] }

const nothing = (payment: PaymentRow): Use => ({ taken: 0, for: payment.id, entries: [], settled: [] })

async function useForWhole(app: App, trx: Kysely<object>, line: BankLineRow, payment: PaymentRow): Promise<Use> {
  const payable = payableFor(app, payment)
  // What had arrived for a payment that no longer counts was refunded.
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
    // Paid another way in the meantime: earlier parts are refunded; the line's money becomes the person's credit.
    const failure = await wordsOfSurplus(app, trx, payment)
    await setSettled(trx, payment.id, { state: 'failed', failure, received: held, receiptNumber: null })
    if (held > 0) await askSurplusBack(app, trx, payment.id)
    return nothing(payment)
  }
  const receiptNumber = await takeReceiptNumber(trx, 'R', app.now())
  await setSettled(trx, payment.id, { state: 'succeeded', failure: null, received: payment.amount, receiptNumber })
  const entries = [
    { account: credit, amount: held },
    { account: payable.ledgerAccount(payment), amount: -payment.amount },
  ]
  return { taken, for: payment.id, entries, settled: [payment] }
}

async function useForPart(app: App, trx: Kysely<object>, line: BankLineRow, payment: PaymentRow): Promise<Use> {
  const payable = payableFor(app, payment)
  const due = await payable.due(trx, payment.account_id, payment.subject_id)
  if (due instanceof Refusal) return nothing(payment)
  const taken = Math.min(line.remaining, due.amount)
  const isOpen = payment.state !== 'succeeded' && payment.state !== 'refunded' && payment.received === 0
  const isLast = isOpen && taken === due.amount
  // A payment from credit is exactly that amount, and doesn't wait.
  const isExact = isOpen && payment.reference === null && payment.amount === taken
  const part = isLast || isExact ? payment : await partOf(trx, payment, taken)
  if (!(await payable.paid(trx, { ...part, amount: taken }))) {
    // The item is locked, so what was due a moment ago still is.
    throw new Error(`transfer ${line.id} does not match what is owed`)
  }
  const receiptNumber = await takeReceiptNumber(trx, 'R', app.now())
  await setSettled(trx, part.id, { state: 'succeeded', failure: null, received: taken, receiptNumber, amount: taken })
  if (isOpen && !isLast && !isExact) await setReceived(trx, payment.id, 0, due.amount - taken)
  const entries = [{ account: payable.ledgerAccount(payment), amount: -taken }]
  return { taken, for: part.id, entries, settled: [{ ...part, amount: taken }] }
}

/** A part of a transfer is a separate payment with a separate receipt; so is the replacement for one that was undone. */
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
