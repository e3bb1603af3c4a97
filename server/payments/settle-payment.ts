import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { accounts } from './money-accounts.ts'
import { recordTransfer } from './money-ledger.ts'
import { labelOf, payableFor } from './payable.ts'
import { askSurplusBack } from './refunds/owe-back.ts'
import { lockPayment, type PaymentRow } from './payment.ts'
import { noteEvent, setPending, setSettled, takeReceiptNumber } from './store.ts'

/** A provider's report on a payment. `delayMs`: the sandbox confirms it after that time; null: the provider will report. */
export type Report =
  | { state: 'succeeded' }
  | { state: 'failed'; failure: string }
  | { state: 'pending'; delayMs: number | null }

/** The provider's id of a report that it may send again. */
export type ReportEvent = { id: string; kind: string }

const ALREADY_PAID = 'Another payment had already covered this. We’re refunding the money.'

/**
 * Applies a provider's report, once: one transaction holds the payment's state, the transfer in the money ledger, the effect on the item
 * paid for, and the message to later features. Reports may come twice, late and in any order: money that has arrived stays arrived, and a
 * success is accepted even after a failure. Money for something already paid is booked as the person's and refunded. Returns the resulting
 * payment; null: there is none.
 */
export async function settlePayment(
  app: App,
  paymentId: string,
  report: Report,
  event?: ReportEvent,
): Promise<PaymentRow | null> {
  const done = await app.db.transaction().execute((trx) => settle(app, trx, paymentId, report, event))
  if (done?.changed === true) {
    app.extensions.payables.get(done.row.purpose)?.settled?.(done.row)
    app.outbox.nudge()
  }
  return done?.row ?? null
}

async function settle(app: App, trx: Kysely<object>, paymentId: string, report: Report, event?: ReportEvent) {
  // Locks the payment's row to the end of the transaction: of two simultaneous reports, the second finds the payment settled.
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
    // A person who left the page while the bank was processing learns of the failure only from this notice.
    if (row.state === 'pending' && event !== undefined) await notifyFailure(app, trx, row)
  } else await takeMoney(app, trx, row)
  return { row: (await lockPayment(trx, paymentId)) ?? row, changed: report.state === 'succeeded' }
}

async function notifyFailure(app: App, trx: Kysely<object>, row: PaymentRow): Promise<void> {
  const { id, account_id: accountId, amount, currency, subject_id: invoiceId } = row
  const what = await labelOf(app, trx, row)
  const facts = { amount, currency, news: 'failed' as const, what, invoiceId }
  await notify(app, trx, { kind: 'payment-news', accountId, key: `payment-failed:${id}`, facts })
}

/** The message for a person whose money was not needed and is refunded. */
export async function wordsOfSurplus(app: App, trx: Kysely<object>, row: PaymentRow): Promise<string> {
  const why = (await payableFor(app, row).whyNot?.(trx, row)) ?? null
  return why === null ? ALREADY_PAID : `${why} We’re refunding the money.`
}

/** All of the payment's money has arrived at its provider. */
async function takeMoney(app: App, trx: Kysely<object>, row: PaymentRow): Promise<void> {
  const payable = payableFor(app, row)
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
    failure: taken ? null : await wordsOfSurplus(app, trx, row),
    received: row.amount,
    receiptNumber: taken ? await takeReceiptNumber(trx, 'R', app.now()) : null,
  })
  if (!taken) await askSurplusBack(app, trx, row.id)
}
