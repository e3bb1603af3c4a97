import type { Kysely } from 'kysely'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { mergedInto } from '../merge/accounts-of.ts'
import { anonymize } from '../store.ts'

/** Deletes a person's data, in every feature, and that of the accounts merged into theirs. */
export async function closeForGood(trx: Kysely<object>, accountId: string): Promise<void> {
  const merged = await mergedInto(trx, accountId)
  for (const id of [accountId, ...merged.map((row) => row.id)]) {
    await anonymize(trx, id)
    await enqueue(trx, 'account-closed', { accountId: id })
  }
}
