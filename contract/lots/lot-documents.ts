import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { SignedLink, Reason, Id, Instant } from '../platform/values.ts'

/** Maximum bytes of one file. */
export const LOT_DOCUMENT_BYTES_MAX = 10 * 1024 * 1024
/** Of one vehicle. */
export const LOT_DOCUMENTS_MAX = 30

export const LOT_DOCUMENT_KINDS = ['title', 'registration', 'inspection', 'service', 'emissions', 'other'] as const
export type LotDocumentKind = (typeof LOT_DOCUMENT_KINDS)[number]

/** Determined by the file's first bytes. */
export const LOT_DOCUMENT_TYPES = ['pdf', 'jpeg', 'png', 'webp'] as const

/** `size` in bytes. `name`: the file name given by the person who added it. */
export const LotDocument = z.object({
  id: Id,
  kind: z.enum(LOT_DOCUMENT_KINDS),
  name: z.string(),
  type: z.enum(LOT_DOCUMENT_TYPES),
  size: z.int(),
  addedAt: Instant,
})
export type LotDocument = z.infer<typeof LotDocument>

const OfVehicle = z.object({ vehicleId: Id })
const OfDocument = z.object({ documentId: Id })

export const listLotDocuments = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/documents',
  access: 'sees-prices',
  summary: 'The documents of the vehicle in a lot',
  params: z.object({ lotId: Id }),
  reply: z.object({ items: z.array(LotDocument) }),
})

export const linkLotDocument = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/documents/:documentId/link',
  access: 'sees-prices',
  summary: 'A short-lived link to a document of a lot',
  params: z.object({ lotId: Id, documentId: Id }),
  reply: z.object({ url: z.string(), expiresAt: Instant }),
})

/** Anyone with the link may read it: it names one document, is signed, and expires after a few minutes. */
export const openLotDocument = endpoint({
  method: 'GET',
  path: '/api/lot-documents/:documentId',
  access: 'visitor',
  summary: 'Download the file behind a short-lived link',
  params: OfDocument,
  query: SignedLink,
  problems: [410],
  reply: null,
  media: 'application/octet-stream',
})

export const StaffDocument = z.object({ ...LotDocument.shape, addedBy: z.nullable(z.string()) })
export type StaffDocument = z.infer<typeof StaffDocument>

export const listVehicleDocuments = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles/:vehicleId/documents',
  access: 'auctioneer',
  summary: 'The documents of a vehicle and who added them',
  params: OfVehicle,
  reply: z.object({ items: z.array(StaffDocument) }),
})

/** Form data with one file, `document`. The same file sent again for the same vehicle is the same document. */
export const sendLotDocument = endpoint({
  method: 'POST',
  path: '/api/admin/vehicles/:vehicleId/documents',
  access: 'auctioneer',
  summary: 'Add a document to a vehicle (PDF, JPEG, PNG, WebP; 10 MB); bidders can read it immediately',
  params: OfVehicle,
  query: z.object({ kind: z.enum(LOT_DOCUMENT_KINDS) }),
  body: 'multipart',
  files: ['document'],
  reply: StaffDocument,
  status: 201,
  rejections: ['not-a-document', 'file-too-large', 'too-many-documents'],
})

export const linkVehicleDocument = endpoint({
  method: 'POST',
  path: '/api/admin/documents/:documentId/link',
  access: 'auctioneer',
  summary: 'A short-lived link to a document of any vehicle',
  params: OfDocument,
  reply: z.object({ url: z.string(), expiresAt: Instant }),
})

export const deleteLotDocument = endpoint({
  method: 'POST',
  path: '/api/admin/documents/:documentId/deletion',
  access: 'auctioneer',
  summary: 'Delete a document, with a reason',
  params: OfDocument,
  body: z.object({ reason: Reason }),
  reply: null,
})
