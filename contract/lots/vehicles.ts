import * as z from 'zod/mini'
import { Correction, CorrectionReason } from './corrections.ts'
import { adminList, type CellValue, type Column } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Vehicle } from './lots.ts'
import { Amount, Id, Instant, oneLine } from '../platform/values.ts'
import { FIELDS, type FieldName, type NamedField } from './vehicle-fields.ts'
import { codeShape, ENTRY_SHAPE, READ_SHAPE, Stated } from './vehicle-shapes.ts'
import { factWords } from './vehicle-words.ts'
import { REGIONS } from './vin.ts'
import { labelOf, optionsOf } from './vocabulary.ts'

/** What an auctioneer enters of a vehicle. Photos and the damage map are stored separately and stay unchanged. */
export const VehicleEntry = z.object({
  ...ENTRY_SHAPE,
  /** The seller's list that the stock number belongs to; empty if there is only one list. */
  source: z.string().check(z.maxLength(80), oneLine),
  stated: Stated,
})
export type VehicleEntry = z.infer<typeof VehicleEntry>

/** The state of a vehicle by its lots, and by what staff recorded since the last one ended (decision 54). */
export const VEHICLE_STATES = [
  'in-stock',
  'arrived',
  'ready',
  'in-auction',
  'negotiating',
  'sold',
  'passed',
  'withdrawn',
  'released',
] as const
export type VehicleState = (typeof VEHICLE_STATES)[number]

/** The state of a lot as staff see it; for `published`, the auction has the details. */
export const LOT_STATES = ['entered', 'published', 'negotiating', 'sold', 'passed', 'withdrawn'] as const
export const LOT_STATE_WORDS = {
  entered: 'Draft',
  published: 'Published',
  negotiating: 'In negotiation',
  sold: 'Sold',
  passed: 'Passed',
  withdrawn: 'Withdrawn',
} as const satisfies Record<(typeof LOT_STATES)[number], string>

