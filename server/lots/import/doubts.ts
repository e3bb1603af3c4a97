import { columnOf } from '#contract/lots/import.ts'
import { factWords } from '#contract/lots/vehicle-words.ts'
import { FIELDS } from '#contract/lots/vehicle-fields.ts'
import { hasValidCheckDigit, isVin, maskedVin, readVin, VIN_YEAR_MIN } from '#contract/lots/vin.ts'
import { makeNamed, makeOfVin, sharesIdentifiers } from '#contract/lots/vin-makers.ts'
import type { VehicleEntry } from '#contract/lots/vehicles.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'
import type { Cells, Reading, RowTerms } from './cells.ts'
import { plain } from '../synonyms.ts'

/** What a person should look at again, although it can be imported as written: remarks, never faults. */
export function noteDoubts(cells: Cells, entry: VehicleEntry, terms: RowTerms, reading: Reading): void {
  doubtVin(cells, entry, reading)
  doubtFacts(cells, entry, reading)
  doubtOdometer(cells, entry, reading)
  const { openingBid, reserve } = terms
  if (openingBid !== null && reserve !== null && reserve > RESERVE_SHARE_MAX * openingBid) {
    cells.remark('reserve', `The reserve is more than ${RESERVE_SHARE_MAX} times the opening bid. Check both.`)
  }
}

const RESERVE_SHARE_MAX = 20
const KM_PER_MILE = 1.609344
/** Miles a year. Few says nothing about a vehicle younger than the least age; many is held against that age at least. Cars average some 12,000; taxis reach 70,000. */
const FEW_A_YEAR = 150
const MANY_A_YEAR = 70_000
const AGE_MIN = 3

function doubtOdometer(cells: Cells, { odometer, year }: VehicleEntry, { nextYear }: Reading): void {
  const age = nextYear - 1 - year
  if (odometer === null) return
  const miles = odometer.unit === 'mi' ? odometer.value : odometer.value / KM_PER_MILE
  const said = `${odometer.value.toLocaleString('en-US')} ${odometer.unit === 'mi' ? (odometer.value === 1 ? 'mile' : 'miles') : 'km'}`
  if (age >= AGE_MIN && miles < FEW_A_YEAR * age)
    cells.remark('odometer', `${said} is very little for a ${year} vehicle. Check it.`)
  if (miles > MANY_A_YEAR * Math.max(age, AGE_MIN))
    cells.remark('odometer', `${said} is very much for a ${year} vehicle. Check it.`)
}

/** Differences between the VIN and the row. */
function doubtVin(cells: Cells, { vin, year, make }: VehicleEntry, reading: Reading): void {
  const isKnown = makeNamed(make) !== null || reading.makes.has(plain(make))
  if (vin !== null && maskedVin(vin) !== null) {
    cells.remark('vin', 'This VIN is masked. What is visible was kept.')
    const maker = makeOfVin(vin)
    if (maker !== null && isKnown && !sharesIdentifiers(make, maker)) doubtMake(cells, make, maker)
  }
  if (!isKnown) cells.remark('make', 'We don’t know this make. It was imported as written.')
  if (vin === null || !isVin(vin) || year < VIN_YEAR_MIN) return
  const said = readVin(vin, reading.nextYear)
  if (said.checkDigit === 'wrong' && !said.checkDigitBinds) {
    cells.remark(
      'vin',
      'The check digit doesn’t match. Makers outside North America don’t have to use it, so it was imported as written.',
    )
  }
  const others = said.modelYears.length > 0 && !said.modelYears.includes(year)
  if (others && said.region === 'north-america') {
    cells.remark(
      'vin',
      `The VIN says model year ${said.modelYears.join(' or ')}, the row ${year}. Imported as written.`,
    )
  }
  if (said.make !== null && isKnown && !sharesIdentifiers(make, said.make)) {
    doubtMake(cells, make, said.make)
  }
}

function doubtMake(cells: Cells, make: string, said: string): void {
  cells.remark('vin', `The VIN is one of ${said}, the row says ${make}. Imported as written.`)
}

/** What the VIN can add where the row says nothing. */
const FILLED = ['model', 'body', 'engine', 'fuel', 'drive'] as const

type Fillable = { vin: string | null } & { [N in (typeof FILLED)[number]]?: string | null | undefined }

/** Fills facts that the row doesn't state with what the maker's tables say, and notes which. */
export function fillFromVin<F extends Fillable>(cells: Cells, facts: F, reading: Reading): F {
  const decoded = decodedOf(facts.vin, reading)
  if (decoded === null) return facts
  const added = FILLED.filter((name) => !facts[name] && decoded[name] !== null && !cells.faulty.has(name))
  if (added.length === 0) return facts
  const words = added.map((name) => {
    const field = FIELDS.find((one) => one.name === name)!
    return `${columnOf(name).label.toLowerCase()} ${factWords(field, decoded[name]) ?? decoded[name]}`
  })
  cells.remark('vin', `Read from the VIN: ${words.join('; ')}.`)
  return { ...facts, ...Object.fromEntries(added.map((name) => [name, decoded[name]])) }
}

/** Only a number with the right check digit is surely the one that its maker gave. */
function decodedOf(vin: string | null, { decoded }: Reading) {
  return vin !== null && hasValidCheckDigit(vin) ? (decoded.get(vin) ?? null) : null
}

/** Differences between the row and the maker's tables. Trims and spellings differ, so one name within the other is the same. */
function doubtFacts(cells: Cells, { vin, model, body }: VehicleEntry, reading: Reading): void {
  const decoded = decodedOf(vin, reading)
  if (decoded === null) return
  const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const [said, written] = [bare(decoded.model ?? ''), bare(model)]
  if (said !== '' && !said.includes(written) && !written.includes(said)) {
    cells.remark('model', `The VIN says ${decoded.model}, the row ${model}. Imported as written.`)
  }
  if (decoded.body !== null && decoded.body !== body) {
    const word = (code: string) => labelOf('body', code)
    cells.remark('body', `The VIN says ${word(decoded.body)}, the row ${word(body)}. Imported as written.`)
  }
}
