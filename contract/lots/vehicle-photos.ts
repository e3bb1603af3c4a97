import * as z from 'zod/mini'
import { CorrectionReason } from './corrections.ts'
import { endpoint } from '../platform/endpoint.ts'
import { DamageMark, PhotoPin, SEVERITIES } from './lots.ts'
import { OUTLINE_SIDES } from './outline.ts'
import { SHOT_SLOTS } from './photos.ts'
import { Id, oneLine } from '../platform/values.ts'

/** Maximum bytes of one uploaded file. */
export const PHOTO_BYTES_MAX = 25 * 1024 * 1024
/** Of one vehicle. */
export const VEHICLE_PHOTOS_MAX = 100
export const PINS_MAX = 20
export const MARKS_MAX = 40

/** The state of a photo: uploaded and waiting for processing, shown, or unreadable. */
export const PHOTO_STATES = ['waiting', 'ready', 'failed'] as const

/** Why a photo could not be processed. `broke-off`: an error on our side, after several tries. */
export const PHOTO_FAILURES = ['unreadable', 'too-many-pixels', 'too-slow', 'broke-off'] as const

export const ROTATIONS = [0, 90, 180, 270] as const

/** What staff see of a photo. `url` and the size are of what is shown now: null before it was ready for the first time. */
export const VehiclePhoto = z.object({
  id: Id,
  slot: z.enum(SHOT_SLOTS),
  state: z.enum(PHOTO_STATES),
  failure: z.nullable(z.enum(PHOTO_FAILURES)),
  /** Clockwise, in degrees, from how it was taken. */
  rotation: z.literal(ROTATIONS),
  url: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  placeholder: z.nullable(z.string()),
  pins: z.array(PhotoPin),
})
export type VehiclePhoto = z.infer<typeof VehiclePhoto>

/** A vehicle for staff who manage its photos and condition. */
export const PicturedVehicle = z.object({
  id: Id,
  title: z.string(),
  body: z.string(),
  /** The number of its newest lot. */
  lotNumber: z.nullable(z.int()),
  conditionReport: z.string(),
  damageMap: z.array(DamageMark),
  /** Bidders have seen the marks: changing them needs a reason. */
  isPublished: z.boolean(),
})

const Thousandths = z.int().check(z.gte(0), z.lte(1000))

/** A mark as entered by staff. */
const NewPin = z.object({
  x: Thousandths,
  y: Thousandths,
  kind: z.string().check(z.maxLength(40), oneLine),
  severity: z.enum(SEVERITIES),
  note: z.string().check(z.maxLength(300), oneLine),
})
const NewMark = z.object({ ...NewPin.shape, side: z.optional(z.enum(OUTLINE_SIDES)) })

const OfVehicle = z.object({ vehicleId: Id })
const OfPhoto = z.object({ photoId: Id })

export const listPhotos = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles/:vehicleId/photos',
  access: 'auctioneer',
  summary: 'All photos of a vehicle in order, and its condition',
  params: OfVehicle,
  reply: z.object({ vehicle: PicturedVehicle, items: z.array(VehiclePhoto) }),
})

/** Form data with one file, `photo`. The same file sent again for the same vehicle is the same photo. */
export const sendPhoto = endpoint({
  method: 'POST',
  path: '/api/admin/vehicles/:vehicleId/photos',
  access: 'auctioneer',
  summary: 'Upload a photo (JPEG, PNG, WebP, HEIC; 25 MB); it is processed in the background',
  params: OfVehicle,
  query: z.object({ slot: z.optional(z.enum(SHOT_SLOTS)) }),
  body: 'multipart',
  files: ['photo'],
  reply: VehiclePhoto,
  status: 201,
  rejections: ['not-a-photo', 'file-too-large', 'too-many-pixels', 'too-many-photos'],
})

/** The first one is the hero: it represents the lot everywhere. */
export const orderPhotos = endpoint({
  method: 'PUT',
  path: '/api/admin/vehicles/:vehicleId/photos/order',
  access: 'auctioneer',
  summary: 'Reorder all photos of a vehicle',
  params: OfVehicle,
  body: z.object({ ids: z.array(Id).check(z.maxLength(VEHICLE_PHOTOS_MAX)) }),
  reply: z.object({ items: z.array(VehiclePhoto) }),
  rejections: ['photos-changed'],
})

export const changePhoto = endpoint({
  method: 'PATCH',
  path: '/api/admin/photos/:photoId',
  access: 'auctioneer',
  summary: 'Set what a photo shows, rotate it, or mark damage on it',
  params: OfPhoto,
  body: z.object({
    slot: z.optional(z.enum(SHOT_SLOTS)),
    rotation: z.optional(z.literal(ROTATIONS)),
    pins: z.optional(z.array(NewPin).check(z.maxLength(PINS_MAX))),
  }),
  reply: VehiclePhoto,
  rejections: ['not-ready-yet'],
})

export const retryPhoto = endpoint({
  method: 'POST',
  path: '/api/admin/photos/:photoId/retry',
  access: 'auctioneer',
  summary: 'Retry processing a photo',
  params: OfPhoto,
  reply: VehiclePhoto,
  rejections: ['not-failed'],
})

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/api/admin/photos/:photoId',
  access: 'auctioneer',
  summary: 'Delete a photo; for a published lot this needs a reason, which the lot shows',
  params: OfPhoto,
  query: z.object({ reason: CorrectionReason }),
  reply: null,
  rejections: ['reason-needed'],
})

export const drawDamage = endpoint({
  method: 'PUT',
  path: '/api/admin/vehicles/:vehicleId/damage',
  access: 'auctioneer',
  summary: 'Replace the damage map of a vehicle',
  params: OfVehicle,
  body: z.object({ marks: z.array(NewMark).check(z.maxLength(MARKS_MAX)), reason: CorrectionReason }),
  reply: z.object({ vehicle: PicturedVehicle }),
  rejections: ['reason-needed'],
})

/** The damage that a mark shows. */
export const DAMAGE_KINDS = [
  'scratch',
  'dent',
  'chips',
  'scuff',
  'crack',
  'broken',
  'missing',
  'rust',
  'paint',
  'wear',
  'leak',
  'mechanical',
  'hail',
  'water',
  'fire',
  'other',
] as const
