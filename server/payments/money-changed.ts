import type { Kysely } from 'kysely'
import { publishWithCommit } from '#server/platform/bus/bus.ts'

/** Names a person (`{accountId}`) whose invoices, payments or credit changed. */
export const MONEY_CHANGED = 'money-changed'

/** Makes every open page of the person refetch them once the transaction commits. */
export function moneyChanged<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  return publishWithCommit(trx, MONEY_CHANGED, JSON.stringify({ accountId }))
}
