import type { Kysely } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { recordTransfer, type MoneyEntry } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import { leftOf, lockPayment, setReceived, setUndone, type PaymentRow } from '../store.ts'
import { tellSettled } from './match-line.ts'
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

const SENT_BACK = 'This transfer was sent back, or taken out of the books. Nothing of it is left to undo.'

/**
 * Undoes what a transfer was used for: it is nobody's money again, and what it had paid is owed again. The ledger keeps what was booked and
 * gets the entries that reverse it; receipts stay numbered and count for nothing. What other transfers had paid together with this one is
 * their person's credit from now on.
 */
export async function undoLine(
  house: House,
  actorId: string,
  lineId: string,
  reason: string,
): Promise<BankLineRow | Refusal> {
  const done = await house.db.transaction().execute(async (trx) => {
    await lockLinesWith(trx, lineId)
    const line = await lockLine(trx, lineId)
    if (line.returned_at !== null || line.taken_back_at !== null) return refuse('line-returned', SENT_BACK)
    if (line.account_id === null) return refuse('not-matched', 'This transfer is not matched to anything.')
    const payments = await lockedPayments(trx, lineId)
    if (payments.some((payment) => isSettledOtherwise(payment))) {
      const message = 'Money of this payment went back, or is disputed. Settle that first; the match stays.'
      return refuse('money-went-back', message)
    }
    const entries: MoneyEntry[] = [
      { account: accounts.unmatched, amount: -line.amount },
      { account: accounts.credit(line.account_id), amount: line.remaining },
    ]
    for (const payment of payments) entries.push(...(await undoPayment(house, trx, payment, line)))
    await recordTransfer(trx, {
      key: `line-undone:${line.id}:${line.undone}`,
      memo: 'Match undone',
      currency: line.currency,
      entries,
    })
    await setToMatch(trx, line.id, `Its match was undone: ${reason}`)
    const before = { accountId: line.account_id, remaining: line.remaining, payments: payments.map(({ id }) => id) }
    await audit(trx, { actorId, act: 'undo-match', subjectKind: 'bank-line', subjectId: lineId, before, reason })
    return payments
  })
  if (done instanceof Refusal) return done
  tellSettled(house, done)
  return (await lineById(house.db, lineId))!
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

/** Reverses one payment; answers the entries beside those of the line itself. */
async function undoPayment(
  house: House,
  trx: Kysely<object>,
  payment: PaymentRow,
  line: BankLineRow,
): Promise<MoneyEntry[]> {
  const credit = accounts.credit(payment.account_id)
  const uses = await usesOfPayment(trx, payment.id)
  const [own, others] = [uses.filter((use) => use.line_id === line.id), uses.filter((use) => use.line_id !== line.id)]
  const amount = own.reduce((sum, use) => sum + use.amount, 0)
  await undoUses(trx, own)
  // Parts of a whole that had not come together yet are the person's credit: this part is it no longer.
  if (payment.state !== 'succeeded') {
    await setReceived(trx, payment.id, payment.received - amount, payment.amount)
    return [{ account: credit, amount }]
  }
  const payable = payableFor(house, payment)
  await setUndone(trx, payment.id, 'A bank transfer had been counted for this by mistake.')
  await payable.undone(trx, payment, payment.received)
  await tellPerson(house, trx, payment)
  await undoUses(trx, others)
  for (const use of others) await addCredit(trx, use.line_id, use.amount)
  return [
    { account: payable.ledgerAccount(payment), amount: payment.received },
    { account: credit, amount: amount - payment.received },
  ]
}

async function tellPerson(house: House, trx: Kysely<object>, payment: PaymentRow): Promise<void> {
  const { id, account_id: accountId, amount, currency, subject_id: invoiceId } = payment
  const payable = payableFor(house, payment)
  const what = (await payable.describe?.(trx, payment)) ?? payable.memo
  const facts = { amount, currency, news: 'undone' as const, what, invoiceId }
  await notify(house, trx, { kind: 'payment-news', accountId, key: `payment-undone:${id}`, facts })
}

/** Takes a line that should not be in the books out of them: its entries are reversed, and the line stays to be seen. */
export async function takeBack(
  house: House,
  actorId: string,
  lineId: string,
  reason: string,
): Promise<BankLineRow | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const line = await lockLine(trx, lineId)
    if (line.taken_back_at !== null) return refuse('line-taken-back', 'This line was taken out of the books before.')
    if (line.returned_at !== null) return refuse('line-returned', SENT_BACK)
    if (line.account_id !== null) return refuse('line-used', 'Undo the match of this transfer first.')
    if (line.kind !== 'out') {
      await recordTransfer(trx, {
        key: `line-taken-back:${line.id}`,
        memo: 'Bank transfer taken out of the books',
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
      act: 'take-back-transfer',
      subjectKind: 'bank-line',
      subjectId: lineId,
      before,
      reason,
    })
    return (await lineById(trx, lineId))!
  })
}
