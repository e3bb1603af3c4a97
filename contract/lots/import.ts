import * as z from 'zod/mini'
import { endpoint, type ReplyOf } from '../platform/endpoint.ts'
import { FileImport, importEndpoints, RowNote } from '../platform/file-import.ts'
import { Amount, Id, oneLine } from '../platform/values.ts'
import { Guide } from './lot-entry.ts'
import { FIELDS, VEHICLE_FIELDS, type FieldName, type FieldsWith, type VehicleField } from './vehicle-fields.ts'
import { LIST_NAMES } from './vocabulary.ts'

type Column = { label: string; heads: string }

/** File columns that aren't vehicle facts by themselves: parts of the odometer, terms of the lot, names of photos. */
const OTHER_COLUMNS = {
  odometerUnit: { label: 'Odometer unit', heads: 'unit of distance|mileage unit|distance unit' },
  odometerStatus: {
    label: 'Odometer status',
    heads: 'odometer brand|mileage status|odometer description|odometer code',
  },
  openingBid: {
    label: 'Opening bid',
    heads:
      'start price|starting bid|starting price|start bid|minimum bid|opening price|startpreis|startgebot|precio de salida|puja inicial',
  },
  reserve: {
    label: 'Reserve',
    heads: 'reserve price|minimum price|floor price|reserve amount|mindestpreis|precio de reserva|precio mínimo',
  },
  buyNow: {
    label: 'Buy-now price',
    heads: 'buy now|buy now price|buy it now|buy it now price|bin price|sofortkaufpreis|sofort kaufen|compra inmediata',
  },
  guideLow: {
    label: 'Guide price, low',
    heads: 'guide price|guide|low estimate|estimate low|estimate from|guide low|estimate',
  },
  guideHigh: { label: 'Guide price, high', heads: 'high estimate|estimate high|estimate to|guide high' },
  seller: { label: 'Seller code or name', heads: 'seller|seller code|seller name|consignor|consignor code' },
  photos: { label: 'Photo files', heads: 'images|pictures|image files|photos' },
} as const satisfies Record<string, Column>

/** Where a file has a column with which the fact could be confused. */
const OWN_LABELS: Partial<Record<string, string>> = { sellerKind: 'Seller type' }

/** What a file column can contain. */
export type ImportField = Exclude<FieldName, FieldsWith<{ heads: false }>> | keyof typeof OTHER_COLUMNS

const PARTS_OF: Partial<Record<FieldName, (keyof typeof OTHER_COLUMNS)[]>> = {
  odometer: ['odometerUnit', 'odometerStatus'],
}
const TERMS = ['openingBid', 'reserve', 'buyNow', 'guideLow', 'guideHigh', 'seller', 'photos'] as const

export const IMPORT_FIELDS: readonly ImportField[] = [
  ...FIELDS.flatMap(({ name, heads }) => (heads === false ? [] : [name as ImportField, ...(PARTS_OF[name] ?? [])])),
  ...TERMS,
]

/** The label of a column on the screen, and its names in real file headers. */
export function columnOf(field: ImportField): Column {
  if (field in OTHER_COLUMNS) return OTHER_COLUMNS[field as keyof typeof OTHER_COLUMNS]
  const { label, heads }: VehicleField = VEHICLE_FIELDS[field as FieldName]
  return { label: OWN_LABELS[field] ?? label, heads: heads || '' }
}

/** The unit of distance in a header such as "Miles" or "Odometer (km)". */
export function unitInHead(head: string): 'mi' | 'km' | null {
  const name = head.toLowerCase()
  if (/\b(mi|miles|millas|meilen|mileage \(mi\))\b/.test(name)) return 'mi'
  return /\b(km|kilometres|kilometers|kilómetros|kilometros)\b/.test(name) ? 'km' : null
}

/** Every vehicle needs a value for each of these: from a column, or one value for the whole file. */
export const REQUIRED_FIELDS = FIELDS.flatMap(({ name, isRequired }) => (isRequired ? [name as ImportField] : []))

/** Fields that can have one value for all rows without their own: the facts that are alike in a seller's list. */
export type FixedField = FieldsWith<{ kind: 'code'; isRequired: true }> | 'location'
export const FIXED_FIELDS = FIELDS.flatMap(({ name, kind, isRequired }) =>
  (isRequired && kind === 'code') || name === 'location' ? [name as FixedField] : [],
)

export const FILE_BYTES_MAX = 20 * 1024 * 1024
export const ROWS_MAX = 50_000
export const COLUMNS_MAX = 200
export const CELL_CHARACTERS_MAX = 20_000

