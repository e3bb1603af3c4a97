import { type FixedField, type ImportField, type ImportMapping } from '#contract/lots/import.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import { FIELDS, isCoded, type CodedField, type NamedCode, type NamedField } from '#contract/lots/vehicle-fields.ts'
import { VehicleEntry } from '#contract/lots/vehicles.ts'
import { maskedVin, plainVin, readVin } from '#contract/lots/vin.ts'
import { makeNamed } from '#contract/lots/vin-makers.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'
import type { Guide } from '#contract/lots/lot-entry.ts'
import { shorten } from '#contract/platform/shorten.ts'
import type { Money } from '#engine'
import { faultsOfEntry } from '../create-vehicle.ts'
import { misplacedWords } from '#server/platform/table/grid.ts'
import { cellsOf, type Cells, type Reading, type RowTerms } from './cells.ts'
import { fillFromVin, noteDoubts } from './doubts.ts'
import {
  readAmount,
  readFlag,
  readLines,
  type Odometer,
  readOdometer,
  readPhotos,
  readWhole,
  readYear,
  unitOf,
  type ExpectedPhoto,
  type Value,
} from './read-values.ts'
import { codeOf, doubleMeaning, plain, saysMore, saysNothing } from '../synonyms.ts'
import type { TableRow } from '#server/platform/table/table.ts'

/**
 * `entry` is null if a fault excludes the row. `faulty`: the fields that have one. `identity`: by what the vehicle is recognized even so;
 * null: the cells may be in the wrong columns. `unknown`: words that no closed list recognizes.
 */
export type ReadRow = {
  line: number
  entry: VehicleEntry | null
  identity: Pick<VehicleEntry, 'vin' | 'stockNumber' | 'source'> | null
  faulty: ReadonlySet<ImportField>
  terms: RowTerms
  guide: Guide | null
  /** The code or name of the seller as the file has it; null: none. */
  seller: string | null
  photos: ExpectedPhoto[]
  notes: RowNote[]
  unknown: { list: ListName; word: string }[]
}

/** Reads one row. Every cell not taken verbatim produces a note; nothing is guessed. */
export function readRow(row: TableRow, reading: Reading): ReadRow {
  const notes: RowNote[] = []
  const unknown: ReadRow['unknown'] = []
  const cells = cellsOf(row, reading, notes)
  const read = { line: row.line, faulty: cells.faulty, notes, unknown }
  const unusable = noVehicleWords(row, cells, reading) ?? misplacedWords(row, reading.header.length)
  if (unusable !== null) {
    cells.fault(null, unusable)
    const terms = { openingBid: null, reserve: null, buyNow: null }
    return { ...read, entry: null, identity: null, terms, guide: null, seller: null, photos: [] }
  }
  const facts = factsFrom(cells, reading.mapping, unknown)
  const odometer = odometerFrom(cells, reading.mapping)
  const terms = {
    openingBid: amountFrom(cells, 'openingBid', reading),
    reserve: amountFrom(cells, 'reserve', reading),
    buyNow: amountFrom(cells, 'buyNow', reading),
  }
  const guide = guideFrom(cells, reading)
  const photos = cells.read('photos', readPhotos) ?? []
  const seller = cells.read<string>('seller', (value) => ({ value }))
  const year = yearFrom(cells, facts.vin, reading)
  const { source } = reading.mapping
  const known = fillFromVin(cells, named(cells, facts), reading)
  const entry = checked({ ...known, odometer, year, source }, cells, reading.now)
  if (entry !== null) noteDoubts(cells, entry, terms, reading)
  const { vin, stockNumber } = facts
  return { ...read, entry, identity: { vin, stockNumber, source }, terms, guide, seller, photos }
}

const IDENTIFYING = ['vin', 'year', 'make', 'model'] as const

/** Lists have totals, notes and their header again on every page: one sentence about each is enough. */
function noVehicleWords({ cells: written }: TableRow, cells: Cells, { header, mapping }: Reading): string | null {
  const named = IDENTIFYING.filter((field) => mapping.columns[field] !== undefined)
  if (named.length > 0 && named.every((field) => saysNothing(cells.text(field))))
    return 'This row names no vehicle. It may be a total or a note.'
  const isHeader = Object.values(mapping.columns).every(
    (column) => plain(written[column] ?? '') === plain(header[column] ?? ''),
  )
  return isHeader ? 'This row repeats the header.' : null
}

/** The make by the name that the rest of the stock has for it. */
function named<F extends { make: string }>(cells: Cells, facts: F): F {
  const make = makeNamed(facts.make)
  if (make === null || make.toLowerCase() === facts.make.toLowerCase()) return facts
  cells.remark('make', `Imported as ${make}.`)
  return { ...facts, make }
}

/** The facts that come from one cell each, read by the kind of their field. */
function factsFrom(cells: Cells, mapping: ImportMapping, unknown: ReadRow['unknown']) {
  const stated: Partial<Record<CodedField, string>> = {}
  const facts = FIELDS.flatMap((field): [string, unknown][] => {
    if (field.kind === 'odometer' || field.kind === 'inspection' || field.heads === false) return []
    if (isCoded(field)) return [[field.name, codeFrom(cells, field, mapping, unknown, stated)]]
    return [[field.name, plainFrom(cells, field, mapping)]]
  })
  return { ...(Object.fromEntries(facts) as Omit<VehicleEntry, 'stated' | 'source' | 'odometer'>), stated }
}

