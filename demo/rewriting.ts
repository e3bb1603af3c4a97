import type { Kysely } from 'kysely'
import { withOptions } from '#server/platform/database/access.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { App } from '#server/platform/app.ts'

/**
 * Runs `work` on a connection that may change history, which the application never may: the demo's invented history is set back in
 * time, and deleted once it is old. `ownerUrl`: connects as the owner of the tables.
 */
export async function rewriting(
  { log }: App,
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
