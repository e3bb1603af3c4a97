import {
  IMPORT_FIELDS,
  REQUIRED_FIELDS,
  FIXED_FIELDS,
  type FixedField,
  type ImportField,
  type ImportMapping,
} from '#contract/import.ts'
import { fieldOf } from './synonyms.ts'
import type { TableRow } from './table.ts'

/** The mapping that the names of the columns suggest. What only a person can know (miles or kilometres) is left open. */
export function guessMapping(header: string[], rows: TableRow[]): ImportMapping {
  const columns: ImportMapping['columns'] = {}
  for (const [index, name] of header.entries()) {
    const field = fieldOf(name)
    // The first of two columns of one meaning; the second is there to be chosen.
    if (field !== null && columns[field] === undefined) columns[field] = index
  }
  return {
    columns,
    fixed: {},
    words: {},
    odometerUnit: unitIn(header, columns),
    decimal: decimalOf(rows, columns),
    source: '',
  }
}

/** A header that is called "Miles" or "Odometer (km)" says the unit of its column. */
function unitIn(header: string[], { odometer }: ImportMapping['columns']): ImportMapping['odometerUnit'] {
  const name = odometer === undefined ? '' : (header[odometer] ?? '').toLowerCase()
  if (/\b(mi|miles|mileage \(mi\))\b/.test(name)) return 'mi'
  return /\b(km|kilometres|kilometers)\b/.test(name) ? 'km' : null
}

/** A comma before two last digits is a decimal one in most amounts of the file, or none is. */
function decimalOf(rows: TableRow[], columns: ImportMapping['columns']): '.' | ',' {
  const amounts = (['openingBid', 'reserve', 'buyNow'] as const).flatMap((field) => columns[field] ?? [])
  const texts = rows.slice(0, 500).flatMap(({ cells }) => amounts.map((column) => cells[column] ?? ''))
  const count = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length
  const commas = count(/,\d{1,2}(\D|$)/) + count(/\d\.\d{3}(\D|$)/)
  return commas > count(/\.\d{1,2}(\D|$)/) + count(/\d,\d{3}(\D|$)/) ? ',' : '.'
}

/** Fields that neither a column nor a value for the whole file gives. A year may come from VINs. */
export function missingIn({ columns, fixed }: ImportMapping): ImportField[] {
  const isFixed = (field: ImportField): field is FixedField => (FIXED_FIELDS as readonly string[]).includes(field)
  return REQUIRED_FIELDS.filter((field) => {
    if (columns[field] !== undefined) return false
    if (field === 'year') return columns.vin === undefined
    return !isFixed(field) || (fixed[field] ?? '').trim() === ''
  })
}

/** Only columns that this file has: a remembered mapping was made for the same header. */
export function fitsHeader({ columns }: ImportMapping, header: string[]): boolean {
  return IMPORT_FIELDS.every((field) => (columns[field] ?? 0) < header.length)
}
