import type { Kysely } from 'kysely'
import { accounts } from '#server/payments/money-accounts.ts'
import { recordTransfer } from '#server/payments/money-ledger.ts'
import type { OutgoingLine } from '#server/payments/transfer/outgoing-lines.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { notify } from '#server/platform/notice.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { sellerAccount } from '../entries/settle-lot.ts'
import { ownPayout } from './make-batch.ts'
import { batchesNamedIn, decideBatch, lockBatch, payoutsOf, type BatchRow, type Decision } from './payout-store.ts'

/** Records by hand that the bank has paid a batch. */
export function markPaid(app: App, actorId: string, batchId: string, reason: string): Promise<Refusal | null> {
  return decideByHand(app, batchId, { state: 'paid', decidedBy: actorId, reason, bankLineId: null })
}

/** Cancels a batch that was not sent: its statements are due again. */
export function cancelBatch(app: App, actorId: string, batchId: string, reason: string): Promise<Refusal | null> {
  return decideByHand(app, batchId, { state: 'canceled', decidedBy: actorId, reason, bankLineId: null })
}

async function decideByHand(
  app: App,
  batchId: string,
  decision: Decision & { decidedBy: string },
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const batch = await lockBatch(trx, batchId)
    if (batch === undefined) throw notFound('this payout')
    if (batch.state !== 'made') {
      return refuse('payout-decided', `This payout is already ${batch.state}. Reload the page.`)
    }
    const { decidedBy } = decision
    if ((await payoutsOf(trx, batchId)).some(({ account_id: accountId }) => accountId === decidedBy)) throw ownPayout()
    await decide(app, trx, batch, decision)
    await audit(trx, {
      actorId: decidedBy,
      action: decision.state === 'paid' ? 'mark-payout-paid' : 'cancel-payout',
      subjectKind: 'payout',
      subjectId: batchId,
      before: { state: batch.state },
      after: { state: decision.state, number: batch.number },
      reason: decision.reason,
    })
    return null
  })
}

/**
 * Marks a batch as paid by a line of the bank that went out with its number and its total. Returns what the line says to cashiers; null:
 * it names no batch.
 */
export async function payByLine(app: App, trx: Kysely<object>, line: OutgoingLine): Promise<string | null> {
  const plain = line.text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const [named] = await batchesNamedIn(trx, plain)
  if (named === undefined) return null
  if (named.total !== line.amount || named.currency !== line.currency) {
    return `It names payout ${named.number} of ${moneyText(named.total, named.currency)}. Check the amount, then mark the payout by hand.`
  }
  const batch = await lockBatch(trx, named.id)
  if (batch?.state !== 'made') return null
  await decide(app, trx, batch, { state: 'paid', decidedBy: null, reason: null, bankLineId: line.id })
  return `Payout ${batch.number} to sellers.`
}

/** The batch is locked. What was paid leaves the sellers' accounts, and our bank account. */
async function decide(app: App, trx: Kysely<object>, batch: BatchRow, decision: Decision): Promise<void> {
  await decideBatch(trx, batch.id, decision)
  if (decision.state !== 'paid') return
  for (const payout of await payoutsOf(trx, batch.id)) {
    await recordTransfer(trx, {
      key: `payout:${payout.id}`,
      memo: `Payout ${batch.number}`,
      currency: batch.currency,
      entries: [
        { account: sellerAccount(payout.seller_id), amount: payout.amount },
        { account: accounts.provider('transfer'), amount: -payout.amount },
      ],
    })
    if (payout.account_id === null) continue
    const facts = {
      number: batch.number,
      amount: payout.amount,
      currency: batch.currency,
      paysTo: payout.pays_to,
      statements: payout.statements.map(({ number }) => number).join(', '),
    }
    await notify(app, trx, {
      kind: 'seller-paid',
      accountId: payout.account_id,
      key: `seller-paid:${payout.id}`,
      facts,
    })
  }
}
