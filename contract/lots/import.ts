import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant, oneLine } from '../platform/values.ts'
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
    heads: 'start price|starting bid|starting price|start bid|minimum bid|opening price',
  },
  reserve: { label: 'Reserve', heads: 'reserve price|minimum price|floor price|reserve amount' },
  buyNow: { label: 'Buy-now price', heads: 'buy now|buy now price|buy it now|buy it now price|bin price' },
  photos: { label: 'Photo files', heads: 'images|pictures|image files|photos' },
} as const satisfies Record<string, Column>

/** What a file column can contain. */
export type ImportField = Exclude<FieldName, FieldsWith<{ heads: false }>> | keyof typeof OTHER_COLUMNS

const PARTS_OF: Partial<Record<FieldName, (keyof typeof OTHER_COLUMNS)[]>> = {
  odometer: ['odometerUnit', 'odometerStatus'],
}
const TERMS = ['openingBid', 'reserve', 'buyNow', 'photos'] as const

export const IMPORT_FIELDS: readonly ImportField[] = [
  ...FIELDS.flatMap(({ name, heads }) => (heads === false ? [] : [name as ImportField, ...(PARTS_OF[name] ?? [])])),
  ...TERMS,
]

/** The label of a column on the screen, and its names in real file headers. */
export function columnOf(field: ImportField): Column {
  if (field in OTHER_COLUMNS) return OTHER_COLUMNS[field as keyof typeof OTHER_COLUMNS]
  const { label, heads }: VehicleField = VEHICLE_FIELDS[field as FieldName]
  return { label, heads: heads || '' }
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

/** A fault rejects the row. A remark doesn't: it says what was interpreted. */
export const RowNote = z.object({
  line: z.int(),
  column: z.nullable(z.string()),
  value: z.string(),
  message: z.string(),
  isFault: z.boolean(),
  /** The closed list that the value should be in. */
  list: z.optional(z.enum(LIST_NAMES)),
})
export type RowNote = z.infer<typeof RowNote>

export const IMPORT_STATES = ['reading', 'unreadable', 'ready', 'checking', 'checked', 'running', 'done'] as const

export const VehicleImport = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  failure: z.nullable(z.string()),
  encoding: z.nullable(z.string()),
  auctionId: z.nullable(Id),
  auctionTitle: z.nullable(z.string()),
  rowCount: z.int(),
  doneCount: z.int(),
  /** Counts of the processed rows: new, changed, known and unchanged, rejected; and rows accepted with a remark. */
  counts: z.object({ fresh: z.int(), changed: z.int(), known: z.int(), faulty: z.int(), remarked: z.int() }),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
})
export type VehicleImport = z.infer<typeof VehicleImport>

const OfImport = z.object({ importId: Id })

export const listVehicleImports = endpoint({
  method: 'GET',
  path: '/api/admin/vehicle-imports',
  access: 'auctioneer',
  summary: 'Recent vehicle imports and their progress',
  reply: z.object({ items: z.array(VehicleImport) }),
})

export const sendVehicleFile = endpoint({
  method: 'POST',
  path: '/api/admin/vehicle-imports',
  access: 'auctioneer',
  summary:
    'Upload a vehicle file (CSV or XLSX, up to 20 MB) as `file`; uploading the same file again returns its import',
  body: 'multipart',
  files: ['file'],
  reply: VehicleImport,
  status: 201,
  rejections: ['file-too-large', 'file-unreadable'],
})

export const readVehicleImport = endpoint({
  method: 'GET',
  path: '/api/admin/vehicle-imports/:importId',
  access: 'auctioneer',
  summary: 'The progress of an import',
  params: OfImport,
  reply: VehicleImport,
})

/** The first rows as they are read. Nothing is written. `unknownWords`: among those rows, of closed lists. */
export const ImportPreview = z.object({
  header: z.array(z.string()),
  mapping: ImportMapping,
  /** The mapping was used for such a header before. */
  isRemembered: z.boolean(),
  /** Fields that no column and no fixed value gives. */
  missing: z.array(z.enum(IMPORT_FIELDS)),
  rows: z.array(
    z.object({
      line: z.int(),
      cells: z.array(z.string()),
      /** The vehicle as it would be created; null: the row is rejected. */
      title: z.nullable(z.string()),
      facts: z.nullable(z.string()),
      notes: z.array(RowNote),
    }),
  ),
  unknownWords: z.array(z.object({ list: z.enum(LIST_NAMES), word: z.string(), count: z.int() })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const previewVehicleImport = endpoint({
  method: 'POST',
  path: '/api/admin/vehicle-imports/:importId/preview',
  access: 'auctioneer',
  summary: 'Preview the first rows with a mapping, the one saved for this header, or the best match',
  params: OfImport,
  body: z.object({ mapping: z.optional(ImportMapping) }),
  reply: ImportPreview,
  rejections: ['file-not-read'],
})

const Run = z.object({ mapping: ImportMapping, auctionId: z.nullable(Id) })

export const checkVehicleImport = endpoint({
  method: 'POST',
  path: '/api/admin/vehicle-imports/:importId/check',
  access: 'auctioneer',
  summary: 'Dry run over every row: what an import would do, with every error; saves no vehicle',
  params: OfImport,
  body: Run,
  reply: VehicleImport,
  status: 202,
  rejections: ['file-not-read', 'import-at-work', 'fields-missing'],
})

export const runVehicleImport = endpoint({
  method: 'POST',
  path: '/api/admin/vehicle-imports/:importId/run',
  access: 'auctioneer',
  summary:
    'Import every row without errors; resumes on its own after an interruption, and repeating it changes nothing',
  params: OfImport,
  body: Run,
  reply: VehicleImport,
  status: 202,
  rejections: ['file-not-read', 'import-at-work', 'fields-missing'],
})

export const listImportNotes = endpoint({
  method: 'GET',
  path: '/api/admin/vehicle-imports/:importId/notes',
  access: 'auctioneer',
  summary: 'Errors and warnings of the last check or run, by line',
  params: OfImport,
  query: z.object({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(ROWS_MAX))) }),
  /** `next`: the row to continue from. */
  reply: z.object({
    items: z.array(RowNote),
    next: z.nullable(z.int()),
    unknownWords: ImportPreview.shape.unknownWords,
  }),
})

export const exportImportNotes = endpoint({
  method: 'GET',
  path: '/api/admin/vehicle-imports/:importId/notes-csv',
  access: 'auctioneer',
  audit: { action: 'export-import-notes', of: 'vehicle-import' },
  summary: 'All errors and warnings as CSV',
  params: OfImport,
  reply: null,
  media: 'text/csv',
})
