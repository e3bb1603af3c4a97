import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { moneyChanged } from '../money-changed.ts'
import { recordTransfer, type MoneyEntry } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import { leftOf, lockPayment } from '../payment.ts'
import { insertPayment, setSettled, setUndone, takeReceiptNumber } from '../store.ts'
import {
  insertGrant,
  lockGrant,
  lockUsableGrants,
  noteGrantUse,
  paymentsOfGrant,
  setRemaining,
  setReversed,
  type GrantRow,
} from './store.ts'

/** Credits a person with money that the company gives; `key` names the event. It pays their next invoices and is never paid out. */
export async function grantCredit<T>(
  trx: Kysely<T>,
  grant: { accountId: string; amount: number; currency: string; key: string; memo: string },
): Promise<string> {
  const { accountId, amount, currency, key, memo } = grant
  const id = newId()
  await insertGrant(trx, { id, account_id: accountId, amount, currency, key })
  await recordTransfer(trx, {
    key: `grant:${id}`,
    memo,
    currency,
    entries: [
      { account: accounts.rewards, amount },
      { account: accounts.credit(accountId), amount: -amount },
    ],
  })
  await moneyChanged(trx, accountId)
  return id
}

/** Pays an invoice from what was granted to the person, up to its amount: one payment per grant, without a receipt's money. */
export async function useGrants(
  app: App,
  trx: Kysely<object>,
  { accountId, invoiceId, currency }: { accountId: string; invoiceId: string; currency: string },
): Promise<void> {
  for (const grant of await lockUsableGrants(trx, accountId, currency)) {
    const payable = payableFor(app, { purpose: 'invoice' })
    const due = await payable.due(trx, accountId, invoiceId)
    if (due instanceof Refusal) return
    await payWith(app, trx, grant, { invoiceId, amount: Math.min(grant.remaining, due.amount) })
  }
}

async function payWith(
  app: App,
  trx: Kysely<object>,
  grant: GrantRow,
  { invoiceId, amount }: { invoiceId: string; amount: number },
): Promise<void> {
  const payable = payableFor(app, { purpose: 'invoice' })
  const { account_id: accountId, currency } = grant
  const payment = await insertPayment(trx, {
    id: newId(),
    idempotency_key: randomUUID(),
    account_id: accountId,
    purpose: 'invoice',
    subject_id: invoiceId,
    amount,
    currency,
    provider: 'credit',
  })
  if (!(await payable.paid(trx, payment))) throw new Error(`credit ${grant.id} does not match what is owed`)
  const receiptNumber = await takeReceiptNumber(trx, 'R', app.now())
  await setSettled(trx, payment.id, { state: 'succeeded', failure: null, received: amount, receiptNumber })
  await recordTransfer(trx, {
    key: `payment:${payment.id}`,
    paymentId: payment.id,
    memo: `Credit: ${payable.memo}`,
    currency,
    entries: [
      { account: accounts.credit(accountId), amount },
      { account: payable.ledgerAccount(payment), amount: -amount },
    ],
  })
  await setRemaining(trx, grant.id, grant.remaining - amount)
  await noteGrantUse(trx, grant.id, payment.id)
}

/** Returns `amount` of a payment to the grant that paid it: a correction of the invoice makes it credit again, not money. */
export async function returnToGrant<T>(trx: Kysely<T>, grantId: string, amount: number): Promise<void> {
  const grant = await lockGrant(trx, grantId)
  await setRemaining(trx, grantId, grant.remaining + amount)
}

/**
 * Takes a grant back completely: the unused part is gone, and what it had paid is owed again. The ledger keeps the original entries and
 * gets reversing ones. Refuses `already-reversed`.
 */
export async function reverseGrant(
  app: App,
  trx: Kysely<object>,
  grantId: string,
  memo: string,
): Promise<{ unused: number; owedAgain: number } | Refusal> {
  const grant = await lockGrant(trx, grantId)
  if (grant.reversed_at !== null) return refuse('already-reversed', 'This credit was already reversed.')
  const { account_id: accountId, amount, currency, remaining } = grant
  const entries: MoneyEntry[] = [
    { account: accounts.rewards, amount: -amount },
    { account: accounts.credit(accountId), amount: remaining },
  ]
  for (const paymentId of await paymentsOfGrant(trx, grantId)) {
    // Locks the payment to the end of the transaction: no part of it is returned meanwhile.
    const payment = (await lockPayment(trx, paymentId))!
    const used = leftOf(payment)
    if (used === 0) continue
    await setUndone(trx, payment.id, 'The credit that paid this was reversed.')
    await payableFor(app, payment).undone(trx, payment, used)
    entries.push({ account: payableFor(app, payment).ledgerAccount(payment), amount: used })
  }
  await setReversed(trx, grantId)
  await recordTransfer(trx, { key: `grant-reversed:${grantId}`, memo, currency, entries })
  await moneyChanged(trx, accountId)
  return { unused: remaining, owedAgain: amount - remaining }
}
