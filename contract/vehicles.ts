import * as z from 'zod/mini'
import { Correction, CorrectionReason } from './corrections.ts'
import { endpoint } from './endpoint.ts'
import { Inspection, Vehicle } from './lots.ts'
import { Stated } from './stated.ts'
import { Amount, Id, Instant, oneLine, plainText } from './values.ts'
import { REGIONS } from './vin.ts'
import { Code } from './vocabulary-shapes.ts'

const Line = z.string().check(z.minLength(1), z.maxLength(300), oneLine)
const Words = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), oneLine)
const Lines = z.array(Line).check(z.maxLength(60))

export const ODOMETER_MAX = 9_999_999

/** What an auctioneer enters of a vehicle. Photographs and the damage map are kept beside it and stay as they are. */
export const VehicleEntry = z.object({
  year: z.int(),
  make: Words(60),
  model: Words(80),
  trim: z.nullable(Words(120)),
  body: Code.body,
  vin: z.nullable(Words(40)),
  /** The seller's own number, and the list in which it is that; empty where there is one list only. */
  stockNumber: z.nullable(Words(60)),
  source: z.string().check(z.maxLength(80), oneLine),
  odometer: z.nullable(
    z.object({
      value: z.int().check(z.gte(0), z.lte(ODOMETER_MAX)),
      unit: z.enum(['mi', 'km']),
      status: Code.odometerStatus,
    }),
  ),
  titleBrand: Code.titleBrand,
  damagePrimary: z.nullable(Code.damage),
  damageSecondary: z.nullable(Code.damage),
  keys: Code.keys,
  runState: Code.runState,
  engine: z.nullable(Words(160)),
  gearbox: z.nullable(Code.gearbox),
  drive: z.nullable(Code.drive),
  fuel: z.nullable(Code.fuel),
  colour: z.nullable(Code.colour),
  sellerKind: Code.sellerKind,
  stated: Stated,
  location: Words(120),
  highlights: Lines,
  flaws: Lines,
  equipment: Lines,
  conditionReport: z.string().check(z.maxLength(20_000), plainText),
  /** Left out, it stays as it is; a new vehicle is not inspected. */
  inspection: z.optional(z.nullable(Inspection)),
})
export type VehicleEntry = z.infer<typeof VehicleEntry>

/** What a vehicle is to an auction, by its lot: what holds it, else what its last lot came to. */
export const VEHICLE_STATES = ['in-stock', 'in-auction', 'negotiating', 'sold', 'passed', 'withdrawn'] as const
export type VehicleState = (typeof VEHICLE_STATES)[number]

/** Can be entered in an auction. */
export const ENTERABLE_STATES = ['in-stock', 'passed', 'withdrawn'] as const satisfies readonly VehicleState[]

/** Where a lot stands as staff see it; of `published` the auction says more. */
export const LOT_STATES = ['entered', 'published', 'negotiating', 'sold', 'passed', 'withdrawn'] as const

/** A vehicle as staff see it. `lots`: the lots in which it was ever offered, newest first. */
export const StaffVehicle = z.object({
  ...z.omit(Vehicle, { damageMap: true, photos: true }).shape,
  stockNumber: z.nullable(z.string()),
  source: z.string(),
  state: z.enum(VEHICLE_STATES),
  version: z.int(),
  photoCount: z.int(),
  /** Photographs that the file named from which the vehicle came; 0: none, or it was entered by hand. */
  photosExpected: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Amounts that a file wished for its lot. */
  plannedTerms: z.nullable(
    z.object({
      currency: z.string(),
      openingBid: z.nullable(Amount),
      reserve: z.nullable(Amount),
      buyNow: z.nullable(Amount),
    }),
  ),
  /** Newest first. */
  corrections: z.array(Correction),
  lots: z.array(
    z.object({
      lotId: Id,
      lotNumber: z.int(),
      auctionId: Id,
      auctionTitle: z.string(),
      state: z.enum(LOT_STATES),
    }),
  ),
})
export type StaffVehicle = z.infer<typeof StaffVehicle>

export const VEHICLE_SORTS = ['newest', 'oldest', 'make', 'year'] as const
/** `unoffered`: can be entered. `offered`: in a lot that has not ended. */
export const VEHICLE_SHOWS = ['all', 'unoffered', 'offered', ...VEHICLE_STATES] as const

const VehicleFilter = {
  q: z.optional(z.string().check(z.maxLength(120))),
  show: z.optional(z.enum(VEHICLE_SHOWS)),
  body: z.optional(Code.body),
  titleBrand: z.optional(Code.titleBrand),
  sort: z.optional(z.enum(VEHICLE_SORTS)),
}

