import { countryOfVin } from './vin-countries.ts'
import { makeOfVin } from './vin-makers.ts'

/** The value of each letter in the checksum; digits count as themselves. A VIN never contains I, O or Q. */
const LETTER_VALUES: Record<string, number> = Object.fromEntries(
  ['ABCDEFGH', 'JKLMN', 'P', 'R', 'STUVWXYZ'].flatMap((run, part) => {
    const first = [1, 1, 7, 9, 2][part] ?? 0
    return [...run].map((letter, index) => [letter, first + index])
  }),
)
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const CHECK_PLACE = 8
const YEAR_PLACE = 9

/** From this model year on a VIN has 17 characters. Before, each maker used its own format. */
export const VIN_YEAR_MIN = 1981

/** Model years of the tenth character, from 1980 on, in a cycle of 30. Source: 49 CFR 565.15, table VII. */
const YEAR_CHARACTERS = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const YEAR_CYCLE = 30
const YEAR_FIRST = 1980

export const REGIONS = ['africa', 'asia', 'europe', 'north-america', 'oceania', 'south-america'] as const
type Region = (typeof REGIONS)[number]

/** What a VIN itself says: facts of the number, not of the vehicle. */
export type VinReading = {
  vin: string
  /** Has 17 valid VIN characters; otherwise nothing else is known. */
  isFull: boolean
  region: Region | null
  /** ISO 3166-1 code of the country that assigned the maker's identifier. */
  country: string | null
  make: string | null
  checkDigit: 'right' | 'wrong' | 'none'
  /** The maker's country requires the check digit, so a wrong one means a wrong VIN. */
  checkDigitBinds: boolean
  /** The model years that the tenth character can mean, the likelier first. Outside North America it need not mean one at all. */
  modelYears: number[]
  /** How the first of several years was chosen. */
  yearBy: 'only-one' | 'place-7' | 'unsettled' | 'none'
}

/** The stored form: uppercase, without the spaces and dashes that people type. */
export function plainVin(text: string): string {
  return text.toUpperCase().replace(/[\s\-.]/g, '')
}

/** At least this many characters of a masked VIN are visible: the identifier of its maker. */
const VISIBLE_MIN = 3

/**
 * A VIN whose owner hid some of its characters, with a star for each of them; null: it isn't masked. A run of four or more X at the end
 * hides characters, too, since serial numbers end in digits.
 */
export function maskedVin(text: string): string | null {
  const masked = plainVin(text)
    .replace(/[•●?_#]/gu, '*')
    .replace(/X{4,}$/, (run) => '*'.repeat(run.length))
  const isMasked = /^[A-HJ-NPR-Z0-9*]{17}$/.test(masked) && masked.includes('*')
  return isMasked && masked.slice(0, VISIBLE_MIN).indexOf('*') < 0 ? masked : null
}

/** Whether it has 17 valid VIN characters. Doesn't check the check digit, which not every market uses. */
export function isVin(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)
}

/** The check digit (0 to 9 or X) that a VIN should have in its ninth place. Source: 49 CFR 565.15, ISO 3779. */
export function vinCheckDigit(vin: string): string {
  const sum = [...vin].reduce((total, character, place) => {
    const value = LETTER_VALUES[character] ?? Number(character)
    return total + value * (WEIGHTS[place] ?? 0)
  }, 0)
  const rest = sum % 11
  return rest === 10 ? 'X' : String(rest)
}

export function hasValidCheckDigit(vin: string): boolean {
  return isVin(vin) && vin[CHECK_PLACE] === vinCheckDigit(vin)
}

/** The VIN with the right digit in its ninth place. */
export function withCheckDigit(vin: string): string {
  return vin.slice(0, CHECK_PLACE) + vinCheckDigit(vin) + vin.slice(CHECK_PLACE + 1)
}

/** The tenth character of a VIN of that model year. */
export function yearCharacter(year: number): string {
  return YEAR_CHARACTERS[(year - YEAR_FIRST) % YEAR_CYCLE] ?? ''
}

/**
 * Reads a VIN. `nextYear`: the latest possible model year. `isLight`: a passenger car, or a
 * truck or multipurpose vehicle of at most 10,000 lb; only there does the seventh character settle the cycle of 30 years: a digit
 * means 1980 to 2009, a letter 2010 to 2039. Source: 49 CFR 565.15(b), (d).
 */
export function readVin(text: string, nextYear: number, isLight = true): VinReading {
  const vin = plainVin(text)
  if (!isVin(vin)) return { ...NOTHING, vin }
  const region = regionOf(vin)
  return {
    vin,
    isFull: true,
    region,
    country: countryOfVin(vin),
    make: makeOfVin(vin),
    checkDigit: hasValidCheckDigit(vin) ? 'right' : 'wrong',
    checkDigitBinds: region === 'north-america',
    ...yearsOf(vin, nextYear, isLight && region === 'north-america'),
  }
}

const NOTHING: Omit<VinReading, 'vin'> = {
  isFull: false,
  region: null,
  country: null,
  make: null,
  checkDigit: 'none',
  checkDigitBinds: false,
  modelYears: [],
  yearBy: 'none',
}

/** Source: ISO 3780; the runs 7F to 70 were given to the United States. */
function regionOf(vin: string): Region {
  const [first = '', second = ''] = vin
  if (/[A-H]/.test(first)) return 'africa'
  if (/[J-R]/.test(first)) return 'asia'
  if (/[S-Z]/.test(first)) return 'europe'
  if (/[1-5]/.test(first) || (first === '7' && !/[A-E]/.test(second))) return 'north-america'
  return /[67]/.test(first) ? 'oceania' : 'south-america'
}

function yearsOf(vin: string, nextYear: number, settles: boolean): Pick<VinReading, 'modelYears' | 'yearBy'> {
  const at = YEAR_CHARACTERS.indexOf(vin[YEAR_PLACE] ?? '')
  if (at < 0) return { modelYears: [], yearBy: 'none' }
  const years = [YEAR_FIRST + at, YEAR_FIRST + at + YEAR_CYCLE, YEAR_FIRST + at + 2 * YEAR_CYCLE]
  const possible = years.filter((year) => year <= nextYear)
  if (possible.length < 2) return { modelYears: possible, yearBy: possible.length === 1 ? 'only-one' : 'none' }
  const newest = possible.toReversed()
  if (!settles) return { modelYears: newest, yearBy: 'unsettled' }
  const isOld = /\d/.test(vin[6] ?? '')
  const ofCycle = newest.filter((year) => (year < YEAR_FIRST + YEAR_CYCLE ? isOld : !isOld))
  return { modelYears: ofCycle.slice(0, 1), yearBy: 'place-7' }
}

/** The VIN is certainly wrong: a check digit that its maker's country requires doesn't match. Source: 49 CFR 565.15(c). */
export function isMistypedVin(vin: string, modelYear: number): boolean {
  if (modelYear < VIN_YEAR_MIN || !isVin(vin)) return false
  return regionOf(vin) === 'north-america' && !hasValidCheckDigit(vin)
}
