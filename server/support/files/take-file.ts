import type { TicketFile } from '#contract/support/support.ts'
import { stripPicture } from '#server/platform/images/strip-picture.ts'
import { plainName } from '#server/lots/documents/take-document.ts'
import type { SealedFiles } from '#server/platform/sealed-files.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { refuse, Refusal } from '#server/platform/problem.ts'
import { kindOf, readDocument } from '#server/platform/images/read-document.ts'
import { deleteUnsent, type FileRow, insertFile, knownNames, plainFiles, storeSealed } from './store.ts'

/** Longer than storing a file takes: a younger file may not have its row yet. */
const ORPHAN_MS = 3_600_000

const NOT_TAKEN = 'We accept PDF, JPEG, PNG, WebP and HEIC files. Choose another file, or send your message without it.'

/** Stores a file for a message that is still to be sent; images are re-encoded without metadata. On failure nothing is left behind. */
export async function takeFile(
  app: App,
  files: SealedFiles,
  sent: { content: Buffer; name: string },
): Promise<TicketFile | Refusal> {
  const kept = await readAttachment(sent.content)
  if (kept instanceof Refusal) return kept
  const { content, type } = kept
  const file = { id: newId(), name: plainName(sent.name, type), type, size: content.length }
  const { name: storageName, sealedKey } = await files.put(content, fileContext(file.id))
  try {
    await insertFile(app.db, { ...file, storage_name: storageName, sealed_key: sealedKey })
    return file
  } catch (error) {
    await files.remove(storageName)
    throw error
  }
}

/** What the key of an attachment is sealed to: moved to another row, it does not open. */
export function fileContext(fileId: string): string {
  return `ticket-file:${fileId}`
}

export function contentOfFile(files: SealedFiles, row: FileRow): Promise<Buffer> {
  const { id, storage_name: name, sealed_key: sealedKey } = row
  return sealedKey === null ? files.getPlain(name) : files.get(name, sealedKey, fileContext(id))
}

/** Encrypts what was stored before attachments were encrypted. The clear file is removed only after its row names the sealed one. */
export async function sealPlainFiles(app: App, files: SealedFiles): Promise<void> {
  for (const { id, storage_name: clearName } of await plainFiles(app.db)) {
    const { name, sealedKey } = await files.put(await files.getPlain(clearName), fileContext(id))
    await files.remove((await storeSealed(app.db, id, name, sealedKey)) ? clearName : name)
  }
}

async function readAttachment(content: Buffer): Promise<{ content: Buffer; type: TicketFile['type'] } | Refusal> {
  const kind = kindOf(content)
  if (kind === null) return refuse('not-an-attachment', NOT_TAKEN)
  if (kind === 'pdf') return { content, type: kind }
  if (kind === 'heic') {
    const pictures = await readDocument(content, 'file')
    const [first] = pictures instanceof Refusal ? [] : pictures
    return first === undefined ? damaged() : { content: first, type: 'jpeg' }
  }
  const drawn = await stripPicture(content, kind)
  return drawn === null ? damaged() : { content: drawn, type: kind }
}

function damaged(): Refusal {
  return refuse('not-an-attachment', 'We couldn’t open this image. It may be damaged or too large. Try another one.')
}

/** Deletes uploads without a message, then files without a row. */
export async function sweepFiles(app: App, files: SealedFiles): Promise<void> {
  await deleteUnsent(app.db)
  const names = await files.olderThan(app.now() - ORPHAN_MS)
  const known = await knownNames(app.db, names)
  for (const name of names) if (!known.has(name)) await files.remove(name)
}
