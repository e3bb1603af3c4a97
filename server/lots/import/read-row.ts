import type { ImportField, ImportMapping, RowNote } from '#contract/import.ts'
import type { StatedField } from '#contract/stated.ts'
import { VehicleEntry } from '#contract/vehicles.ts'
import { isVin, plainVin, readVin, VIN_YEAR_MIN } from '#contract/vin.ts'
import { sharesIdentifiers } from '#contract/vin-makers.ts'
import type { CodeOf, ListName } from '#contract/vocabulary.ts'
import type { Money } from '#engine'
import { faultsOfEntry } from '../create-vehicle.ts'
import {
  readAmount,
  readLines,
  readOdometer,
  readPhotos,
  readYear,
  unitOf,
  type ExpectedPhoto,
  type Value,
} from './read-values.ts'
import { codeOf, plain, saysMore, saysNothing } from './synonyms.ts'
import type { TableRow } from './table.ts'

/** What rows are read by. `digits`: minor digits of the currency. `now`: ms. */
export type Reading = {
  header: string[]
  mapping: ImportMapping
  currency: string
  digits: number
  now: number
  nextYear: number
  /** Makes that are known, in small letters. */
  makes: ReadonlySet<string>
}
/** Terms of the lot that a row speaks of. Null amounts: the cell is empty. */
export type RowTerms = { openingBid: Money | null; reserve: Money | null; buyNow: Money | null }
/** `entry` is null where a fault keeps the row out. `unknown`: words of closed lists that no list knows. */
export type ReadRow = {
  line: number
  entry: VehicleEntry | null
  terms: RowTerms
  photos: ExpectedPhoto[]
  notes: RowNote[]
  unknown: { list: ListName; word: string }[]
}

/** Reads one row. Every cell that is not taken as it stands gives a note; nothing is guessed. */
export function readRow(row: TableRow, reading: Reading): ReadRow {
  const notes: RowNote[] = []
  const unknown: ReadRow['unknown'] = []
  const cells = cellsOf(row, reading, notes)
  const draft = {
    ...namesFrom(cells),
    ...codesFrom(cells, reading.mapping, unknown),
    odometer: odometerFrom(cells, reading.mapping),
    ...listsFrom(cells),
  }
  const terms = {
    openingBid: amountFrom(cells, 'openingBid', reading),
    reserve: amountFrom(cells, 'reserve', reading),
    buyNow: amountFrom(cells, 'buyNow', reading),
  }
  const photos = cells.read('photos', readPhotos) ?? []
  const year = yearFrom(cells, draft.vin, reading)
  checkVin(cells, draft.vin, year, draft.make, reading)
  const whole = { ...draft, year, source: reading.mapping.source }
  const entry = notes.some(({ isFault }) => isFault) ? null : checked(whole, cells, reading.now)
  return { line: row.line, entry, terms, photos, notes, unknown }
}

type Cells = {
  text(field: ImportField): string
  note(field: ImportField | null, message: string, isFault: boolean, list?: ListName): void
  /** The value of a cell that says something; null where it does not, or cannot be read. */
  read<T>(field: ImportField, by: (text: string) => Value<T>): T | null
}

