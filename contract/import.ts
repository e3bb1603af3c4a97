import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, oneLine } from './values.ts'
import { LIST_NAMES } from './vocabulary.ts'

/** What a column of a file may hold. */
export const IMPORT_FIELDS = [
  'stockNumber',
  'vin',
  'year',
  'make',
  'model',
  'trim',
  'body',
  'odometer',
  'odometerUnit',
  'odometerStatus',
  'titleBrand',
  'damagePrimary',
  'damageSecondary',
  'keys',
  'runState',
  'engine',
  'gearbox',
  'drive',
  'fuel',
  'colour',
  'sellerKind',
  'location',
  'highlights',
  'flaws',
  'equipment',
  'conditionReport',
  'openingBid',
  'reserve',
  'buyNow',
  'photos',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** Without a value in each of these no vehicle can be entered: from a column, or one value for the whole file. */
export const REQUIRED_FIELDS = [
  'year',
  'make',
  'model',
  'body',
  'titleBrand',
  'runState',
  'keys',
  'sellerKind',
  'location',
] as const satisfies readonly ImportField[]

/** What one value may be given for, for all rows of a file that say nothing. */
export const FIXED_FIELDS = ['body', 'titleBrand', 'runState', 'keys', 'sellerKind', 'location'] as const
export type FixedField = (typeof FIXED_FIELDS)[number]

export const FILE_BYTES_MAX = 20 * 1024 * 1024
export const ROWS_MAX = 50_000
export const COLUMNS_MAX = 200
export const CELL_CHARACTERS_MAX = 20_000

const ColumnNumber = z.int().check(z.gte(0), z.lt(COLUMNS_MAX))
const Short = z.string().check(z.maxLength(120), oneLine)

/**
 * How the columns of such a file are read. `columns`: by number from 0. `words`: what a word of this file that no list knows stands
 * for, in small letters. Remembered for the next file with the same header.
 */
export const ImportMapping = z.object({
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), ColumnNumber),
  fixed: z.partialRecord(z.enum(FIXED_FIELDS), Short),
  words: z.partialRecord(z.enum(LIST_NAMES), z.record(Short, Short)),
  /** Of distances that say none. Null: such a row is a fault. */
  odometerUnit: z.nullable(z.enum(['mi', 'km'])),
  decimal: z.enum(['.', ',']),
  /** Whose list it is: its stock numbers are known again within it. */
  source: z.string().check(z.maxLength(80), oneLine),
})
export type ImportMapping = z.infer<typeof ImportMapping>

/** A fault keeps the row out. A remark does not: it says what was read in another way than it stood there. */
export const RowNote = z.object({
  line: z.int(),
  column: z.nullable(z.string()),
  value: z.string(),
  message: z.string(),
  isFault: z.boolean(),
  /** The closed list whose word it should be. */
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
  /** Of the rows gone through: new, changed, known and unchanged, kept out; and rows taken with a remark. */
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
  summary: 'The last files of vehicles and how far each is',
  reply: z.object({ items: z.array(VehicleImport) }),
})

export const sendVehicleFile = endpoint({
  method: 'POST',
  path: '/api/admin/vehicle-imports',
  access: 'auctioneer',
  summary:
    'Send a file of vehicles (CSV or XLSX, 20 MB at most) as `file`; the same file again answers with its import',
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
  summary: 'How far an import is',
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
      /** The vehicle as it would be entered; null: the row is kept out. */
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
  summary: 'The first rows by a mapping, or by the one remembered for such a header, or by the one that fits best',
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
  summary: 'Dry run over every row: what an import would do, with every fault; writes no vehicle',
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
  summary: 'Import every row without a fault; goes on by itself after an interruption, and twice changes nothing',
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
  summary: 'Faults and remarks of the last check or run, by line',
  params: OfImport,
  query: z.object({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(ROWS_MAX))) }),
  /** `next`: the row to go on after. */
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
  audit: { act: 'export-import-notes', of: 'vehicle-import' },
  summary: 'All faults and remarks as CSV',
  params: OfImport,
  reply: null,
  media: 'text/csv',
})
