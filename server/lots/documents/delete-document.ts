import { audit } from '#server/platform/audit.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { knownNames, removeDocument } from './store.ts'

/** Longer than it takes to keep a file: what is younger may be on its way into a row. */
const ORPHAN_MS = 3_600_000

/** Deletes a document and its file. Throws `not-found`. */
export async function deleteDocument(
  house: House,
  files: FileStorage,
  { documentId, actorId, reason }: { documentId: string; actorId: string; reason: string },
): Promise<void> {
  const gone = await house.db.transaction().execute(async (trx) => {
    const row = await removeDocument(trx, documentId)
    if (row === undefined) throw notFound('this document')
    const { vehicle_id: vehicleId, kind, name, size } = row
    const before = { vehicleId, kind, name, size }
    await audit(trx, {
      actorId,
      act: 'delete-document',
      subjectKind: 'document',
      subjectId: documentId,
      before,
      reason,
    })
    return row
  })
  // Should the process die here, the sweep finds the file without a row.
  await files.remove(gone.storage_name)
}

/** Removes files that no document has: of vehicles that were deleted, and what a process that died left behind. */
export async function sweepDocuments(house: House, files: FileStorage, orphanMs = ORPHAN_MS): Promise<void> {
  const names = await files.olderThan(house.now() - orphanMs)
  const known = await knownNames(house.db, names)
  for (const name of names) if (!known.has(name)) await files.remove(name)
}
