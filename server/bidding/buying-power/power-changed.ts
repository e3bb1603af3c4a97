import type { Kysely } from 'kysely'
import { publishWithCommit } from '#server/platform/bus/bus.ts'

/** Bus topic: something other than a bid changed a person's commitments. */
export const POWER_CHANGED = 'buying-power'

/** Makes the person's open pages refetch once the transaction commits. Bids announce the change themselves, with their lot. */
export async function powerChanges<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await publishWithCommit(trx, POWER_CHANGED, JSON.stringify({ accountId }))
}
