import type { App } from '#server/platform/app.ts'
import { deleteFile, expiredFiles, knownNames, withdrawOfClosed } from './store.ts'
import type { Vault } from './vault.ts'

/** Longer than an upload takes: a younger file may still get its row. */
const ORPHAN_MS = 3_600_000

/**
 * Deletes images whose retention is over, and those of people who closed their account before a decision. File first: a row without
 * a file is deleted the next time, a file without a row never. Returns how many.
 */
export async function deleteExpired(app: App, vault: Vault): Promise<number> {
  await withdrawOfClosed(app.db)
  let count = 0
  for (;;) {
    const files = await expiredFiles(app.db)
    if (files.length === 0) return count
    for (const file of files) {
      await vault.remove(file.storage_name)
      await deleteFile(app.db, file)
    }
    count += files.length
  }
}

/** Deletes files that a crashed process left in the vault without a row: no one can decrypt them, and they must not be kept. */
export async function deleteOrphans(app: App, vault: Vault, olderThanMs = ORPHAN_MS): Promise<number> {
  const names = await vault.olderThan(app.now() - olderThanMs)
  const known = await knownNames(app.db, names)
  const orphans = names.filter((name) => !known.has(name))
  for (const name of orphans) await vault.remove(name)
  return orphans.length
}
