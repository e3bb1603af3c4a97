import {
  IMPORT_FIELDS,
  REQUIRED_FIELDS,
  FIXED_FIELDS,
  type FixedField,
  type ImportField,
  type ImportMapping,
  unitInHead,
} from '#contract/lots/import.ts'
import { fieldOf } from '../synonyms.ts'
import type { TableRow } from '#server/platform/table/table.ts'

/** The mapping suggested by the column names. What only a person can know (miles or kilometers) is left open. */
export function guessMapping(header: string[], rows: TableRow[]): ImportMapping {
  const columns: ImportMapping['columns'] = {}
  for (const [index, name] of header.entries()) {
    const field = fieldOf(name)
    // The first of two columns with one meaning; the second can be chosen instead.
    if (field !== null && columns[field] === undefined) columns[field] = index
  }
  return {
    columns,
    fixed: {},
    words: {},
    odometerUnit: unitInHead(header[columns.odometer ?? -1] ?? ''),
    decimal: decimalOf(rows, columns) ?? '.',
    source: '',
  }
}

/** A mapping of another file with the same columns, which may have been written with the other decimal separator. */
export function refitMapping(mapping: ImportMapping, rows: TableRow[]): ImportMapping {
  return { ...mapping, decimal: decimalOf(rows, mapping.columns) ?? mapping.decimal }
}

/** Whether a comma before the last two digits is a decimal comma, by the majority of the file's amounts. Null: they don't say. */
function decimalOf(rows: TableRow[], columns: ImportMapping['columns']): '.' | ',' | null {
  const amounts = (['openingBid', 'reserve', 'buyNow'] as const).flatMap((field) => columns[field] ?? [])
  const texts = rows.slice(0, 500).flatMap(({ cells }) => amounts.map((column) => cells[column] ?? ''))
  const count = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length
  const commas = count(/,\d{1,2}(\D|$)/) + count(/\d\.\d{3}(\D|$)/)
  const points = count(/\.\d{1,2}(\D|$)/) + count(/\d,\d{3}(\D|$)/)
  if (commas === points) return null
  return commas > points ? ',' : '.'
}

/** Fields given neither by a column nor by a value for the whole file. A year may come from VINs. */
export function missingIn({ columns, fixed }: ImportMapping): ImportField[] {
  const isFixed = (field: ImportField): field is FixedField => (FIXED_FIELDS as readonly string[]).includes(field)
  return REQUIRED_FIELDS.filter((field) => {
    if (columns[field] !== undefined) return false
    if (field === 'year') return columns.vin === undefined
    return !isFixed(field) || (fixed[field] ?? '').trim() === ''
  })
}

/** Whether the mapping uses only columns of this file: a remembered mapping was made for the same header. */
export function fitsHeader({ columns }: ImportMapping, header: string[]): boolean {
  return IMPORT_FIELDS.every((field) => (columns[field] ?? 0) < header.length)
}
