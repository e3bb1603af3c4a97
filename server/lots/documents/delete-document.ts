import { audit } from '#server/platform/audit.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { knownNames, removeDocument } from './store.ts'

/** Longer than storing a file takes: a younger file may not have its row yet. */
const ORPHAN_MS = 3_600_000

/** Deletes a document and its file. Throws `not-found`. */
export async function deleteDocument(
  app: App,
  files: FileStorage,
  { documentId, actorId, reason }: { documentId: string; actorId: string; reason: string },
): Promise<void> {
  const gone = await app.db.transaction().execute(async (trx) => {
    const row = await removeDocument(trx, documentId)
    if (row === undefined) throw notFound('this document')
    const { vehicle_id: vehicleId, kind, name, size } = row
    const before = { vehicleId, kind, name, size }
    await audit(trx, {
      actorId,
      action: 'delete-document',
      subjectKind: 'document',
      subjectId: documentId,
      before,
      reason,
    })
    return row
  })
  // If the process crashes here, the sweep finds the file without a row.
  await files.remove(gone.storage_name)
}

/** Removes files without a document: those of deleted vehicles, and leftovers of crashed processes. */
export async function sweepDocuments(app: App, files: FileStorage, orphanMs = ORPHAN_MS): Promise<void> {
  const names = await files.olderThan(app.now() - orphanMs)
  const known = await knownNames(app.db, names)
  for (const name of names) if (!known.has(name)) await files.remove(name)
}