/** A vehicle as staff see it. `lots`: the lots in which it was ever offered, newest first. */
export const StaffVehicle = z.object({
  ...z.omit(Vehicle, { damageMap: true, photos: true }).shape,
  stockNumber: READ_SHAPE.stockNumber,
  source: z.string(),
  state: z.enum(VEHICLE_STATES),
  version: z.int(),
  photoCount: z.int(),
  /** The number of photos named in the vehicle's import file; 0: none, or it was entered by hand. */
  photosExpected: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  /** Amounts that the import file proposes for its lot. */
  plannedTerms: z.nullable(
    z.object({
      currency: z.string(),
      openingBid: z.nullable(Amount),
      reserve: z.nullable(Amount),
      buyNow: z.nullable(Amount),
      guide: z.optional(z.object({ low: Amount, high: Amount })),
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

/** What a vehicle's state is called, on screens and in files. */
export const VEHICLE_STATE_WORDS = {
  'in-stock': 'In stock',
  arrived: 'Arrived',
  ready: 'Ready',
  'in-auction': 'In auction',
  negotiating: 'In negotiation',
  sold: 'Sold',
  passed: 'Passed',
  withdrawn: 'Withdrawn',
  released: 'Released',
} as const satisfies Record<VehicleState, string>

const { year, make, model, trim, body, vin, stockNumber, titleBrand, odometer, location, inspection } = READ_SHAPE
const LINE_SHAPE = { year, make, model, trim, body, vin, stockNumber, titleBrand, odometer, location, inspection }

/** A vehicle in a staff list. */
export const VehicleLine = z.object({
  id: Id,
  ...LINE_SHAPE,
  photoCount: z.int(),
  createdAt: Instant,
  state: z.enum(VEHICLE_STATES),
  /** The lot that its state comes from. */
  lotNumber: z.nullable(z.int()),
  /** The lot in which it is offered now or will be; null: none that has not ended. */
  openLot: z.nullable(z.object({ lotId: Id, lotNumber: z.int(), auctionId: Id, isPublished: z.boolean() })),
})
export type VehicleLine = z.infer<typeof VehicleLine>

/** `facts`: every fact by the name of its field. */
const VehicleFileRow = z.extend(VehicleLine, { facts: z.record(z.string(), z.unknown()) })
type VehicleFileRow = z.infer<typeof VehicleFileRow>

const FILE_COLUMNS = Object.fromEntries(FIELDS.flatMap(fileColumns)) as Record<
  `file-${FieldName}`,
  Column<VehicleFileRow>
>

/** The columns of a field in the file, by their names here. */
function fileColumns(field: NamedField): [string, Column<VehicleFileRow>][] {
  const { name, kind, label, csv = label } = field
  const column = (
    key: string,
    head: string,
    of: (row: VehicleFileRow) => CellValue,
  ): [string, Column<VehicleFileRow>] => [`file-${key}`, { label: head, kind: 'text', of, in: 'file' }]
  if (csv === false) return []
  if (kind === 'odometer')
    return [
      column(name, csv, ({ odometer }) => odometer?.value ?? null),
      column('unit', 'Unit', ({ odometer }) => odometer?.unit ?? null),
      column('status', 'Odometer status', ({ odometer }) =>
        odometer == null ? null : labelOf('odometerStatus', odometer.status),
      ),
    ]
  if (kind === 'inspection')
    return [
      column(name, 'Inspected on', ({ inspection }) => inspection?.day ?? 'Not inspected'),
      column('inspector', 'Inspected by', ({ inspection }) => inspection?.by ?? null),
    ]
  return [column(name, csv, ({ facts }) => factWords(field, facts[name]))]
}

const choices = (list: 'titleBrand' | 'body') =>
  Object.fromEntries(optionsOf(list).map(({ code, label }) => [code, label]))

/** `unoffered`: can be entered. `offered`: in a lot that has not ended. */
export const listVehicles = adminList({
  path: '/api/admin/vehicles',
  name: 'vehicles',
  access: 'auctioneer',
  subject: 'vehicle',
  summary: 'Vehicles; search by text, filter by title brand, body and whether they are in a lot',
  item: VehicleLine,
  row: VehicleFileRow,
  columns: {
    added: { label: 'Added', kind: 'instant', of: 'createdAt', sort: 'down', in: 'order' },
    year: { label: 'Year', kind: 'text', sort: 'down', in: 'order' },
    vehicle: {
      label: 'Vehicle',
      kind: 'link',
      of: ({ year, make, model, trim }: VehicleLine) => [year, make, model, trim].filter(Boolean).join(' '),
      sort: 'up',
      in: 'page',
    },
    stockNumber: { label: 'Stock number', kind: 'text', in: 'page' },
    vin: { label: 'VIN', kind: 'text', in: 'page' },
    odometer: {
      label: 'Odometer',
      kind: 'status',
      of: ({ odometer }: VehicleLine) => odometer?.value ?? null,
      in: 'page',
    },
    title: {
      label: 'Title',
      kind: 'status',
      of: ({ titleBrand }: VehicleLine) => (titleBrand == null ? null : labelOf('titleBrand', titleBrand)),
      in: 'page',
    },
    inspection: {
      label: 'Inspection',
      kind: 'status',
      of: ({ inspection }: VehicleLine) => inspection?.day ?? null,
      in: 'page',
    },
    ...FILE_COLUMNS,
    photos: { label: 'Photos', kind: 'number', of: 'photoCount' },
    state: { label: 'State', kind: 'status', of: ({ state }: VehicleLine) => VEHICLE_STATE_WORDS[state] },
    lot: { label: 'Lot', kind: 'status', of: 'lotNumber' },
  },
  filters: {
    q: { kind: 'search', label: 'Make, model, VIN or stock number' },
    show: {
      kind: 'choice',
      label: 'Show',
      options: { all: 'All', unoffered: 'Available', offered: 'In a lot now', ...VEHICLE_STATE_WORDS },
      all: null,
    },
    titleBrand: { kind: 'choice', label: 'Title', options: choices('titleBrand'), all: 'Any' },
    body: { kind: 'choice', label: 'Body', options: choices('body'), all: 'Any' },
  },
  order: 'added',
  paging: 'cursor',
  csv: 'auctioneer',
})

export const readVehicle = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles/:vehicleId',
  access: 'auctioneer',
  summary: 'All facts of a vehicle, and the lots it was offered in',
  params: z.object({ vehicleId: Id }),
  reply: StaffVehicle,
})

export const enterVehicle = endpoint({
  method: 'POST',
  path: '/api/admin/vehicles',
  access: 'auctioneer',
  summary: 'Create a vehicle; the client chooses the id, so the request can be retried',
  body: z.object({ id: Id, entry: VehicleEntry }),
  reply: StaffVehicle,
  status: 201,
  rejections: ['stock-number-taken', 'already-saved'],
})

export const changeVehicle = endpoint({
  method: 'PUT',
  path: '/api/admin/vehicles/:vehicleId',
  access: 'auctioneer',
  summary: 'Update a vehicle; `version` is the one you read, `reason` is shown on its published lots',
  params: z.object({ vehicleId: Id }),
  body: z.object({ version: z.int32().check(z.gte(1)), entry: VehicleEntry, reason: CorrectionReason }),
  reply: StaffVehicle,
  rejections: ['changed-meanwhile', 'stock-number-taken', 'reason-needed'],
})

/** What the VIN alone reveals and, if the decoder is installed, what the manufacturer's tables say. */
export const VinAnswer = z.object({
  vin: z.string(),
  isFull: z.boolean(),
  region: z.nullable(z.enum(REGIONS)),
  /** ISO 3166-1 code. */
  country: z.nullable(z.string()),
  make: z.nullable(z.string()),
  checkDigit: z.enum(['right', 'wrong', 'none']),
  checkDigitBinds: z.boolean(),
  modelYears: z.array(z.int()),
  yearBy: z.enum(['only-one', 'place-7', 'unsettled', 'none']),
  /** `absent`: no decoder is installed. `unknown`: the decoder does not know this VIN. */
  decoder: z.enum(['absent', 'unknown', 'busy', 'decoded']),
  decoded: z.nullable(
    z.object({
      make: z.nullable(z.string()),
      model: z.nullable(z.string()),
      year: z.nullable(z.int()),
      trim: z.nullable(z.string()),
      engine: z.nullable(z.string()),
      body: z.nullable(codeShape('body')),
      drive: z.nullable(codeShape('drive')),
      fuel: z.nullable(codeShape('fuel')),
      gearbox: z.nullable(codeShape('gearbox')),
    }),
  ),
  /** Vehicles with this VIN that we already have: it may have been sold here before. */
  known: z.array(z.object({ id: Id, title: z.string(), createdAt: Instant })),
})
export type VinAnswer = z.infer<typeof VinAnswer>

export const decodeVin = endpoint({
  method: 'GET',
  path: '/api/admin/vin/:vin',
  access: 'auctioneer',
  summary: 'Decode a VIN: check digit, origin, model year, and the full decode if installed',
  params: z.object({ vin: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: VinAnswer,
})
