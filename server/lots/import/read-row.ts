import type { FixedField, ImportField, ImportMapping } from '#contract/lots/import.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import { FIELDS, isCoded, type CodedField, type NamedCode, type NamedField } from '#contract/lots/vehicle-fields.ts'
import { VehicleEntry } from '#contract/lots/vehicles.ts'
import { isVin, plainVin, readVin, VIN_YEAR_MIN } from '#contract/lots/vin.ts'
import { sharesIdentifiers } from '#contract/lots/vin-makers.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'
import type { Money } from '#engine'
import { faultsOfEntry } from '../create-vehicle.ts'
import {
  readAmount,
  readFlag,
  readLines,
  readOdometer,
  readPhotos,
  readWhole,
  readYear,
  unitOf,
  type ExpectedPhoto,
  type Value,
} from './read-values.ts'
import { codeOf, plain, saysMore, saysNothing } from './synonyms.ts'
import type { TableRow } from '#server/platform/table/table.ts'

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
}
/** Terms of the lot in a row. A null amount: the cell is empty. */
export type RowTerms = { openingBid: Money | null; reserve: Money | null; buyNow: Money | null }
/** `entry` is null if a fault excludes the row. `unknown`: words that no closed list recognizes. */
export type ReadRow = {
  line: number
  entry: VehicleEntry | null
  terms: RowTerms
  photos: ExpectedPhoto[]
  notes: RowNote[]
  unknown: { list: ListName; word: string }[]
}

/** Reads one row. Every cell not taken verbatim produces a note; nothing is guessed. */
export function readRow(row: TableRow, reading: Reading): ReadRow {
  const notes: RowNote[] = []
  const unknown: ReadRow['unknown'] = []
  const cells = cellsOf(row, reading, notes)
  const facts = factsFrom(cells, reading.mapping, unknown)
  const odometer = odometerFrom(cells, reading.mapping)
  const terms = {
    openingBid: amountFrom(cells, 'openingBid', reading),
    reserve: amountFrom(cells, 'reserve', reading),
    buyNow: amountFrom(cells, 'buyNow', reading),
  }
  const photos = cells.read('photos', readPhotos) ?? []
  const year = yearFrom(cells, facts.vin, reading)
  checkVin(cells, facts.vin, year, facts.make, reading)
  const whole = { ...facts, odometer, year, source: reading.mapping.source }
  const entry = notes.some(({ isFault }) => isFault) ? null : checked(whole, cells, reading.now)
  return { line: row.line, entry, terms, photos, notes, unknown }
}

type Cells = {
  text(field: ImportField): string
  note(field: ImportField | null, message: string, isFault: boolean, list?: ListName): void
  /** The value of a non-empty cell; null if it is empty or unreadable. */
  read<T>(field: ImportField, by: (text: string) => Value<T>): T | null
}

function cellsOf({ line, cells }: TableRow, { header, mapping }: Reading, notes: RowNote[]): Cells {
  const isLonger = cells.slice(header.length).some((cell) => cell.trim() !== '')
  if (isLonger || cells.length < header.length) {
    const message = `This row has ${cells.length} cells and the header ${header.length}, so its values may be in the wrong columns.`
    notes.push({ line, column: null, value: '', message, isFault: true })
  }
  const at = (field: ImportField) => mapping.columns[field]
  const text = (field: ImportField) => {
    const column = at(field)
    return column === undefined ? '' : (cells[column] ?? '').trim()
  }
  const note: Cells['note'] = (field, message, isFault, list) => {
    const column = field === null ? undefined : at(field)
    const value = field === null ? '' : text(field).slice(0, 200)
    notes.push({
      line,
      column: column === undefined ? null : (header[column] ?? null),
      value,
      message,
      isFault,
      ...(list === undefined ? {} : { list }),
    })
  }
  return {
    text,
    note,
    read(field, by) {
      const said = text(field)
      if (saysNothing(said)) return null
      const found = by(said)
      if ('fault' in found) {
        note(field, found.fault, true)
        return null
      }
      if (found.remark !== undefined) note(field, found.remark, false)
      return found.value
    },
  }
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
      const line = text.replace(/\s+/g, ' ')
      if (name === 'vin' && line !== '') return plainVin(line)
      return isRequired ? line : line || null
    }
  }
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
    if (saysMore(list, word, code)) stated[name] = word.slice(0, 120)
    return code
  }
  if (saysNothing(word)) return isRequired ? (mapping.fixed[name as FixedField] ?? null) : null
  unknown.push({ list, word: plain(word).slice(0, 120) })
  cells.note(name, 'This value isn’t in the list. Map it or correct it.', true, list)
  return null
}

