import * as z from 'zod/mini'
import { CorrectionReason } from './corrections.ts'
import { endpoint } from './endpoint.ts'
import { DamageMark, PhotoPin, SEVERITIES } from './lots.ts'
import { OUTLINE_SIDES } from './outline.ts'
import { SHOT_SLOTS } from './photos.ts'
import { Id, oneLine } from './values.ts'

/** Bytes of one file as it is sent. */
export const PHOTOGRAPH_BYTES_MAX = 25 * 1024 * 1024
/** Of one vehicle. */
export const PHOTOGRAPHS_MAX = 100
export const PINS_MAX = 20
export const MARKS_MAX = 40

/** How far a photograph is: sent and waiting to be made ready, shown, or not readable. */
export const PHOTOGRAPH_STATES = ['waiting', 'ready', 'failed'] as const

/** Why a photograph could not be made ready. `broke-off`: the house's own fault, after several tries. */
export const PHOTOGRAPH_FAILURES = ['unreadable', 'too-many-pixels', 'too-slow', 'broke-off'] as const

export const ROTATIONS = [0, 90, 180, 270] as const

/** What staff see of a photograph. `url` and the size are of what is shown now: null before it was ready for the first time. */
export const Photograph = z.object({
  id: Id,
  slot: z.enum(SHOT_SLOTS),
  state: z.enum(PHOTOGRAPH_STATES),
  failure: z.nullable(z.enum(PHOTOGRAPH_FAILURES)),
  /** Clockwise, in degrees, from how it was taken. */
  rotation: z.literal(ROTATIONS),
  url: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  placeholder: z.nullable(z.string()),
  pins: z.array(PhotoPin),
})
export type Photograph = z.infer<typeof Photograph>

/** A vehicle as staff who see to its pictures and its condition need it. */
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

/** A mark as staff make it. */
const NewPin = z.object({
  x: Thousandths,
  y: Thousandths,
  kind: z.string().check(z.maxLength(40), oneLine),
  severity: z.enum(SEVERITIES),
  note: z.string().check(z.maxLength(300), oneLine),
})
const NewMark = z.object({ ...NewPin.shape, side: z.optional(z.enum(OUTLINE_SIDES)) })

const OfVehicle = z.object({ vehicleId: Id })
const OfPhotograph = z.object({ photographId: Id })

export const listPhotographs = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles/:vehicleId/photographs',
  access: 'auctioneer',
  summary: 'All photographs of a vehicle in their order, and its condition',
  params: OfVehicle,
  reply: z.object({ vehicle: PicturedVehicle, items: z.array(Photograph) }),
})

/** Form data with one file, `photo`. The same file sent again for the same vehicle is the same photograph. */
export const sendPhotograph = endpoint({
  method: 'POST',
  path: '/api/admin/vehicles/:vehicleId/photographs',
  access: 'auctioneer',
  summary: 'Send a photograph (JPEG, PNG, WebP, HEIC; 25 MB); it is made ready in the background',
  params: OfVehicle,
  query: z.object({ slot: z.optional(z.enum(SHOT_SLOTS)) }),
  body: 'multipart',
  files: ['photo'],
  reply: Photograph,
  status: 201,
  rejections: ['not-a-photograph', 'file-too-large', 'too-many-pixels', 'too-many-photographs'],
})

/** The first one is the hero: it stands for the lot everywhere. */
export const orderPhotographs = endpoint({
  method: 'PUT',
  path: '/api/admin/vehicles/:vehicleId/photographs/order',
  access: 'auctioneer',
  summary: 'Put all photographs of a vehicle in an order',
  params: OfVehicle,
  body: z.object({ ids: z.array(Id).check(z.maxLength(PHOTOGRAPHS_MAX)) }),
  reply: z.object({ items: z.array(Photograph) }),
  rejections: ['photographs-changed'],
})

export const changePhotograph = endpoint({
  method: 'PATCH',
  path: '/api/admin/photographs/:photographId',
  access: 'auctioneer',
  summary: 'Say what a photograph shows, turn it, mark damage on it',
  params: OfPhotograph,
  body: z.object({
    slot: z.optional(z.enum(SHOT_SLOTS)),
    rotation: z.optional(z.literal(ROTATIONS)),
    pins: z.optional(z.array(NewPin).check(z.maxLength(PINS_MAX))),
  }),
  reply: Photograph,
  rejections: ['not-ready-yet'],
})

export const retryPhotograph = endpoint({
  method: 'POST',
  path: '/api/admin/photographs/:photographId/retry',
  access: 'auctioneer',
  summary: 'Try again to make a photograph ready',
  params: OfPhotograph,
  reply: Photograph,
  rejections: ['not-failed'],
})

export const deletePhotograph = endpoint({
  method: 'DELETE',
  path: '/api/admin/photographs/:photographId',
  access: 'auctioneer',
  summary: 'Delete a photograph; one of a published lot needs a reason, which the lot shows',
  params: OfPhotograph,
  query: z.object({ reason: CorrectionReason }),
  reply: null,
  rejections: ['reason-needed'],
})

export const drawDamage = endpoint({
  method: 'PUT',
  path: '/api/admin/vehicles/:vehicleId/damage',
  access: 'auctioneer',
  summary: 'Draw the damage map of a vehicle anew',
  params: OfVehicle,
  body: z.object({ marks: z.array(NewMark).check(z.maxLength(MARKS_MAX)), reason: CorrectionReason }),
  reply: z.object({ vehicle: PicturedVehicle }),
  rejections: ['reason-needed'],
})

/** What a mark of damage says there is. */
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
