import * as z from 'zod/mini'
import { Correction } from './corrections.ts'
import { endpoint } from './endpoint.ts'
import { OUTLINE_SIDES } from './outline.ts'
import { SHOT_SLOTS } from './photos.ts'
import { Stated } from './stated.ts'
import { Amount, Day, Id, Instant, oneLine } from './values.ts'

/** A lot's number in an address. */
const LotNumber = z.coerce.number().check(z.int(), z.positive(), z.lte(2_147_483_647))

/** What a visitor may see of a lot: title, hero photograph, closing time. */
export const LotTeaser = z.object({
  id: Id,
  lotNumber: z.int(),
  auctionId: Id,
  vehicleId: Id,
  title: z.string(),
  heroPhoto: z.nullable(z.string()),
  opensAt: z.nullable(Instant),
  /** The planned end; the present end comes with the standing. */
  scheduledCloseAt: z.nullable(Instant),
  /** When it ended, whatever became of it; null until then. */
  closedAt: z.nullable(Instant),
})
export type LotTeaser = z.infer<typeof LotTeaser>

export const SEVERITIES = ['light', 'moderate', 'heavy'] as const

/** Damage marked on a photograph: thousandths of the picture's width and height, as it is shown. */
export const PhotoPin = z.object({
  x: z.int(),
  y: z.int(),
  kind: z.string(),
  severity: z.enum(SEVERITIES),
  note: z.string(),
})
export type PhotoPin = z.infer<typeof PhotoPin>

/**
 * `url` is the picture 960 pixels wide; `width` and `height` are of the widest one kept. `view`: its place in the shot list.
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
  /** From above unless said. */
  side: z.optional(z.enum(OUTLINE_SIDES)),
})
export type DamageMark = z.infer<typeof DamageMark>

/** When a vehicle was inspected for the auction, and by whom where that was recorded. */
export const Inspection = z.object({
  day: Day,
  by: z.nullable(z.string().check(z.minLength(1), z.maxLength(120), oneLine)),
})
export type Inspection = z.infer<typeof Inspection>

/**
 * The facts of a vehicle. Body, title, damage, keys, run state, gearbox, drive, fuel, colour, seller and the odometer's status are codes
 * of `vocabulary.ts`; where one is none, it is a word from before the lists and stands for itself.
 */
export const Vehicle = z.object({
  id: Id,
  year: z.int(),
  make: z.string(),
  model: z.string(),
  trim: z.nullable(z.string()),
  body: z.string(),
  vin: z.nullable(z.string()),
  odometer: z.nullable(z.object({ value: z.int(), unit: z.enum(['mi', 'km']), status: z.string() })),
  titleBrand: z.string(),
  damagePrimary: z.nullable(z.string()),
  damageSecondary: z.nullable(z.string()),
  keys: z.string(),
  runState: z.string(),
  engine: z.nullable(z.string()),
  gearbox: z.nullable(z.string()),
  drive: z.nullable(z.string()),
  fuel: z.nullable(z.string()),
  colour: z.nullable(z.string()),
  sellerKind: z.string(),
  /** What the seller says where it is more than the code: `6-speed manual`. */
  stated: z.optional(Stated),
  location: z.string(),
  highlights: z.array(z.string()),
  flaws: z.array(z.string()),
  equipment: z.array(z.string()),
  conditionReport: z.string(),
  damageMap: z.array(DamageMark),
  /** Null until staff record one: then what is said of the condition is the seller's word, and an empty list is no finding. */
  inspection: z.nullable(Inspection),
  photos: z.array(Photo),
})
export type Vehicle = z.infer<typeof Vehicle>

/** The facts of a lot: cacheable for the specified 15 minutes. What moves is in bidding's standing. */
export const Lot = z.object({
  ...LotTeaser.shape,
  auctionTitle: z.string(),
  saleKind: z.enum(['timed', 'live']),
  currency: z.string(),
  openingBid: Amount,
  bidUnit: Amount,
  hasReserve: z.boolean(),
  buyNow: z.nullable(Amount),
  ladder: z.array(z.tuple([Amount, Amount])),
  extensionWindowMs: z.int(),
  extensionMs: z.int(),
  previousLotNumber: z.nullable(z.int()),
  nextLotNumber: z.nullable(z.int()),
  vehicle: Vehicle,
  /** Of the facts of its vehicle, newest first. */
  corrections: z.array(Correction),
})
export type Lot = z.infer<typeof Lot>

export const listLots = endpoint({
  method: 'GET',
  path: '/api/lots',
  access: 'visitor',
  summary: 'Lots by sale and text, soonest end first; teasers',
  query: z.object({
    auction: z.optional(Id),
    vehicle: z.optional(Id),
    q: z.optional(z.string().check(z.maxLength(120))),
    /** Only lots that have not ended, extensions included. */
    ending: z.optional(z.enum(['soon'])),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  }),
  reply: z.object({ items: z.array(LotTeaser), next: z.nullable(z.string()) }),
})

export const readTeaser = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/teaser',
  access: 'visitor',
  summary: 'What a visitor may see of a lot',
  params: z.object({ lotId: Id }),
  reply: LotTeaser,
})

export const readTeaserByNumber = endpoint({
  method: 'GET',
  path: '/api/lots/by-number/:lotNumber/teaser',
  access: 'visitor',
  summary: 'What a visitor may see of a lot, by its number',
  params: z.object({ lotNumber: LotNumber }),
  reply: LotTeaser,
})

export const readLot = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId',
  access: 'informed',
  summary: 'All facts of a lot',
  params: z.object({ lotId: Id }),
  reply: Lot,
})

export const readLotByNumber = endpoint({
  method: 'GET',
  path: '/api/lots/by-number/:lotNumber',
  access: 'informed',
  summary: 'All facts of a lot, by its number',
  params: z.object({ lotNumber: LotNumber }),
  reply: Lot,
})

export const readLotOfVehicle = endpoint({
  method: 'GET',
  path: '/api/vehicles/:vehicleId/lot',
  access: 'informed',
  summary: 'The newest lot in which a vehicle is offered',
  params: z.object({ vehicleId: Id }),
  reply: Lot,
})
