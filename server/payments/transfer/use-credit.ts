import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { Refusal } from '#server/platform/problem.ts'
import { useGrants } from '../grants/grants.ts'
import { grantedTo, lockGrantsOf } from '../grants/store.ts'
import { payableFor } from '../payable.ts'
import { insertPayment } from '../store.ts'
import { creditOf, lockLinesOf, lockUsableCredit } from './credit-store.ts'
import { lockLine } from './store.ts'
import { useLine } from './use-line.ts'

/** `refundable`: the part that is the person's own money, such as an overpayment; the rest was granted. */
export type Credit = { currency: string; amount: number; refundable: number; payBackAskedAt: number | null }

/** Money we hold for a person and what was granted to them, by currency. */
export async function readCredit<T>(db: Kysely<T>, accountId: string): Promise<Credit[]> {
  const [own, granted] = [await creditOf(db, accountId), await grantedTo(db, accountId)]
  const currencies = new Set([...own, ...granted].map(({ currency }) => currency))
  return [...currencies].toSorted().map((currency) => {
    const money = own.find((row) => row.currency === currency)
    const gift = granted.find((row) => row.currency === currency)?.amount ?? 0
    const refundable = money?.amount ?? 0
    return { currency, amount: refundable + gift, refundable, payBackAskedAt: money?.pay_back_asked_at ?? null }
  })
}

/**
 * Locks a person's credit to the end of the transaction. Everything that uses, returns or reverses credit locks in one order: grants, transfers,
 * payments, invoices, numbers. So whatever pays, charges or cancels an invoice calls this first.
 */
export async function lockCredit<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await lockGrantsOf(trx, accountId)
  await lockLinesOf(trx, accountId)
}

/**
 * Pays an invoice from the person's credit, up to its amount, in the transaction that issues it: one payment per grant or transfer
 * used. */
export async function useCredit(
  app: App,
  trx: Kysely<object>,
  { accountId, invoiceId, currency }: { accountId: string; invoiceId: string; currency: string },
): Promise<void> {
  // What was granted first: unlike an overpayment, the person can't have it paid out.
  await useGrants(app, trx, { accountId, invoiceId, currency })
  for (const lineId of await lockUsableCredit(trx, accountId, currency)) {
    const due = await payableFor(app, { purpose: 'invoice' }).due(trx, accountId, invoiceId)
    if (due instanceof Refusal) return
    const line = await lockLine(trx, lineId)
    const payment = await insertPayment(trx, {
      id: newId(),
      idempotency_key: randomUUID(),
      account_id: accountId,
      purpose: 'invoice',
      subject_id: invoiceId,
      amount: Math.min(line.remaining, due.amount),
      currency,
      provider: 'credit',
    })
    await useLine(app, trx, line, payment.id)
  }
}
