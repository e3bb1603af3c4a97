import type { House } from '#server/platform/house.ts'
import { deleteFile, expiredFiles, knownNames, withdrawOfClosed } from './store.ts'
import type { Vault } from './vault.ts'

/** Longer than it takes to send a document: what is younger may be on its way into a row. */
const ORPHAN_MS = 3_600_000

/**
 * Deletes the pictures whose time is over, and those of people who closed their account before a decision. File first: a row without
 * a file is deleted the next time, a file without a row never. Answers how many.
 */
export async function deleteExpired(house: House, vault: Vault): Promise<number> {
  await withdrawOfClosed(house.db)
  let count = 0
  for (;;) {
    const files = await expiredFiles(house.db)
    if (files.length === 0) return count
    for (const file of files) {
      await vault.remove(file.storage_name)
      await deleteFile(house.db, file)
    }
    count += files.length
  }
}

/** What a process that died left in the vault without a row: nobody can open it, and nobody should keep it. */
export async function deleteOrphans(house: House, vault: Vault, olderThanMs = ORPHAN_MS): Promise<number> {
  const names = await vault.olderThan(house.now() - olderThanMs)
  const known = await knownNames(house.db, names)
  const orphans = names.filter((name) => !known.has(name))
  for (const name of orphans) await vault.remove(name)
  return orphans.length
}
