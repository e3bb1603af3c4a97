import type { Kysely } from 'kysely'
import { publishWithCommit } from '#server/platform/bus/bus.ts'

/** The bus's word for: a person's commitments changed by something else than bids. */
export const POWER_CHANGED = 'buying-power'

/** Has the person's pages ask anew once the transaction is committed. Bids tell it themselves, with their lot. */
export async function powerChanges<T>(trx: Kysely<T>, accountId: string): Promise<void> {
  await publishWithCommit(trx, POWER_CHANGED, JSON.stringify({ accountId }))
}