function plainFrom(cells: Cells, { name, kind, isRequired }: NamedField, { fixed }: ImportMapping): unknown {
  const field = name as ImportField
  const said = cells.text(field)
  switch (kind) {
    case 'lines':
      return cells.read(field, readLines) ?? []
    case 'report':
      return saysNothing(said) ? '' : said
    case 'number':
      return name === 'year' ? 0 : cells.read(field, readWhole)
    case 'flag':
      return cells.read(field, readFlag)
    case 'day':
      return saysNothing(said) ? null : said
    default: {
      const text = saysNothing(said) ? ((name === 'location' ? fixed.location : null) ?? '') : said
      const line = oneLineOf(text)
      if (name === 'vin' && line !== '') return maskedVin(line) ?? plainVin(line)
      return isRequired ? line : line || null
    }
  }
}

/** A cell’s text on one line: lines and tabs in a cell are layout. */
function oneLineOf(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function codeFrom(
  cells: Cells,
  { name, list, isRequired }: NamedCode,
  mapping: ImportMapping,
  unknown: ReadRow['unknown'],
  stated: Partial<Record<CodedField, string>>,
): string | null {
  const word = cells.text(name)
  const code = codeOf(list, word, mapping.words[list])
  if (code !== null) {
    if (saysMore(list, word, code)) stated[name] = shorten(oneLineOf(word), 120)
    return code
  }
  if (saysNothing(word)) return isRequired ? (mapping.fixed[name as FixedField] ?? null) : null
  unknown.push({ list, word: shorten(plain(word), 120) })
  cells.fault(name, doubleMeaning(list, word) ?? 'This value isn’t in the list. Map it or correct it.', list)
  return null
}

function odometerFrom(cells: Cells, mapping: ImportMapping) {
  const found = cells.read<Odometer | null>('odometer', readOdometer)
  if (found === null) return null
  const ownUnit = cells.read('odometerUnit', (text) => {
    const unit = unitOf(text)
    return unit === null ? { fault: 'This isn’t a unit of distance. Use mi or km.' } : { value: unit }
  })
  const status = cells.read('odometerStatus', (text) => {
    const code = codeOf('odometerStatus', text, mapping.words.odometerStatus)
    return code === null
      ? { fault: 'This doesn’t say whether the reading is actual. Write actual, not actual or exempt.' }
      : { value: code }
  })
  const units = new Set([found.unit, ownUnit].filter((unit) => unit !== null))
  const statuses = new Set([found.status, status].filter((one) => one !== null))
  if (units.size > 1) cells.fault('odometer', 'The reading and its unit column have different units.')
  if (statuses.size > 1) cells.fault('odometer', 'The reading and its status column contradict each other.')
  const unit = [...units][0] ?? mapping.odometerUnit
  if (unit === null) cells.fault('odometer', 'Miles or kilometers? Neither the cell nor the mapping says.')
  return { value: found.value, unit: unit ?? 'km', status: [...statuses][0] ?? ('not-stated' as const) }
}

/** The estimate: from one column, or from two. */
function guideFrom(cells: Cells, reading: Reading): Guide | null {
  const [low, high] = (['guideLow', 'guideHigh'] as const).map((field) => amountFrom(cells, field, reading))
  if (low == null && high == null) return null
  const guide = { low: low ?? high ?? 0, high: high ?? low ?? 0 }
  if (guide.low > guide.high) cells.fault('guideHigh', 'The high estimate is below the low one.')
  return guide
}

type AmountField = 'openingBid' | 'reserve' | 'buyNow' | 'guideLow' | 'guideHigh'
const NO_AMOUNT = { reserve: 'reserve', buyNow: 'buy-now price', guideLow: 'estimate', guideHigh: 'estimate' } as const

/** 0 is not a price: a fault for the opening bid; for the others none, with a note. */
function amountFrom(cells: Cells, field: AmountField, reading: Reading): Money | null {
  const { decimal } = reading.mapping
  return cells.read(field, (text): Value<Money | null> => {
    const found = readAmount(text, decimal, reading.currency, reading.digits)
    if ('fault' in found || found.value > 0) return found
    if (field === 'openingBid') return { fault: 'An opening bid must be above 0.' }
    return { value: null, remark: `0 was read as no ${NO_AMOUNT[field]}.` }
  })
}

/** The row's year; if it has none, the VIN's, if that is unambiguous. */
function yearFrom(cells: Cells, vin: string | null, { nextYear }: Reading): number {
  const year = cells.read('year', readYear)
  if (year !== null) return year
  if (!saysNothing(cells.text('year'))) return 0
  const reading = vin === null ? null : readVin(vin, nextYear)
  const [only] = reading?.modelYears ?? []
  const isSure = reading?.region === 'north-america' && reading.checkDigit === 'right' && reading.yearBy !== 'unsettled'
  if (!isSure || only === undefined) return 0
  cells.remark('vin', `The year ${only} was read from the VIN.`)
  return only
}

const NEEDED: Partial<Record<string, string>> = {
  make: 'A vehicle needs a make.',
  model: 'A vehicle needs a model.',
  year: 'A vehicle needs a model year.',
  location: 'A vehicle needs a location. Choose a column, or one location for the whole file.',
}

/** The vehicle, if nothing is wrong with the row; else every fault that its cells didn't already show. */
function checked(draft: { year: number } & Record<string, unknown>, cells: Cells, now: number): VehicleEntry | null {
  const parsed = VehicleEntry.safeParse(draft)
  const faults = parsed.success
    ? faultsOfEntry(parsed.data, now)
    : parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))
  if (draft.year === 0 && !faults.some(({ field }) => field === 'year'))
    faults.push({ field: 'year', message: 'A vehicle’s year has four digits, such as 2014.' })
  for (const { field, message } of faults) {
    const name = field.split('.')[0] as ImportField
    if (cells.faulty.has(name)) continue
    const isEmpty = saysNothing(cells.text(name))
    cells.fault(name, isEmpty ? (NEEDED[name] ?? 'There’s no value.') : message)
  }
  return parsed.success && cells.faulty.size === 0 ? parsed.data : null
}
