import { sql } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { Refusal } from '#server/platform/problem.ts'
import { payableFor } from '../payable.ts'
import { lockPayment, type PaymentRow, PAYMENT_COLUMNS } from '../payment.ts'
import { askSurplusBack } from '../refunds/owe-back.ts'
import { wordsOfSurplus } from '../settle-payment.ts'
import { setSettled } from '../store.ts'

const AT_ONCE_MAX = 500

/**
 * Refunds parts of transfers for something that is no longer due, such as a fee that was paid by card before the rest arrived: no line
 * shows their money anymore, and the rest never comes.
 */
export async function refundUnneededParts(app: App): Promise<void> {
  const found = await sql<PaymentRow>`
    select ${PAYMENT_COLUMNS} from payment
    where state = 'pending' and provider = 'transfer' and received > 0 order by created_at limit ${AT_ONCE_MAX}`.execute(
    app.db,
  )
  for (const row of found.rows) if (await isUnneeded(app, row)) await refundParts(app, row.id)
}

async function isUnneeded(app: App, row: PaymentRow): Promise<boolean> {
  return (await payableFor(app, row).due(app.db, row.account_id, row.subject_id)) instanceof Refusal
}

async function refundParts(app: App, paymentId: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    // Locks the payment to the end of the transaction: a part that arrives meanwhile waits, and finds the payment failed.
    const row = await lockPayment(trx, paymentId)
    if (row === null || row.state !== 'pending' || row.refunded > 0) return
    const failure = await wordsOfSurplus(app, trx, row)
    await setSettled(trx, row.id, { state: 'failed', failure, received: row.received, receiptNumber: null })
    await askSurplusBack(app, trx, row.id)
  })
}
