import * as z from 'zod/mini'
import {
  CODED_FIELDS,
  FIELDS,
  VEHICLE_FIELDS,
  type CodedField,
  type FieldName,
  type NamedField,
} from './vehicle-fields.ts'
import { Day, oneLine, plainText, shapeFrom } from '../platform/values.ts'
import { codesOf, type CodeOf, type ListName } from './vocabulary.ts'

/** The schemas of a vehicle's facts, derived from the table of fields: for entry and for reading. */

export const ODOMETER_MAX = 9_999_999
const LINES_MAX = 60
const LINE_CHARACTERS_MAX = 300
const REPORT_CHARACTERS_MAX = 20_000

/** When a vehicle was inspected for the auction, and by whom where that was recorded. */
export const Inspection = z.object({
  day: Day,
  by: z.nullable(z.string().check(z.minLength(1), z.maxLength(120), oneLine)),
})
export type Inspection = z.infer<typeof Inspection>

type Codes<L extends ListName> = z.ZodMiniEnum<z.core.util.ToEnum<CodeOf<L>>>

/** A code of a list, for input; a value that is read may predate the list. */
export function codeShape<L extends ListName>(list: L): Codes<L> {
  return z.enum(codesOf(list))
}

const lineShape = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), oneLine)

const Odometer = z.object({
  value: z.int().check(z.gte(0), z.lte(ODOMETER_MAX)),
  unit: z.enum(['mi', 'km']),
  status: codeShape('odometerStatus'),
})
const OdometerRead = z.object({ value: z.int(), unit: z.enum(['mi', 'km']), status: z.string() })
const Lines = z.array(lineShape(LINE_CHARACTERS_MAX)).check(z.maxLength(LINES_MAX))

type Table = typeof VEHICLE_FIELDS
type Shapes = {
  text: z.ZodMiniString
  number: z.ZodMiniNumber
  flag: z.ZodMiniBoolean
  day: z.ZodMiniString
  lines: z.ZodMiniArray<z.ZodMiniString>
  report: z.ZodMiniString
  inspection: typeof Inspection
}
type EntryValue<F> = F extends { kind: 'code'; list: infer L extends ListName }
  ? Codes<L>
  : F extends { kind: 'odometer' }
    ? typeof Odometer
    : F extends { kind: infer K extends keyof Shapes }
      ? Shapes[K]
      : never
type ReadValue<F> = F extends { kind: 'code' }
  ? z.ZodMiniString
  : F extends { kind: 'odometer' }
    ? typeof OdometerRead
    : EntryValue<F>
/** For kinds that are never null: their empty value. */
type IsWhole<F> = F extends { isRequired: true } | { kind: 'lines' | 'report' } ? true : false
/** Columns of the table are required; other facts may be omitted and stay unchanged. */
type Entered<F, S extends z.ZodMiniType> =
  IsWhole<F> extends true
    ? S
    : F extends { column: string } | { kind: 'odometer' }
      ? z.ZodMiniNullable<S>
      : z.ZodMiniOptional<z.ZodMiniNullable<S>>
type Read<F, S extends z.ZodMiniType> = IsWhole<F> extends true ? S : z.ZodMiniNullable<S>

type EntryShape = { [N in FieldName]: Entered<Table[N], EntryValue<Table[N]>> }
type ReadShape = { [N in FieldName]: Read<Table[N], ReadValue<Table[N]>> }

export function isWhole({ isRequired, kind }: NamedField): boolean {
  return isRequired === true || kind === 'lines' || kind === 'report'
}

/** The value of one field as it may be entered. */
function entryValue(field: Pick<NamedField, 'kind' | 'list' | 'max'>): z.ZodMiniType {
  switch (field.kind) {
    case 'code':
      return codeShape(field.list!)
    case 'text':
      return lineShape(field.max!)
    case 'number':
      return z.int32()
    case 'flag':
      return z.boolean()
    case 'day':
      return Day
    case 'lines':
      return Lines
    case 'report':
      return z.string().check(z.maxLength(REPORT_CHARACTERS_MAX), plainText)
    case 'odometer':
      return Odometer
    case 'inspection':
      return Inspection
  }
}

function readValue(field: NamedField): z.ZodMiniType {
  switch (field.kind) {
    case 'code':
    case 'text':
    case 'report':
      return z.string()
    case 'lines':
      return z.array(z.string())
    case 'odometer':
      return OdometerRead
    case 'number':
    case 'flag':
    case 'day':
    case 'inspection':
      return entryValue(field)
  }
}

function entered(field: NamedField): z.ZodMiniType {
  const value = entryValue(field)
  if (isWhole(field)) return value
  const isAlwaysSaid = field.column !== undefined || field.kind === 'odometer'
  return isAlwaysSaid ? z.nullable(value) : z.optional(z.nullable(value))
}

/** What an auctioneer enters of each field. */
export const ENTRY_SHAPE = shapeFrom(FIELDS, (field) => [field.name, entered(field)]) as EntryShape

/** The shape of each field when read. A value that is not in its list of codes predates the lists. */
export const READ_SHAPE = shapeFrom(FIELDS, (field) => [
  field.name,
  isWhole(field) ? readValue(field) : z.nullable(readValue(field)),
]) as ReadShape

const Own = z.optional(z.string().check(z.maxLength(120), oneLine))

/** The seller's words for a coded fact if they say more than the code: `6-speed manual`. */
export const Stated = z.object(shapeFrom(CODED_FIELDS, ({ name }) => [name, Own]) as Record<CodedField, typeof Own>)