function odometerFrom(cells: Cells, mapping: ImportMapping) {
  const found = cells.read('odometer', readOdometer)
  if (found === null) return null
  const ownUnit = cells.read('odometerUnit', (text) => {
    const unit = unitOf(text)
    return unit === null ? { fault: 'This isn’t a unit of distance. Use mi or km.' } : { value: unit }
  })
  const status = cells.read('odometerStatus', (text) => {
    const code = codeOf('odometerStatus', text, mapping.words.odometerStatus)
    return code === null ? { fault: 'This doesn’t say whether the reading is actual.' } : { value: code }
  })
  const units = new Set([found.unit, ownUnit].filter((unit) => unit !== null))
  const statuses = new Set([found.status, status].filter((one) => one !== null))
  if (units.size > 1) cells.note('odometer', 'The reading and its unit column have different units.', true)
  if (statuses.size > 1) cells.note('odometer', 'The reading and its status column contradict each other.', true)
  const unit = [...units][0] ?? mapping.odometerUnit
  if (unit === null) cells.note('odometer', 'Miles or kilometers? Neither the cell nor the mapping says.', true)
  return { value: found.value, unit: unit ?? 'km', status: [...statuses][0] ?? ('not-stated' as const) }
}

/** 0 is not a price: a fault for the opening bid; for the others none, with a note. */
function amountFrom(cells: Cells, field: 'openingBid' | 'reserve' | 'buyNow', reading: Reading): Money | null {
  const { decimal } = reading.mapping
  return cells.read(field, (text): Value<Money | null> => {
    const found = readAmount(text, decimal, reading.currency, reading.digits)
    if ('fault' in found || found.value > 0) return found
    if (field === 'openingBid') return { fault: 'An opening bid must be above 0.' }
    return { value: null, remark: `0 was read as no ${field === 'reserve' ? 'reserve' : 'buy-now price'}.` }
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
  cells.note('vin', `The year ${only} was read from the VIN.`, false)
  return only
}

/** Differences between the VIN and the row become remarks; only `faultsOfEntry` refuses. */
function checkVin(cells: Cells, vin: string | null, year: number, make: string, reading: Reading): void {
  const isKnown = make === '' || reading.makes.has(plain(make))
  if (!isKnown) cells.note('make', 'We don’t know this make. It was imported as written.', false)
  if (vin === null || !isVin(vin) || year < VIN_YEAR_MIN) return
  const said = readVin(vin, reading.nextYear)
  if (said.checkDigit === 'wrong' && !said.checkDigitBinds) {
    cells.note(
      'vin',
      'The check digit doesn’t match. Makers outside North America don’t have to use it, so it was imported as written.',
      false,
    )
  }
  const others = said.modelYears.length > 0 && !said.modelYears.includes(year)
  if (others && said.region === 'north-america') {
    cells.note(
      'vin',
      `The VIN says model year ${said.modelYears.join(' or ')}, the row ${year}. Imported as written.`,
      false,
    )
  }
  if (said.make !== null && isKnown && make !== '' && !sharesIdentifiers(make, said.make)) {
    cells.note('vin', `The VIN is one of ${said.make}, the row says ${make}. Imported as written.`, false)
  }
}

const NEEDED: Partial<Record<string, string>> = {
  make: 'A vehicle needs a make.',
  model: 'A vehicle needs a model.',
  year: 'A vehicle needs a model year.',
  location: 'A vehicle needs a location. Choose a column, or one location for the whole file.',
}

function checked(draft: { year: number }, cells: Cells, now: number): VehicleEntry | null {
  const parsed = VehicleEntry.safeParse(draft)
  const faults = parsed.success
    ? faultsOfEntry(parsed.data, now)
    : parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))
  if (parsed.success && draft.year === 0)
    faults.splice(0, faults.length, { field: 'year', message: NEEDED['year'] ?? '' })
  for (const { field, message } of faults) {
    const name = field as ImportField
    const isEmpty = saysNothing(cells.text(name))
    cells.note(name, isEmpty ? (NEEDED[field] ?? 'This value is required.') : message, true)
  }
  return parsed.success && faults.length === 0 ? parsed.data : null
}
