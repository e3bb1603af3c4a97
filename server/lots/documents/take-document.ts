import { LOT_DOCUMENTS_MAX, type LotDocument, type LotDocumentKind } from '#contract/lot-documents.ts'
import { audit } from '#server/platform/audit.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { kindOf } from '#server/verification/read-document.ts'
import type { SentFile } from '../one-file-form.ts'
import { stripPicture } from './strip-picture.ts'
import { documentByContent, documentsOf, insertDocument, isVehicle, lockVehicle, type DocumentRow } from './store.ts'

const NAME_MAX = 120

type Given = SentFile & { vehicleId: string; kind: LotDocumentKind; actorId: string }

/**
 * Keeps a file as a document of a vehicle, a picture without all that it tells beside what it shows. The same file for the same vehicle is the same document. Whatever fails, no file and no row
 * is left behind. Throws `not-found` for a vehicle that is not there.
 */
export async function takeDocument(house: House, files: FileStorage, given: Given): Promise<DocumentRow | Refusal> {
  const type = kindOf(given.content)
  if (type === null || type === 'heic') {
    return refuse('not-a-document', 'This is not a PDF, JPEG, PNG or WebP file.')
  }
  if (!(await isVehicle(house.db, given.vehicleId))) throw notFound('this vehicle')
  const content = type === 'pdf' ? given.content : await stripPicture(given.content, type)
  if (content === null)
    return refuse('not-a-document', 'This picture cannot be opened: it is damaged or far too large.')
  const storageName = await files.put(content)
  let kept = false
  try {
    const taken = await house.db.transaction().execute((trx) => enter(trx, { ...given, content, type, storageName }))
    kept = !(taken instanceof Refusal) && taken.storage_name === storageName
    return taken
  } finally {
    if (!kept) await files.remove(storageName)
  }
}

async function enter(
  trx: House['db'],
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
  await audit(trx, { actorId, act: 'add-document', subjectKind: 'vehicle', subjectId: vehicleId, after: entry })
  return (await documentByContent(trx, vehicleId, hash))!
}

/** Letters, figures and a few signs of the sender's name for the file, with the ending of what it really is. */
export function plainName(name: string, type: LotDocument['type']): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const words = last
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    // How browsers write a quotation mark in a form.
    .replaceAll('%22', ' ')
    .replaceAll(/[^\p{L}\p{N} ._()-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .trim()
    .slice(0, NAME_MAX)
  return `${words === '' ? 'document' : words}.${type === 'jpeg' ? 'jpg' : type}`
}
