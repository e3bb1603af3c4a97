import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { notify, type Notices } from '#server/platform/notice.ts'
import { accounts } from '../money-accounts.ts'
import { isRecorded, recordTransfer } from '../money-ledger.ts'
import { payableFor, payablesOf } from '../payable.ts'
import { leftOf, lockPayment, type PaymentRow } from '../store.ts'
import { moveDisputed, setDispute, upsertDispute, type DisputeRow, type DisputeState } from './store.ts'

/** What a provider says of a dispute now; amount in minor units, instants in ms. */
export type DisputeReport = {
  ref: string
  state: DisputeState
  amount: number
  currency: string
  reason: string
  evidenceDueAt: number | null
  evidenceSent: boolean
  openedAt: number
  /** What the provider charged for it, each charge under a name of its own; below nothing: given back. In that charge's currency. */
  fees: { ref: string; amount: number; currency: string }[]
}

const FINAL: readonly DisputeState[] = ['won', 'lost', 'closed']

/**
 * Takes a provider's present word on a dispute: a caller that receives an event asks the provider first, so reports may come twice and in any
 * order. Each step is booked once, with the payment locked:
 *
 * - the bank takes the money: from the provider's account to `disputed:<provider>`;
 * - the house wins, or it comes to nothing: back again;
 * - the house loses: what the payment had paid for is unpaid again; what had gone back to the payer before is the house's loss.
 *
 * What the provider charges for the dispute itself is booked as a cost, each charge once, and so is what it gives back of that.
 *
 * What is decided stays decided. Answers the dispute as it then stands; null: there is no such payment.
 */
export async function settleDispute(
  house: House,
  paymentId: string,
  report: DisputeReport,
): Promise<DisputeRow | null> {
  const done = await house.db.transaction().execute(async (trx) => {
    // Locks the payment to the end of the transaction: of two reports at once the second finds what the first has booked.
    const payment = await lockPayment(trx, paymentId)
    return payment === null ? null : { payment, row: await settle(house, trx, payment, report) }
  })
  if (done === null) return null
  payablesOf(house).get(done.payment.purpose)?.settled?.(done.payment)
  house.outbox.nudge()
  return done.row
}

async function settle(house: House, trx: Kysely<object>, payment: PaymentRow, report: DisputeReport) {
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
  if (row.state === report.state || isStale(house, row, report)) return row
  const next = { ...row, state: report.state }
  if (row.state === 'inquiry' && (report.state === 'open' || report.state === 'lost')) {
    next.held = await takeMoney(trx, payment, row)
  }
  const isKept = report.state === 'won' || report.state === 'closed'
  if (row.state === 'open' && isKept) await giveBack(house, trx, payment, next)
  if (report.state === 'lost') await lose(house, trx, payment, next)
  await setDispute(trx, row.id, next)
  if (report.state === 'open') await tell(house, trx, payment, row, 'disputed')
  // Told only who was told of the dispute before.
  if (isKept && row.state === 'open') await tell(house, trx, payment, row, 'dispute-won')
  if (report.state === 'lost') await tell(house, trx, payment, row, 'dispute-lost')
  return next
}

function isStale(house: House, row: DisputeRow, report: DisputeReport): boolean {
  if (!FINAL.includes(row.state) && report.state !== 'inquiry') return false
  const facts = { dispute: row.id, is: row.state, says: report.state }
  house.log.error(facts, 'a provider says of a dispute what cannot follow; what was booked stands')
  return true
}

/** The bank holds the money from now on. Answers what of it was still in the payment. */
async function takeMoney(trx: Kysely<object>, payment: PaymentRow, { id, amount }: DisputeRow): Promise<number> {
  const held = payment.state === 'succeeded' ? Math.min(amount, leftOf(payment)) : 0
  await moveDisputed(trx, payment.id, { disputed: held })
  await book(trx, payment, { key: `dispute-opened:${id}`, memo: 'Dispute: the bank holds the money' }, [
    { account: accounts.disputed(payment.provider), amount },
    { account: accounts.provider(payment.provider), amount: -amount },
  ])
  return held
}

async function giveBack(house: House, trx: Kysely<object>, payment: PaymentRow, { id, amount, held }: DisputeRow) {
  await moveDisputed(trx, payment.id, { disputed: -held })
  await book(trx, payment, { key: `dispute-won:${id}`, memo: 'Dispute won' }, [
    { account: accounts.provider(payment.provider), amount },
    { account: accounts.disputed(payment.provider), amount: -amount },
  ])
  await payableFor(house, payment).kept?.(trx, payment)
}

async function lose(house: House, trx: Kysely<object>, payment: PaymentRow, { id, amount, held }: DisputeRow) {
  await moveDisputed(trx, payment.id, { disputed: -held, lost: held })
  await book(trx, payment, { key: `dispute-lost:${id}`, memo: 'Dispute lost' }, [
    { account: payableFor(house, payment).ledgerAccount(payment), amount: held },
    { account: accounts.disputeCosts, amount: amount - held },
    { account: accounts.disputed(payment.provider), amount: -amount },
  ])
  if (held > 0) await payableFor(house, payment).chargedBack(trx, payment, held)
}

/** With the payment locked: a charge that is booked already is found. */
async function bookFees(trx: Kysely<object>, { id: paymentId, provider }: PaymentRow, { fees }: DisputeReport) {
  for (const { ref, amount, currency } of fees) {
    const key = `dispute-fee:${ref}`
    if (amount === 0 || (await isRecorded(trx, key))) continue
    await recordTransfer(trx, {
      key,
      memo: amount > 0 ? 'Fee of the provider for a dispute' : 'Fee for a dispute given back',
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

async function tell(
  house: House,
  trx: Kysely<object>,
  payment: PaymentRow,
  { id, amount, currency }: DisputeRow,
  news: Notices['payment-news']['news'],
): Promise<void> {
  const payable = payableFor(house, payment)
  const what = (await payable.describe?.(trx, payment)) ?? payable.memo
  const facts = { amount, currency, news, what, invoiceId: payment.subject_id }
  await notify(house, trx, { kind: 'payment-news', accountId: payment.account_id, key: `${news}:${id}`, facts })
}
