import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { App } from '#server/platform/app.ts'
import { accounts } from './money-accounts.ts'
import { recordTransfer } from './money-ledger.ts'
import { payableFor } from './payable.ts'
import { providersOf } from './providers.ts'
import { lockPayment, type PaymentRow, paymentById } from './payment.ts'
import { subtractRefunded } from './store.ts'
import { isSentByHand } from './refunds/owe-back.ts'
import { settleRefund } from './refunds/settle-refund.ts'
import { leaseRefund, lockRefund, scheduleRetry, setByHand, setRefund, type RefundRow } from './refunds/store.ts'

/** Longer than the timeout of a provider, including retries. */
const LEASE_MS = 120_000
const AT_ONCE_MAX = 50
/** How long to wait before asking again about a refund that the provider has accepted but not reported on. */
const ASK_AGAIN_MS = 3_600_000
const TRIES_MAX = 12

/**
 * Sends refunds that are ready, by the original method, and polls those in progress; those of bank transfers go to a cashier. The refund's id is the provider's idempotency key, so
 * a refund sent twice (a process ended in between) is paid once. A provider that cannot be reached is tried again after 2, 4, 8 … s, at
 * most an hour; then a cashier handles it.
 */
export async function sendRefunds(app: App): Promise<void> {
  for (let sent = 0; sent < AT_ONCE_MAX; sent++) {
    const refund = await leaseRefund(app.db, LEASE_MS)
    if (refund === null) return
    const payment = (await paymentById(app.db, refund.payment_id))!
    if (refund.cause === 'person' && refund.state === 'asked' && (await takenBack(app, refund, payment))) continue
    if (isSentByHand(payment)) await setByHand(app.db, refund.id)
    else await sendOne(app, refund, payment)
  }
}

async function sendOne(app: App, refund: RefundRow, payment: PaymentRow): Promise<void> {
  const provider = (await providersOf(app)).find(({ name }) => name === payment.provider)
  try {
    if (provider?.refund === undefined) throw new Error(`${payment.provider} isn’t set up on this server`)
    const report = await provider.refund(refund, payment)
    await settleRefund(app, refund.id, report)
    if (report.state === 'sent') await scheduleRetry(app.db, refund.id, 'in progress', ASK_AGAIN_MS)
  } catch (error) {
    app.log.warn({ err: error, refund: refund.id, tries: refund.tries }, 'could not send a refund')
    const failure = 'We couldn’t reach the provider.'
    if (refund.tries >= TRIES_MAX) await settleRefund(app, refund.id, { state: 'failed', failure })
    else await scheduleRetry(app.db, refund.id, failure, Math.min(3600, 2 ** refund.tries) * 1000)
  }
}

/**
 * A bid in progress while the person requested the refund may have been accepted after the refund's check. Then the fee stays
 * and the membership continues: checked again before the money is sent.
 */
async function takenBack(app: App, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  const accountId = payment.account_id
  const payable = payableFor(app, payment)
  if (((await payable.refundStopped?.(app.db, payment)) ?? null) === null) return false
  const undone = await app.db.transaction().execute(async (trx) => {
    const row = await lockPayment(trx, payment.id)
    const current = await lockRefund(trx, refund.id)
    if (row === null || current?.state !== 'asked') return false
    // Paid again in the meantime: the refund goes its way.
    if (!(await payable.paid(trx, row))) return false
    await subtractRefunded(trx, row.id, refund.amount)
    await setRefund(trx, refund.id, { state: 'cancelled', failure: 'A bid was placed.' })
    await recordTransfer(trx, {
      key: `refund-cancelled:${refund.id}`,
      paymentId: row.id,
      memo: 'Refund canceled',
      currency: row.currency,
      entries: [
        { account: accounts.credit(accountId), amount: refund.amount },
        { account: payable.ledgerAccount(row), amount: -refund.amount },
      ],
    })
    return true
  })
  if (undone) accountChanged(app, accountId)
  return undone
}
