import { accountChanged } from '#server/accounts/sessions/sessions.ts'
import type { House } from '#server/platform/house.ts'
import { accounts } from './money-accounts.ts'
import { recordTransfer } from './money-ledger.ts'
import { payableFor } from './payable.ts'
import { providersOf } from './providers.ts'
import { lockPayment, paymentById, subtractRefunded, type PaymentRow } from './store.ts'
import { whyFeeStays } from './refunds/refund-rules.ts'
import { settleRefund } from './refunds/settle-refund.ts'
import { leaseRefund, lockRefund, putOff, setRefund, type RefundRow } from './refunds/store.ts'

/** Longer than a provider is waited for, retries included. */
const LEASE_MS = 120_000
const AT_ONCE_MAX = 50
/** A refund that the provider has, and says nothing of, is asked about again. */
const ASK_AGAIN_MS = 3_600_000
const TRIES_MAX = 12

/**
 * Sends refunds that are due by the way the money came, and asks about those that are under way. The provider is given the refund's id
 * as its key, so one that is sent twice (a process ended between) goes once. A provider that cannot be reached is tried again after
 * 2, 4, 8 … s, at most an hour; then a cashier sees to it.
 */
export async function sendRefunds(house: House): Promise<void> {
  for (let sent = 0; sent < AT_ONCE_MAX; sent++) {
    const refund = await leaseRefund(house.db, LEASE_MS)
    if (refund === null) return
    const payment = (await paymentById(house.db, refund.payment_id))!
    if (refund.cause === 'person' && refund.state === 'asked' && (await takenBack(house, refund, payment))) continue
    await sendOne(house, refund, payment)
  }
}

async function sendOne(house: House, refund: RefundRow, payment: PaymentRow): Promise<void> {
  const provider = (await providersOf(house)).find(({ name }) => name === payment.provider)
  try {
    if (provider?.refund === undefined) throw new Error(`${payment.provider} is not set up here`)
    const report = await provider.refund(refund, payment)
    await settleRefund(house, refund.id, report)
    if (report.state === 'sent') await putOff(house.db, refund.id, 'under way', ASK_AGAIN_MS)
  } catch (error) {
    house.log.warn({ err: error, refund: refund.id, tries: refund.tries }, 'a refund could not be sent')
    const failure = 'The provider could not be reached.'
    if (refund.tries >= TRIES_MAX) await settleRefund(house, refund.id, { state: 'failed', failure })
    else await putOff(house.db, refund.id, failure, Math.min(3600, 2 ** refund.tries) * 1000)
  }
}

/**
 * A bid that was being decided while the person took the fee back may have been accepted after the refund looked. Then the fee stays
 * and the membership stands: judged again before the money goes.
 */
async function takenBack(house: House, refund: RefundRow, payment: PaymentRow): Promise<boolean> {
  const accountId = payment.account_id
  if ((await whyFeeStays(house, house.db, accountId)) === null) return false
  const undone = await house.db.transaction().execute(async (trx) => {
    const row = await lockPayment(trx, payment.id)
    const current = await lockRefund(trx, refund.id)
    if (row === null || current?.state !== 'asked') return false
    const payable = payableFor(house, row)
    // Paid again in the meantime: the refund goes its way.
    if (!(await payable.paid(trx, row))) return false
    await subtractRefunded(trx, row.id, refund.amount)
    await setRefund(trx, refund.id, { state: 'cancelled', failure: 'A bid was placed.' })
    await recordTransfer(trx, {
      key: `refund-cancelled:${refund.id}`,
      paymentId: row.id,
      memo: 'Refund taken back',
      currency: row.currency,
      entries: [
        { account: accounts.credit(accountId), amount: refund.amount },
        { account: payable.ledgerAccount(row), amount: -refund.amount },
      ],
    })
    return true
  })
  if (undone) accountChanged(house, accountId)
  return undone
}
