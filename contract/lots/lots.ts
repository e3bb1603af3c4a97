import * as z from 'zod/mini'
import { Correction } from './corrections.ts'
import { endpoint } from '../platform/endpoint.ts'
import { OUTLINE_SIDES } from './outline.ts'
import { SHOT_SLOTS } from './photos.ts'
import { Amount, Id, Instant } from '../platform/values.ts'
import { READ_SHAPE, Stated } from './vehicle-shapes.ts'

/** A lot's number in an address. */
const LotNumber = z.coerce.number().check(z.int(), z.positive(), z.lte(2_147_483_647))

/** The public part of a lot: title, hero photo, closing time. */
export const LotSummary = z.object({
  id: Id,
  lotNumber: z.int(),
  auctionId: Id,
  vehicleId: Id,
  title: z.string(),
  /** Its auction's. */
  currency: z.string(),
  heroPhoto: z.nullable(z.string()),
  opensAt: z.nullable(Instant),
  /** The planned end; the standing has the current end. */
  scheduledCloseAt: z.nullable(Instant),
  /** When the lot ended, with any result; null until then. */
  closedAt: z.nullable(Instant),
})
export type LotSummary = z.infer<typeof LotSummary>

export const SEVERITIES = ['light', 'moderate', 'heavy'] as const

/** Damage marked on a photo: thousandths of the displayed photo's width and height. */
export const PhotoPin = z.object({
  x: z.int(),
  y: z.int(),
  kind: z.string(),
  severity: z.enum(SEVERITIES),
  note: z.string(),
})
export type PhotoPin = z.infer<typeof PhotoPin>

/**
 * `url` is the photo 960 pixels wide; `width` and `height` are of the widest stored one. `view`: its place in the shot list.
 * `placeholder`: a few blurred pixels as a data URL, shown until it is there.
 */
export const Photo = z.object({
  url: z.string(),
  view: z.enum(SHOT_SLOTS),
  width: z.int(),
  height: z.int(),
  placeholder: z.nullable(z.string()),
  pins: z.array(PhotoPin),
})
export type Photo = z.infer<typeof Photo>

/** Damage marked on the vehicle's outline: thousandths of the drawing's width and height. */
export const DamageMark = z.object({
  ...PhotoPin.shape,
  /** From above by default. */
  side: z.optional(z.enum(OUTLINE_SIDES)),
})
export type DamageMark = z.infer<typeof DamageMark>

/**
 * The facts of a vehicle. Coded ones are codes of `vocabulary.ts`; a value that is not a code predates the lists and is free text. The
 * inspection is null until staff record one: until then the condition is the seller's statement, and an empty list of flaws does not mean
 * that none were found.
 */
export const Vehicle = z.object({
  id: Id,
  ...z.omit(z.object(READ_SHAPE), { stockNumber: true }).shape,
  stated: z.optional(Stated),
  damageMap: z.array(DamageMark),
  photos: z.array(Photo),
})
export type Vehicle = z.infer<typeof Vehicle>

/**
 * What a visitor may see of a lot: its summary, all photos, and the facts that decide whether it is worth registering for. The rest of the
 * report, the marks on its photos, documents and prices are for verified members.
 */
export const LotPreview = z.object({
  ...LotSummary.shape,
  photos: z.array(z.omit(Photo, { pins: true })),
  ...z.pick(Vehicle, { odometer: true, titleBrand: true, runState: true, flaws: true }).shape,
  /** Without an inspection the flaws are the seller's statement. */
  isInspected: z.boolean(),
})
export type LotPreview = z.infer<typeof LotPreview>

/** The facts of a lot: cacheable for the specified 15 minutes. Changing data is in the standing. */
export const Lot = z.object({
  ...LotSummary.shape,
  auctionTitle: z.string(),
  auctionKind: z.enum(['timed', 'live']),
  openingBid: Amount,
  bidUnit: Amount,
  hasReserve: z.boolean(),
  buyNow: z.nullable(Amount),
  increments: z.array(z.tuple([Amount, Amount])),
  extensionWindowMs: z.int(),
  extensionMs: z.int(),
  previousLotNumber: z.nullable(z.int()),
  nextLotNumber: z.nullable(z.int()),
  vehicle: Vehicle,
  /** Corrections of its vehicle's facts, newest first. */
  corrections: z.array(Correction),
})
export type Lot = z.infer<typeof Lot>

export const listLots = endpoint({
  method: 'GET',
  path: '/api/lots',
  access: 'visitor',
  summary: 'Lots by auction and text, soonest end first; lot summaries',
  query: z.object({
    auction: z.optional(Id),
    vehicle: z.optional(Id),
    q: z.optional(z.string().check(z.maxLength(120))),
    /** Only lots that have not ended, extensions included. */
    ending: z.optional(z.enum(['soon'])),
    kind: z.optional(z.enum(['timed', 'live'])),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  }),
  reply: z.object({ items: z.array(LotSummary), next: z.nullable(z.string()) }),
  etag: true,
})

export const readLotSummary = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/summary',
  access: 'visitor',
  summary: 'What visitors may see of a lot: photos, odometer, title, running state and known flaws',
  params: z.object({ lotId: Id }),
  reply: LotPreview,
  etag: true,
})

export const readLotSummaryByNumber = endpoint({
  method: 'GET',
  path: '/api/lots/by-number/:lotNumber/summary',
  access: 'visitor',
  summary: 'What visitors may see of a lot, by lot number',
  params: z.object({ lotNumber: LotNumber }),
  reply: LotPreview,
  etag: true,
})

export const readLot = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId',
  access: 'sees-prices',
  summary: 'All facts of a lot',
  params: z.object({ lotId: Id }),
  reply: Lot,
})

export const readLotByNumber = endpoint({
  method: 'GET',
  path: '/api/lots/by-number/:lotNumber',
  access: 'sees-prices',
  summary: 'All facts of a lot, by lot number',
  params: z.object({ lotNumber: LotNumber }),
  reply: Lot,
})

export const readLotOfVehicle = endpoint({
  method: 'GET',
  path: '/api/vehicles/:vehicleId/lot',
  access: 'sees-prices',
  summary: 'The newest lot of a vehicle',
  params: z.object({ vehicleId: Id }),
  reply: Lot,
})
