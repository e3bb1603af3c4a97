import type { Kysely } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { forbidden, refuse, Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer, type MoneyEntry } from '../money-ledger.ts'
import { labelOf, payableFor } from '../payable.ts'
import { leftOf, lockPayment, type PaymentRow } from '../payment.ts'
import { setReceived, setUndone } from '../store.ts'
import { publishSettled } from './match-line.ts'
import { keptByClaim } from './outgoing-lines.ts'
import {
  addCredit,
  lineById,
  lockLine,
  lockLinesWith,
  paymentsOfLine,
  setTakenBack,
  setToMatch,
  undoUses,
  usesOfPayment,
  type BankLineRow,
} from './store.ts'

const SENT_BACK = 'This transfer was sent back or removed from the books, so there’s nothing to undo.'

/**
 * Undoes the use of a transfer: its money is unassigned again, and what it had paid is owed again. The ledger keeps the original entries
 * and gets reversing ones; receipts keep their numbers but are void. What other transfers paid together with this one becomes their
 * person's credit.
 */
export async function undoLine(
  app: App,
  actorId: string,
  lineId: string,
  reason: string,
): Promise<BankLineRow | Refusal> {
  const done = await app.db.transaction().execute(async (trx) => {
    await lockLinesWith(trx, lineId)
    const line = await lockLine(trx, lineId)
    // Four-eyes rule, as for matching it.
    if (line.account_id === actorId) throw forbidden('You can’t undo the match of your own transfer. Ask a colleague.')
    if (line.returned_at !== null || line.taken_back_at !== null) return refuse('line-returned', SENT_BACK)
    if (line.account_id === null) return refuse('not-matched', 'This transfer isn’t matched to anything.')
    const payments = await lockedPayments(trx, lineId)
    if (payments.some((payment) => isSettledOtherwise(payment))) {
      const message = 'Part of this payment was refunded or is disputed. Settle that first. The match stays.'
      return refuse('money-went-back', message)
    }
    const entries: MoneyEntry[] = [
      { account: accounts.unmatched, amount: -line.amount },
      { account: accounts.credit(line.account_id), amount: line.remaining },
    ]
    for (const payment of payments) entries.push(...(await undoPayment(app, trx, payment, line)))
    await recordTransfer(trx, {
      key: `line-undone:${line.id}:${line.undone}`,
      memo: 'Match undone',
      currency: line.currency,
      entries,
    })
    await setToMatch(trx, line.id, `Its match was undone: ${reason}`)
    const before = { accountId: line.account_id, remaining: line.remaining, payments: payments.map(({ id }) => id) }
    await audit(trx, { actorId, action: 'undo-match', subjectKind: 'bank-line', subjectId: lineId, before, reason })
    return payments
  })
  if (done instanceof Refusal) return done
  publishSettled(app, done)
  return (await lineById(app.db, lineId))!
}

async function lockedPayments(trx: Kysely<object>, lineId: string): Promise<PaymentRow[]> {
  const payments: PaymentRow[] = []
  // Locks the payments to the end of the transaction, in the order of their ids: none of them is refunded or settled meanwhile.
  for (const id of await paymentsOfLine(trx, lineId)) payments.push((await lockPayment(trx, id))!)
  return payments
}

function isSettledOtherwise(payment: PaymentRow): boolean {
  return leftOf(payment) !== payment.received
}

/** Reverses one payment; returns the entries besides those of the line itself. */
async function undoPayment(
  app: App,
  trx: Kysely<object>,
  payment: PaymentRow,
  line: BankLineRow,
): Promise<MoneyEntry[]> {
  const credit = accounts.credit(payment.account_id)
  const uses = await usesOfPayment(trx, payment.id)
  const [own, others] = [uses.filter((use) => use.line_id === line.id), uses.filter((use) => use.line_id !== line.id)]
  const amount = own.reduce((sum, use) => sum + use.amount, 0)
  await undoUses(trx, own)
  // Parts of an incomplete payment are the person's credit; this part no longer is.
  if (payment.state !== 'succeeded') {
    await setReceived(trx, payment.id, payment.received - amount, payment.amount)
    return [{ account: credit, amount }]
  }
  const payable = payableFor(app, payment)
  await setUndone(trx, payment.id, 'A bank transfer was counted toward this by mistake.')
  await payable.undone(trx, payment, payment.received)
  await notifyPerson(app, trx, payment)
  await undoUses(trx, others)
  for (const use of others) await addCredit(trx, use.line_id, use.amount)
  return [
    { account: payable.ledgerAccount(payment), amount: payment.received },
    { account: credit, amount: amount - payment.received },
  ]
}

async function notifyPerson(app: App, trx: Kysely<object>, payment: PaymentRow): Promise<void> {
  const { id, account_id: accountId, amount, currency, subject_id: invoiceId } = payment
  const what = await labelOf(app, trx, payment)
  const facts = { amount, currency, news: 'undone' as const, what, invoiceId }
  await notify(app, trx, { kind: 'payment-news', accountId, key: `payment-undone:${id}`, facts })
}

/** Removes a line that doesn't belong in the books: its entries are reversed, and the line stays visible. */
export async function takeBack(
  app: App,
  actorId: string,
  lineId: string,
  reason: string,
): Promise<BankLineRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const line = await lockLine(trx, lineId)
    if (line.taken_back_at !== null) return refuse('line-taken-back', 'This line was already removed from the books.')
    if (line.returned_at !== null) return refuse('line-returned', SENT_BACK)
    if (line.account_id !== null) return refuse('line-used', 'Undo the match of this transfer first.')
    const kept = await keptByClaim(trx, app.extensions.outgoingClaims, lineId)
    if (kept !== null) return kept
    if (line.kind !== 'out') {
      await recordTransfer(trx, {
        key: `line-taken-back:${line.id}`,
        memo: 'Bank transfer removed from the books',
        currency: line.currency,
        entries: [
          { account: accounts.unmatched, amount: line.amount },
          { account: accounts.provider('transfer'), amount: -line.amount },
        ],
      })
    }
    await setTakenBack(trx, lineId, reason)
    const before = { amount: line.amount, currency: line.currency, text: line.text }
    await audit(trx, {
      actorId,
      action: 'take-back-transfer',
      subjectKind: 'bank-line',
      subjectId: lineId,
      before,
      reason,
    })
    return (await lineById(trx, lineId))!
  })
}
