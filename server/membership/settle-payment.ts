import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { accounts } from './money-accounts.ts'
import { recordTransfer } from './money-ledger.ts'
import { payableFor, payablesOf } from './payable.ts'
import { askSurplusBack } from './refunds/owe-back.ts'
import { lockPayment, noteEvent, setPending, setSettled, takeReceiptNumber, type PaymentRow } from './store.ts'

/** What a provider says of a payment. `delayMs`: it will confirm by itself after that time (sandbox); null: it will report. */
export type Report =
  | { state: 'succeeded' }
  | { state: 'failed'; failure: string }
  | { state: 'pending'; delayMs: number | null }

/** The provider's name of a report that it may send again. */
export type ReportEvent = { id: string; kind: string }

const ALREADY_PAID = 'This had been paid by another payment in the meantime. The money goes back to you.'

/**
 * Takes a provider's report, once: in one transaction the payment's state, the transfer in the money ledger, what follows for the
 * subject, and the message to later rooms. Reports may come twice, late and in any order: money that has arrived stays arrived, and a
 * success is taken after a failure, too. Money for something that is paid already is booked as the person's and sent back. Answers the
 * payment as it then stands; null: there is none.
 */
export async function settlePayment(
  house: House,
  paymentId: string,
  report: Report,
  event?: ReportEvent,
): Promise<PaymentRow | null> {
  const done = await house.db.transaction().execute((trx) => settle(house, trx, paymentId, report, event))
  if (done?.changed === true) {
    payablesOf(house).get(done.row.purpose)?.settled?.(done.row)
    house.outbox.nudge()
  }
  return done?.row ?? null
}

async function settle(house: House, trx: Kysely<object>, paymentId: string, report: Report, event?: ReportEvent) {
  // Locks the payment's row to the end of the transaction: of two reports at once the second finds the payment settled.
  const row = await lockPayment(trx, paymentId)
  if (row === null) return null
  if (event !== undefined && !(await noteEvent(trx, { provider: row.provider, ...event, paymentId }))) {
    return { row, changed: false }
  }
  const isOpen = row.state === 'started' || row.state === 'pending'
  const isLate = row.state === 'failed' && row.received === 0 && report.state === 'succeeded'
  if (!isOpen && !isLate) return { row, changed: false }
  if (report.state === 'pending') await setPending(trx, paymentId, report.delayMs)
  else if (report.state === 'failed') {
    await setSettled(trx, paymentId, { state: 'failed', failure: report.failure, received: 0, receiptNumber: null })
    // Who left the page while the bank had it learns of it by this alone.
    if (row.state === 'pending' && event !== undefined) await tellFailure(house, trx, row)
  } else await takeMoney(house, trx, row)
  return { row: (await lockPayment(trx, paymentId)) ?? row, changed: report.state === 'succeeded' }
}

async function tellFailure(house: House, trx: Kysely<object>, row: PaymentRow): Promise<void> {
  const { id, account_id: accountId, amount, currency, subject_id: invoiceId } = row
  const payable = payableFor(house, row)
  const what = (await payable.describe?.(trx, row)) ?? payable.memo
  const facts = { amount, currency, news: 'failed' as const, what, invoiceId }
  await notify(house, trx, { kind: 'payment-news', accountId, key: `payment-failed:${id}`, facts })
}

/** What a person reads whose money was not needed and goes back. */
export async function wordsOfSurplus(house: House, trx: Kysely<object>, row: PaymentRow): Promise<string> {
  const why = (await payableFor(house, row).whyNot?.(trx, row)) ?? null
  return why === null ? ALREADY_PAID : `${why} The money goes back to you.`
}

/** All of the payment's money has arrived at its provider. */
async function takeMoney(house: House, trx: Kysely<object>, row: PaymentRow): Promise<void> {
  const payable = payableFor(house, row)
  const taken = await payable.paid(trx, row)
  await recordTransfer(trx, {
    key: `payment:${row.id}`,
    paymentId: row.id,
    memo: taken ? payable.memo : `${payable.memo}, not needed`,
    currency: row.currency,
    entries: [
      { account: accounts.provider(row.provider), amount: row.amount },
      { account: taken ? payable.ledgerAccount(row) : accounts.credit(row.account_id), amount: -row.amount },
    ],
  })
  await setSettled(trx, row.id, {
    state: taken ? 'succeeded' : 'failed',
    failure: taken ? null : await wordsOfSurplus(house, trx, row),
    received: row.amount,
    receiptNumber: taken ? await takeReceiptNumber(trx, 'R', house.now()) : null,
  })
  if (!taken) await askSurplusBack(house, trx, row.id)
}
