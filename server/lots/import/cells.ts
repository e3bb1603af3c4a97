import { columnOf, IMPORT_FIELDS, type ImportField, type ImportMapping } from '#contract/lots/import.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import { shorten } from '#contract/platform/shorten.ts'
import type { Money } from '#engine'
import type { TableRow } from '#server/platform/table/table.ts'
import type { DecodedVin } from '../vehicles/decode-vin.ts'
import type { Value } from './read-values.ts'
import { saysNothing } from '../synonyms.ts'

/** The settings for reading rows. `digits`: minor digits of the currency. `now`: ms. */
export type Reading = {
  header: string[]
  mapping: ImportMapping
  currency: string
  digits: number
  now: number
  nextYear: number
  /** Known makes, in lower case. */
  makes: ReadonlySet<string>
  /** What the maker's tables say, by VIN. */
  decoded: ReadonlyMap<string, DecodedVin>
}
/** Terms of the lot in a row. A null amount: the cell is empty. */
export type RowTerms = { openingBid: Money | null; reserve: Money | null; buyNow: Money | null }
/** The cells of one row by their fields, and the notes about them. */
export type Cells = {
  /** The fields with a fault. */
  faulty: Set<ImportField>
  text(field: ImportField): string
  /** Notes what keeps the row from being imported. `list`: the codes that the value should be one of. */
  fault(field: ImportField | null, message: string, list?: ListName): void
  /** Notes what a person should look at. */
  remark(field: ImportField, message: string): void
  /** The value of a non-empty cell; null if it is empty or unreadable. */
  read<T>(field: ImportField, by: (text: string) => Value<T>): T | null
}

/** The column of a field as the file calls it; a field without a column by its own name. */
export function columnName(field: ImportField, { header, mapping }: Pick<Reading, 'header' | 'mapping'>): string {
  return header[mapping.columns[field] ?? -1] ?? columnOf(field).label
}

const AMOUNTS: ReadonlySet<ImportField> = new Set(['openingBid', 'reserve', 'buyNow'])

/** A lookup that found nothing (`#N/A`) says nothing, but for an amount: a lot without its reserve would be sold below it. */
function isFailedFormula(field: ImportField, text: string): boolean {
  return (
    /^(=.*|#(ref|value|div\/0|name|null|num|spill|calc)[!?])$/is.test(text) ||
    (AMOUNTS.has(field) && /^#n\/a$/i.test(text))
  )
}

export function cellsOf({ line, cells }: TableRow, { header, mapping }: Reading, notes: RowNote[]): Cells {
  const faulty = new Set<ImportField>()
  const written = (field: ImportField) => {
    const column = mapping.columns[field]
    return column === undefined ? '' : (cells[column] ?? '').trim()
  }
  const text = (field: ImportField) => (isFailedFormula(field, written(field)) ? '' : written(field))
  const note = (field: ImportField | null, message: string, isFault: boolean, list?: ListName) => {
    notes.push({
      line,
      column: field === null ? null : columnName(field, { header, mapping }),
      value: field === null ? '' : shorten(written(field), 200),
      message,
      isFault,
      ...(list === undefined ? {} : { list }),
    })
  }
  const fault: Cells['fault'] = (field, message, list) => {
    if (field !== null) faulty.add(field)
    note(field, message, true, list)
  }
  const remark: Cells['remark'] = (field, message) => note(field, message, false)
  for (const field of IMPORT_FIELDS)
    if (isFailedFormula(field, written(field))) fault(field, 'This formula has no result. Write the value instead.')
  return {
    faulty,
    text,
    fault,
    remark,
    read(field, by) {
      const said = text(field)
      if (saysNothing(said)) return null
      const found = by(said)
      if ('fault' in found) {
        fault(field, found.fault)
        return null
      }
      if (found.remark !== undefined) remark(field, found.remark)
      return found.value
    },
  }
}