export const VehicleLine = z.object({
  id: Id,
  year: z.int(),
  make: z.string(),
  model: z.string(),
  trim: z.nullable(z.string()),
  body: z.string(),
  vin: z.nullable(z.string()),
  stockNumber: z.nullable(z.string()),
  titleBrand: z.string(),
  odometer: Vehicle.shape.odometer,
  location: z.string(),
  inspection: Vehicle.shape.inspection,
  photoCount: z.int(),
  createdAt: Instant,
  state: z.enum(VEHICLE_STATES),
  /** Of the lot that its state is read from. */
  lotNumber: z.nullable(z.int()),
  /** The lot in which it is offered now or will be; null: none that has not ended. */
  openLot: z.nullable(z.object({ lotId: Id, lotNumber: z.int(), auctionId: Id, isPublished: z.boolean() })),
})
export type VehicleLine = z.infer<typeof VehicleLine>

export const listVehicles = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles',
  access: 'auctioneer',
  summary: 'Vehicles by text, title, body and whether they are in a lot',
  query: z.object({ ...VehicleFilter, cursor: z.optional(z.string().check(z.maxLength(300))) }),
  reply: z.object({ items: z.array(VehicleLine), next: z.nullable(z.string()), total: z.int() }),
})

export const exportVehicles = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles-csv',
  access: 'auctioneer',
  audit: { act: 'export-vehicles', of: 'vehicle' },
  summary: 'The same list as CSV, all pages',
  query: z.object(VehicleFilter),
  reply: null,
  media: 'text/csv',
})

export const readVehicle = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles/:vehicleId',
  access: 'auctioneer',
  summary: 'All that is kept of a vehicle, and where it was offered',
  params: z.object({ vehicleId: Id }),
  reply: StaffVehicle,
})

export const enterVehicle = endpoint({
  method: 'POST',
  path: '/api/admin/vehicles',
  access: 'auctioneer',
  summary: 'Enter a vehicle; the id is the client’s, so that it may be sent again',
  body: z.object({ id: Id, entry: VehicleEntry }),
  reply: StaffVehicle,
  status: 201,
  rejections: ['stock-number-taken'],
})

export const changeVehicle = endpoint({
  method: 'PUT',
  path: '/api/admin/vehicles/:vehicleId',
  access: 'auctioneer',
  summary:
    'Change a vehicle; `version` is the one that was seen, `reason` is shown on its lots once they are published',
  params: z.object({ vehicleId: Id }),
  body: z.object({ version: z.int().check(z.gte(1)), entry: VehicleEntry, reason: CorrectionReason }),
  reply: StaffVehicle,
  rejections: ['changed-meanwhile', 'stock-number-taken', 'reason-needed'],
})

/** What a VIN says by itself, and, where the decoder is installed, by its manufacturer's tables. */
export const VinAnswer = z.object({
  vin: z.string(),
  isFull: z.boolean(),
  region: z.nullable(z.enum(REGIONS)),
  country: z.nullable(z.string()),
  make: z.nullable(z.string()),
  checkDigit: z.enum(['right', 'wrong', 'none']),
  checkDigitBinds: z.boolean(),
  modelYears: z.array(z.int()),
  yearBy: z.enum(['only-one', 'place-7', 'unsettled', 'none']),
  /** `absent`: this house has no decoder. `unknown`: it knows nothing of this one. */
  decoder: z.enum(['absent', 'unknown', 'busy', 'decoded']),
  decoded: z.nullable(
    z.object({
      make: z.nullable(z.string()),
      model: z.nullable(z.string()),
      year: z.nullable(z.int()),
      trim: z.nullable(z.string()),
      engine: z.nullable(z.string()),
      body: z.nullable(Code.body),
      drive: z.nullable(Code.drive),
      fuel: z.nullable(Code.fuel),
      gearbox: z.nullable(Code.gearbox),
    }),
  ),
  /** Vehicles of the house with this VIN: it may have been here before. */
  known: z.array(z.object({ id: Id, title: z.string(), createdAt: Instant })),
})
export type VinAnswer = z.infer<typeof VinAnswer>

export const decodeVin = endpoint({
  method: 'GET',
  path: '/api/admin/vin/:vin',
  access: 'auctioneer',
  summary: 'What a VIN says: check digit, origin, model year, and the full decode where it is installed',
  params: z.object({ vin: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: VinAnswer,
})