function cellsOf({ line, cells }: TableRow, { header, mapping }: Reading, notes: RowNote[]): Cells {
  const isLonger = cells.slice(header.length).some((cell) => cell.trim() !== '')
  if (isLonger || cells.length < header.length) {
    const message = `This row has ${cells.length} cells and the header ${header.length}: its values may stand in wrong columns.`
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

function namesFrom(cells: Cells) {
  const name = (field: ImportField) => (saysNothing(cells.text(field)) ? '' : cells.text(field).replace(/\s+/g, ' '))
  const own = (field: ImportField) => name(field) || null
  const vin = own('vin')
  return {
    make: name('make'),
    model: name('model'),
    trim: own('trim'),
    engine: own('engine'),
    stockNumber: own('stockNumber'),
    vin: vin === null ? null : plainVin(vin),
  }
}

const OPTIONAL_LISTS = [
  ['damagePrimary', 'damage'],
  ['damageSecondary', 'damage'],
  ['gearbox', 'gearbox'],
  ['drive', 'drive'],
  ['fuel', 'fuel'],
  ['colour', 'colour'],
] as const
const REQUIRED_LISTS = ['body', 'titleBrand', 'runState', 'keys', 'sellerKind'] as const

function codesFrom(cells: Cells, mapping: ImportMapping, unknown: ReadRow['unknown']) {
  const stated: Partial<Record<StatedField, string>> = {}
  const coded = <L extends ListName>(field: StatedField, list: L): CodeOf<L> | null => {
    const word = cells.text(field)
    const code = codeOf(list, word, mapping.words[list])
    if (code !== null) {
      if (saysMore(list, word, code)) stated[field] = word.slice(0, 120)
      return code
    }
    if (saysNothing(word)) return null
    unknown.push({ list, word: plain(word).slice(0, 120) })
    cells.note(field, 'This word is in no list. Say what it means, or correct it.', true, list)
    return null
  }
  const optional = Object.fromEntries(OPTIONAL_LISTS.map(([field, list]) => [field, coded(field, list)]))
  const required = Object.fromEntries(
    REQUIRED_LISTS.map((field) => {
      const isGiven = !saysNothing(cells.text(field)) || codeOf(field, cells.text(field), mapping.words[field]) !== null
      return [field, isGiven ? coded(field, field) : (mapping.fixed[field] ?? null)]
    }),
  )
  const said = cells.text('location')
  return { ...optional, ...required, stated, location: (saysNothing(said) ? mapping.fixed.location : said) ?? '' }
}

function odometerFrom(cells: Cells, mapping: ImportMapping) {
  const found = cells.read('odometer', readOdometer)
  if (found === null) return null
  const ownUnit = cells.read('odometerUnit', (text) => {
    const unit = unitOf(text)
    return unit === null ? { fault: 'This is no unit of distance: mi or km.' } : { value: unit }
  })
  const status = cells.read('odometerStatus', (text) => {
    const code = codeOf('odometerStatus', text, mapping.words.odometerStatus)
    return code === null ? { fault: 'This does not say whether the reading is actual.' } : { value: code }
  })
  const units = new Set([found.unit, ownUnit].filter((unit) => unit !== null))
  const statuses = new Set([found.status, status].filter((one) => one !== null))
  if (units.size > 1) cells.note('odometer', 'The reading and its unit’s column say two units.', true)
  if (statuses.size > 1) cells.note('odometer', 'The reading and its status’ column contradict each other.', true)
  const unit = [...units][0] ?? mapping.odometerUnit
  if (unit === null) cells.note('odometer', 'Miles or kilometres? Neither the cell nor the mapping says.', true)
  return { value: found.value, unit: unit ?? 'km', status: [...statuses][0] ?? ('not-stated' as const) }
}

function listsFrom(cells: Cells) {
  const report = cells.text('conditionReport')
  return {
    highlights: cells.read('highlights', readLines) ?? [],
    flaws: cells.read('flaws', readLines) ?? [],
    equipment: cells.read('equipment', readLines) ?? [],
    conditionReport: saysNothing(report) ? '' : report,
  }
}

/** 0 is no price: for the opening bid a fault, for the others none, and said so. */
function amountFrom(cells: Cells, field: 'openingBid' | 'reserve' | 'buyNow', reading: Reading): Money | null {
  const { decimal } = reading.mapping
  return cells.read(field, (text): Value<Money | null> => {
    const found = readAmount(text, decimal, reading.currency, reading.digits)
    if ('fault' in found || found.value > 0) return found
    if (field === 'openingBid') return { fault: 'An opening bid is above 0.' }
    return { value: null, remark: `0 was read as no ${field === 'reserve' ? 'reserve' : 'buy-now price'}.` }
  })
}

/** The year as the row says it; where it says none, the VIN's, if that can be only one. */
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

/** What a VIN says beside the row is remarked; it refuses nothing that `faultsOfEntry` does not. */
function checkVin(cells: Cells, vin: string | null, year: number, make: string, reading: Reading): void {
  const isKnown = make === '' || reading.makes.has(plain(make))
  if (!isKnown) cells.note('make', 'This make is not among those known. It was taken as written.', false)
  if (vin === null || !isVin(vin) || year < VIN_YEAR_MIN) return
  const said = readVin(vin, reading.nextYear)
  if (said.checkDigit === 'wrong' && !said.checkDigitBinds) {
    cells.note(
      'vin',
      'The check digit does not fit. Makers outside North America need not use it: taken as written.',
      false,
    )
  }
  const others = said.modelYears.length > 0 && !said.modelYears.includes(year)
  if (others && said.region === 'north-america') {
    cells.note(
      'vin',
      `The VIN says model year ${said.modelYears.join(' or ')}, the row ${year}. Taken as written.`,
      false,
    )
  }
  if (said.make !== null && isKnown && make !== '' && !sharesIdentifiers(make, said.make)) {
    cells.note('vin', `The VIN is one of ${said.make}, the row says ${make}. Taken as written.`, false)
  }
}

const NEEDED: Partial<Record<string, string>> = {
  make: 'A vehicle needs a make.',
  model: 'A vehicle needs a model.',
  year: 'A vehicle needs a model year.',
  location: 'A vehicle needs a location: give a column, or one for the whole file.',
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
    cells.note(name, isEmpty ? (NEEDED[field] ?? 'This is needed and not given.') : message, true)
  }
  return parsed.success && faults.length === 0 ? parsed.data : null
}
