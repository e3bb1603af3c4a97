import { isVin, readVin, VIN_YEAR_MIN } from '#contract/lots/vin.ts'
import { sharesIdentifiers } from '#contract/lots/vin-makers.ts'
import type { VehicleEntry } from '#contract/lots/vehicles.ts'
import type { Cells, Reading, RowTerms } from './cells.ts'
import { plain } from './synonyms.ts'

/** What a person should look at again, although it can be imported as written: remarks, never faults. */
export function noteDoubts(cells: Cells, entry: VehicleEntry, terms: RowTerms, reading: Reading): void {
  doubtVin(cells, entry, reading)
  doubtOdometer(cells, entry, reading)
  const { openingBid, reserve } = terms
  if (openingBid !== null && reserve !== null && reserve > RESERVE_SHARE_MAX * openingBid) {
    cells.note('reserve', `The reserve is more than ${RESERVE_SHARE_MAX} times the opening bid. Check both.`, false)
  }
}

const RESERVE_SHARE_MAX = 20
const KM_PER_MILE = 1.609344
/** Miles a year, of a vehicle at least this many years old. Cars average some 12,000; taxis reach 70,000. */
const FEW_A_YEAR = 150
const MANY_A_YEAR = 70_000
const AGE_MIN = 3

function doubtOdometer(cells: Cells, { odometer, year }: VehicleEntry, { nextYear }: Reading): void {
  const age = nextYear - 1 - year
  if (odometer === null || age < AGE_MIN) return
  const miles = odometer.unit === 'mi' ? odometer.value : odometer.value / KM_PER_MILE
  const said = `${odometer.value.toLocaleString('en-US')} ${odometer.unit === 'mi' ? (odometer.value === 1 ? 'mile' : 'miles') : 'km'}`
  if (miles < FEW_A_YEAR * age) cells.note('odometer', `${said} is very little for a ${year} vehicle. Check it.`, false)
  if (miles > MANY_A_YEAR * age) cells.note('odometer', `${said} is very much for a ${year} vehicle. Check it.`, false)
}

/** Differences between the VIN and the row. */
function doubtVin(cells: Cells, { vin, year, make }: VehicleEntry, reading: Reading): void {
  const isKnown = reading.makes.has(plain(make))
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
  if (said.make !== null && isKnown && !sharesIdentifiers(make, said.make)) {
    cells.note('vin', `The VIN is one of ${said.make}, the row says ${make}. Imported as written.`, false)
  }
}
