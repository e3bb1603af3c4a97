import type { FastifyInstance } from 'fastify'
import {
  deleteLotDocument,
  linkLotDocument,
  linkVehicleDocument,
  listLotDocuments,
  listVehicleDocuments,
  LOT_DOCUMENT_BYTES_MAX,
  openLotDocument,
  sendLotDocument,
  type LotDocument,
  type StaffDocument,
} from '#contract/lots/lot-documents.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import { busy, notFound, rateLimited, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendUpload } from '#server/platform/http/send-file.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { checkLink, signLink } from '#server/platform/signed-link.ts'
import { readOneFile } from '#server/platform/http/one-file-form.ts'
import { deleteDocument } from './delete-document.ts'
import { documentById, documentsOf, isVehicle, vehicleInLot, type DocumentRow } from './store.ts'
import { takeDocument } from './take-document.ts'

/** Concurrent uploads; each holds up to 10 MB of memory until it is stored. */
const UPLOADS_AT_ONCE_MAX = 4
/** Requests per link: a browser that downloads in parts makes several. */
const OPENINGS = { burst: 20, perSecond: 1 }

export function documentRoutes(http: FastifyInstance, app: App, files: FileStorage): void {
  const throttle = sharedThrottle(app, 'lot-document', OPENINGS)
  let uploads = 0

  serve(http, listLotDocuments, async ({ params }) => {
    const vehicleId = await vehicleInLot(app.db, params.lotId)
    if (vehicleId === undefined) throw notFound('this lot')
    return { items: (await documentsOf(app.db, vehicleId)).map(presentDocument) }
  })

  serve(http, linkLotDocument, async ({ params }) => {
    const document = await documentById(app.db, params.documentId)
    const vehicleId = await vehicleInLot(app.db, params.lotId)
    if (document === undefined || document.vehicle_id !== vehicleId) throw notFound('this document')
    return signLink(app, pathOf(document.id))
  })

  serve(http, openLotDocument, async ({ params, query, reply }) => {
    checkLink(app, pathOf(params.documentId), query)
    const document = await documentById(app.db, params.documentId)
    if (document === undefined) throw notFound('this document')
    if (!(await throttle.take(query.signature))) throw rateLimited(2)
    return sendUpload(reply, document.name, await files.get(document.storage_name))
  })

  serve(http, listVehicleDocuments, async ({ params }) => {
    if (!(await isVehicle(app.db, params.vehicleId))) throw notFound('this vehicle')
    return { items: (await documentsOf(app.db, params.vehicleId)).map(presentStaffDocument) }
  })

  serve(http, sendLotDocument, async ({ params, query, person, request }) => {
    if (uploads >= UPLOADS_AT_ONCE_MAX) throw busy(2)
    uploads += 1
    try {
      const sent = await readOneFile(request, { field: 'document', bytesMax: LOT_DOCUMENT_BYTES_MAX })
      if (sent instanceof Refusal) return sent
      const taken = await takeDocument(app, files, { ...sent, ...params, ...query, actorId: person.id })
      return taken instanceof Refusal ? taken : presentStaffDocument(taken)
    } finally {
      uploads -= 1
    }
  })

  serve(http, linkVehicleDocument, async ({ params }) => {
    const document = await documentById(app.db, params.documentId)
    if (document === undefined) throw notFound('this document')
    return signLink(app, pathOf(document.id))
  })

  serve(http, deleteLotDocument, async ({ params, body, person }) => {
    await deleteDocument(app, files, { ...params, ...body, actorId: person.id })
    return null
  })
}

function pathOf(documentId: string): string {
  return openLotDocument.path.replace(':documentId', documentId)
}

function presentDocument({ id, kind, name, type, size, added_at: addedAt }: DocumentRow): LotDocument {
  return { id, kind, name, type, size, addedAt }
}

function presentStaffDocument(row: DocumentRow): StaffDocument {
  return { ...presentDocument(row), addedBy: row.added_by }
}
