import type { Kysely } from 'kysely'
import { withOptions } from '#server/platform/database/access.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { House } from '#server/platform/house.ts'

/**
 * Runs `work` on a connection that may change history, which the application never may: what the demo invents is set back in time, and
 * forgotten once it is old. `ownerUrl`: logs in as the owner of the tables.
 */
export async function rewriting(
  { log }: House,
  ownerUrl: string,
  work: (db: Kysely<object>) => Promise<void>,
): Promise<void> {
  const owner = openDatabase(withOptions(ownerUrl, { 'paddock.history': 'demo' }), log, { connections: 1 })
  try {
    await work(owner.db)
  } finally {
    await owner.close()
  }
}
