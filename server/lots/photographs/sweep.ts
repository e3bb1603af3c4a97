import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { House } from '#server/platform/house.ts'
import { forgetLeft, knownNames, noteLeft } from './work-store.ts'

/** Longer than a client keeps the facts of a lot: until then it may ask for what nothing shows any more. */
const LEFT_MS = 3_600_000
/** Longer than it takes to keep a photograph: what is younger may be on its way into a row. */
const ORPHAN_MS = 3_600_000

/** Removes files that no photograph shows any more, and what a process that died left behind. */
export async function sweepPhotographs(
  house: House,
  files: FileStorage,
  { leftMs = LEFT_MS, orphanMs = ORPHAN_MS } = {},
): Promise<void> {
  await noteLeft(house.db)
  await forgetLeft(house.db, leftMs)
  const names = await files.olderThan(house.now() - orphanMs)
  const known = await knownNames(house.db, names)
  for (const name of names) if (!known.has(name)) await files.remove(name)
}
