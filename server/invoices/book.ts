import type { Kysely } from 'kysely'
import type { CostLine } from '#contract/invoices/costs.ts'
import { setPurchaseDue } from '#server/bidding/purchase-due.ts'
import { recordTransfer, type MoneyEntry } from '#server/payments/money-ledger.ts'
import { owedForLot, type InvoiceRow } from './store.ts'

/** The account in the money ledger for what a person owes on invoices. */
export function receivable(accountId: string): string {
  return `receivable:${accountId}`
}

/** Books lines as owed by a person (`sign` 1) or reverses them (-1). The hammer price goes to the seller, the rest to the company. */
export async function bookLines(
  trx: Kysely<object>,
  memo: string,
  { accountId, currency, lines, sign }: { accountId: string; currency: string; lines: CostLine[]; sign: 1 | -1 },
): Promise<void> {
  const earned = new Map<string, number>()
  const add = (account: string, amount: number) => earned.set(account, (earned.get(account) ?? 0) + amount)
  for (const { kind, amount, tax } of lines) {
    add(kind === 'hammer' ? 'owed:sellers' : 'income:auctions', amount)
    add('owed:tax', tax)
  }
  const total = [...earned.values()].reduce((sum, amount) => sum + amount, 0)
  const entries: MoneyEntry[] = [
    { account: receivable(accountId), amount: sign * total },
    ...[...earned].map(([account, amount]) => ({ account, amount: -sign * amount })),
  ]
  await recordTransfer(trx, { memo, currency, entries })
}

/** Sets how much the lot takes up of its buyer's limit: the unpaid balance of all its invoices. */
export async function bindOwed<T>(trx: Kysely<T>, invoice: Pick<InvoiceRow, 'lot_id' | 'account_id'>): Promise<void> {
  if (invoice.lot_id === null) return
  await setPurchaseDue(trx, invoice.lot_id, invoice.account_id, await owedForLot(trx, invoice.lot_id))
}
