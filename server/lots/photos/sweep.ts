import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import { forgetLeft, knownNames, noteLeft } from './work-store.ts'

/** Longer than a client caches the facts of a lot: until then it may request files no longer shown. */
const LEFT_MS = 3_600_000
/** Longer than storing a photo takes: a younger file may not have its row yet. */
const ORPHAN_MS = 3_600_000

/** Removes files that no photo shows any longer, and leftovers of crashed processes. */
export async function sweepPhotos(
  app: App,
  files: FileStorage,
  { leftMs = LEFT_MS, orphanMs = ORPHAN_MS } = {},
): Promise<void> {
  await noteLeft(app.db)
  await forgetLeft(app.db, leftMs)
  const names = await files.olderThan(app.now() - orphanMs)
  const known = await knownNames(app.db, names)
  for (const name of names) if (!known.has(name)) await files.remove(name)
}
