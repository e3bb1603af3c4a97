import { LOT_DOCUMENTS_MAX, type LotDocument, type LotDocumentKind } from '#contract/lots/lot-documents.ts'
import { audit } from '#server/platform/audit.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { kindOf } from '#server/platform/images/read-document.ts'
import type { SentFile } from '#server/platform/http/one-file-form.ts'
import { stripPicture } from '#server/platform/images/strip-picture.ts'
import { shorten } from '#contract/platform/shorten.ts'
import { documentByContent, documentsOf, insertDocument, isVehicle, lockVehicle, type DocumentRow } from './store.ts'

const NAME_MAX = 120

type Given = SentFile & { vehicleId: string; kind: LotDocumentKind; actorId: string }

/**
 * Stores a file as a document of a vehicle; a picture is stored without its metadata. The same file for the same vehicle is the same
 * document. A failure leaves no file and no row. Throws `not-found` if the vehicle does not exist.
 */
export async function takeDocument(app: App, files: FileStorage, given: Given): Promise<DocumentRow | Refusal> {
  const type = kindOf(given.content)
  if (type === null || type === 'heic') {
    return refuse('not-a-document', 'This isn’t a PDF, JPEG, PNG or WebP file. Choose another file.')
  }
  if (!(await isVehicle(app.db, given.vehicleId))) throw notFound('this vehicle')
  const content = type === 'pdf' ? given.content : await stripPicture(given.content, type)
  if (content === null) return refuse('not-a-document', 'We couldn’t open this image. It may be damaged or too large.')
  const storageName = await files.put(content)
  let kept = false
  try {
    const taken = await app.db.transaction().execute((trx) => enter(trx, { ...given, content, type, storageName }))
    kept = !(taken instanceof Refusal) && taken.storage_name === storageName
    return taken
  } finally {
    if (!kept) await files.remove(storageName)
  }
}

async function enter(
  trx: App['db'],
  {
    vehicleId,
    kind,
    content,
    hash,
    name,
    type,
    storageName,
    actorId,
  }: Given & {
    type: LotDocument['type']
    storageName: string
  },
): Promise<DocumentRow | Refusal> {
  if (!(await lockVehicle(trx, vehicleId))) throw notFound('this vehicle')
  const before = await documentByContent(trx, vehicleId, hash)
  if (before !== undefined) return before
  if ((await documentsOf(trx, vehicleId)).length >= LOT_DOCUMENTS_MAX) {
    return refuse('too-many-documents', `A vehicle has at most ${LOT_DOCUMENTS_MAX} documents.`)
  }
  const entry = { id: newId(), kind, name: plainName(name, type), type, size: content.length }
  await insertDocument(trx, { ...entry, vehicle_id: vehicleId, storage_name: storageName, hash, actorId })
  await audit(trx, { actorId, action: 'add-document', subjectKind: 'vehicle', subjectId: vehicleId, after: entry })
  return (await documentByContent(trx, vehicleId, hash))!
}

/** The sender's file name reduced to letters, digits and a few signs, with the extension of the actual type. */
export function plainName(name: string, type: LotDocument['type']): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    // How browsers encode a quotation mark in a form.
    .replaceAll('%22', ' ')
    .replaceAll(/[^\p{L}\p{N} ._()-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .trim()
  const words = shorten(plain, NAME_MAX)
  return `${words === '' ? 'document' : words}.${type === 'jpeg' ? 'jpg' : type}`
}
