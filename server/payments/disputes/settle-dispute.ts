import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import type { Notices } from '#server/platform/notices.ts'
import { accounts } from '../money-accounts.ts'
import { isRecorded, recordTransfer } from '../money-ledger.ts'
import { labelOf, payableFor } from '../payable.ts'
import { leftOf, lockPayment, type PaymentRow } from '../payment.ts'
import { moveDisputed, setDispute, upsertDispute, type DisputeRow, type DisputeState } from './store.ts'

/** A provider's current report of a dispute; amount in minor units, instants in ms. */
export type DisputeReport = {
  ref: string
  state: DisputeState
  amount: number
  currency: string
  reason: string
  evidenceDueAt: number | null
  evidenceSent: boolean
  openedAt: number
  /** The provider's charges for the dispute, each with its own reference, in the charge's own currency; negative: refunded. */
  fees: { ref: string; amount: number; currency: string }[]
}

const FINAL: readonly DisputeState[] = ['won', 'lost', 'closed']

/**
 * Applies the provider's current state of a dispute. A caller that receives an event asks the provider first, so reports may come twice and
 * in any order. Each step is booked once, with the payment locked:
 *
 * - the bank takes the money: from the provider's account to `disputed:<provider>`;
 * - we win, or the dispute is closed without a decision: back again;
 * - we lose: what the payment paid for is unpaid again; a part already refunded to the payer is our loss.
 *
 * The provider's charges for the dispute are booked as a cost, each once, as are refunds of those charges.
 * A final decision stays final. Returns the resulting dispute; null: there is no such payment.
 */
export async function settleDispute(app: App, paymentId: string, report: DisputeReport): Promise<DisputeRow | null> {
  const done = await app.db.transaction().execute(async (trx) => {
    // Locks the payment to the end of the transaction: of two simultaneous reports, the second sees what the first booked.
    const payment = await lockPayment(trx, paymentId)
    return payment === null ? null : { payment, row: await settle(app, trx, payment, report) }
  })
  if (done === null) return null
  app.extensions.payables.get(done.payment.purpose)?.settled?.(done.payment)
  app.outbox.nudge()
  return done.row
}

async function settle(app: App, trx: Kysely<object>, payment: PaymentRow, report: DisputeReport) {
  const row = await upsertDispute(trx, {
    payment_id: payment.id,
    provider_ref: report.ref,
    amount: report.amount,
    currency: report.currency,
    reason: report.reason,
    evidence_due_at: report.evidenceDueAt,
    evidence_sent: report.evidenceSent,
    opened_at: report.openedAt,
  })
  await bookFees(trx, payment, report)
  if (row.state === report.state || isStale(app, row, report)) return row
  const next = { ...row, state: report.state }
  if (row.state === 'inquiry' && (report.state === 'open' || report.state === 'lost')) {
    next.held = await takeMoney(trx, payment, row)
  }
  const isKept = report.state === 'won' || report.state === 'closed'
  if (row.state === 'open' && isKept) await giveBack(app, trx, payment, next)
  if (report.state === 'lost') await lose(app, trx, payment, next)
  await setDispute(trx, row.id, next)
  if (report.state === 'open') await notifyPayer(app, trx, payment, row, 'disputed')
  // Notifies only people who were notified of the dispute.
  if (isKept && row.state === 'open') await notifyPayer(app, trx, payment, row, 'dispute-won')
  if (report.state === 'lost') await notifyPayer(app, trx, payment, row, 'dispute-lost')
  return next
}

function isStale(app: App, row: DisputeRow, report: DisputeReport): boolean {
  if (!FINAL.includes(row.state) && report.state !== 'inquiry') return false
  const facts = { dispute: row.id, is: row.state, says: report.state }
  app.log.error(facts, 'ignored a dispute update that cannot follow the recorded state')
  return true
}

/** Books the money as held by the bank. Returns the part that was still in the payment (minor units). */
async function takeMoney(trx: Kysely<object>, payment: PaymentRow, { id, amount }: DisputeRow): Promise<number> {
  const held = payment.state === 'succeeded' ? Math.min(amount, leftOf(payment)) : 0
  await moveDisputed(trx, payment.id, { disputed: held })
  await book(trx, payment, { key: `dispute-opened:${id}`, memo: 'Dispute: the bank holds the money' }, [
    { account: accounts.disputed(payment.provider), amount },
    { account: accounts.provider(payment.provider), amount: -amount },
  ])
  return held
}

async function giveBack(app: App, trx: Kysely<object>, payment: PaymentRow, { id, amount, held }: DisputeRow) {
  await moveDisputed(trx, payment.id, { disputed: -held })
  await book(trx, payment, { key: `dispute-won:${id}`, memo: 'Dispute won' }, [
    { account: accounts.provider(payment.provider), amount },
    { account: accounts.disputed(payment.provider), amount: -amount },
  ])
  await payableFor(app, payment).kept?.(trx, payment)
}

async function lose(app: App, trx: Kysely<object>, payment: PaymentRow, { id, amount, held }: DisputeRow) {
  await moveDisputed(trx, payment.id, { disputed: -held, lost: held })
  await book(trx, payment, { key: `dispute-lost:${id}`, memo: 'Dispute lost' }, [
    { account: payableFor(app, payment).ledgerAccount(payment), amount: held },
    { account: accounts.disputeCosts, amount: amount - held },
    { account: accounts.disputed(payment.provider), amount: -amount },
  ])
  if (held > 0) await payableFor(app, payment).chargedBack(trx, payment, held)
}

/** With the payment locked, so an already booked charge is found. */
async function bookFees(trx: Kysely<object>, { id: paymentId, provider }: PaymentRow, { fees }: DisputeReport) {
  for (const { ref, amount, currency } of fees) {
    const key = `dispute-fee:${ref}`
    if (amount === 0 || (await isRecorded(trx, key))) continue
    await recordTransfer(trx, {
      key,
      memo: amount > 0 ? 'Provider’s dispute fee' : 'Dispute fee returned',
      paymentId,
      currency,
      entries: [
        { account: accounts.disputeFees, amount },
        { account: accounts.provider(provider), amount: -amount },
      ],
    })
  }
}

function book(
  trx: Kysely<object>,
  { id, currency }: PaymentRow,
  names: { key: string; memo: string },
  entries: { account: string; amount: number }[],
): Promise<void> {
  return recordTransfer(trx, { ...names, paymentId: id, currency, entries })
}

async function notifyPayer(
  app: App,
  trx: Kysely<object>,
  payment: PaymentRow,
  { id, amount, currency }: DisputeRow,
  news: Notices['payment-news']['news'],
): Promise<void> {
  const what = await labelOf(app, trx, payment)
  const facts = { amount, currency, news, what, invoiceId: payment.subject_id }
  await notify(app, trx, { kind: 'payment-news', accountId: payment.account_id, key: `${news}:${id}`, facts })
}