const ColumnNumber = z.int().check(z.gte(0), z.lt(COLUMNS_MAX))
const Short = z.string().check(z.maxLength(120), oneLine)

/**
 * How the columns of such a file are read. `columns`: by number from 0. `words`: what an unknown word of this file stands
 * for, in lowercase. Remembered for the next file with the same header.
 */
export const ImportMapping = z.object({
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), ColumnNumber),
  fixed: z.partialRecord(z.enum(FIXED_FIELDS), Short),
  words: z.partialRecord(z.enum(LIST_NAMES), z.record(Short, Short)),
  /** The unit of distances without one. Null: such a row is an error. */
  odometerUnit: z.nullable(z.enum(['mi', 'km'])),
  decimal: z.enum(['.', ',']),
  /** The owner of the list: its stock numbers are matched only within it. */
  source: z.string().check(z.maxLength(80), oneLine),
})
export type ImportMapping = z.infer<typeof ImportMapping>

export const VehicleImport = z.extend(FileImport, {
  auctionId: z.nullable(Id),
  auctionTitle: z.nullable(z.string()),
  /** Counts of the processed rows: new, changed, known and unchanged, rejected; and rows accepted with a remark. */
  counts: z.object({ fresh: z.int(), changed: z.int(), known: z.int(), faulty: z.int(), remarked: z.int() }),
})
export type VehicleImport = z.infer<typeof VehicleImport>

/** Words that no closed list recognizes, most frequent first. */
const UnknownWords = z.array(z.object({ list: z.enum(LIST_NAMES), word: z.string(), count: z.int() }))

export const VEHICLE_IMPORTS = importEndpoints({
  name: 'vehicle',
  access: 'auctioneer',
  files: 'CSV or XLSX, up to 20 MB',
  item: VehicleImport,
  mapping: ImportMapping,
  preview: {
    /** Of the amounts: the auction’s, else the company’s. */
    currency: z.string(),
    /** Fields that no column and no fixed value gives. */
    missing: z.array(z.enum(IMPORT_FIELDS)),
    /** The first rows as they are read. */
    rows: z.array(
      z.object({
        line: z.int(),
        cells: z.array(z.string()),
        /** The vehicle as it would be created; null: the row is rejected. */
        title: z.nullable(z.string()),
        facts: z.nullable(z.string()),
        openingBid: z.nullable(Amount),
        reserve: z.nullable(Amount),
        buyNow: z.nullable(Amount),
        guide: z.nullable(Guide),
        notes: z.array(RowNote),
      }),
    ),
    unknownWords: UnknownWords,
  },
  run: { auctionId: z.nullable(Id) },
  notes: { unknownWords: UnknownWords },
  rejections: ['import-at-work', 'fields-missing'],
})

export const {
  send: sendVehicleFile,
  read: readVehicleImport,
  preview: previewVehicleImport,
  run: runVehicleImport,
  notes: listImportNotes,
  exportNotes: exportImportNotes,
} = VEHICLE_IMPORTS
export type ImportPreview = ReplyOf<typeof previewVehicleImport>

export const listVehicleImports = endpoint({
  method: 'GET',
  path: sendVehicleFile.path,
  access: 'auctioneer',
  summary: 'Recent vehicle imports and their progress',
  reply: z.object({ items: z.array(VehicleImport) }),
})

/** `stop`: why nothing can be undone. `kept`: vehicles that would stay, by the reason. */
export const ImportUndo = z.object({
  stop: z.nullable(z.string()),
  lots: z.int(),
  vehicles: z.int(),
  kept: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type ImportUndo = z.infer<typeof ImportUndo>

const undoPath = `${readVehicleImport.path}/undo`

export const previewImportUndo = endpoint({
  method: 'GET',
  path: undoPath,
  access: 'auctioneer',
  summary: 'What undoing an import would remove, what would stay, and whether it can be undone',
  params: readVehicleImport.params,
  reply: ImportUndo,
})

export const undoVehicleImport = endpoint({
  method: 'POST',
  path: undoPath,
  access: 'auctioneer',
  summary: 'Remove the vehicles and draft lots that an import made, while none of its lots is published',
  params: readVehicleImport.params,
  reply: VehicleImport,
  rejections: ['import-not-undoable'],
})

export const checkVehicleImport = endpoint({
  ...runVehicleImport,
  path: `${readVehicleImport.path}/check`,
  summary: 'Dry run over every row: what an import would do, with every error; saves no vehicle',
})
