import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { recordTransfer } from './money-ledger.ts'
import { payablesOf } from './payable.ts'
import { lockPayment, setPending, setSettled, type PaymentRow } from './store.ts'

/** What a provider says of a payment. `delayMs`: it will confirm by itself after that time (sandbox); null: it will report. */
export type Report =
  | { state: 'succeeded' }
  | { state: 'failed'; failure: string }
  | { state: 'pending'; delayMs: number | null }

const ALREADY_PAID = 'This had been paid by another payment in the meantime.'

/**
 * Takes a provider's report, once: in one transaction the payment's state, the transfer in the money ledger, what follows for the
 * subject, and the message to later rooms. A payment that is settled stays as it is, so a report may come twice. A success for
 * something that is paid already settles as failed. Answers the payment as it then stands; null: there is none.
 */
export async function settlePayment(house: House, paymentId: string, report: Report): Promise<PaymentRow | null> {
  const done = await house.db.transaction().execute((trx) => settle(house, trx, paymentId, report))
  if (done?.paid === true) {
    payablesOf(house).get(done.row.purpose)?.settled?.(done.row)
    house.outbox.nudge()
  }
  return done?.row ?? null
}

async function settle(house: House, trx: Kysely<object>, paymentId: string, report: Report) {
  // Locks the payment's row to the end of the transaction: of two reports at once the second finds the payment settled.
  const row = await lockPayment(trx, paymentId)
  if (row === null) return null
  if (row.state === 'succeeded' || row.state === 'failed') return { row, paid: false }
  let paid = false
  if (report.state === 'pending') await setPending(trx, paymentId, report.delayMs)
  else if (report.state === 'failed') await setSettled(trx, paymentId, 'failed', report.failure)
  else {
    paid = await takeMoney(house, trx, row)
    await setSettled(trx, paymentId, paid ? 'succeeded' : 'failed', paid ? null : ALREADY_PAID)
  }
  return { row: (await lockPayment(trx, paymentId)) ?? row, paid }
}

/** False: there is nothing left to pay. */
async function takeMoney(house: House, trx: Kysely<object>, row: PaymentRow): Promise<boolean> {
  const payable = payablesOf(house).get(row.purpose)
  if (payable === undefined) throw new Error(`no room of this house is paid for the purpose ${row.purpose}`)
  if (!(await payable.paid(trx, row))) return false
  await recordTransfer(trx, {
    paymentId: row.id,
    memo: payable.memo,
    currency: row.currency,
    entries: [
      { account: `provider:${row.provider}`, amount: row.amount },
      { account: payable.ledgerAccount(row), amount: -row.amount },
    ],
  })
  return true
}
