import { ODOMETER_MAX } from '#contract/lots/vehicle-shapes.ts'
import type { CodeOf } from '#contract/lots/vocabulary.ts'
import { LOT_PRICE_MAX } from '#contract/platform/values.ts'
import type { Money } from '#engine'
import { fullDecimals } from '#server/platform/money-text.ts'
import { codeOf, plain } from '../synonyms.ts'

/** A value, or why the text is not one. `remark`: how the value differs from the text. */
export type Value<T> = { value: T; remark?: string } | { fault: string }

const GROUPED = /^\d{1,3}([.,'’ \u00a0\u202f]\d{3})+$/

/** Digits with any thousands separator: `64,601`, `64.601`, `64 601`. Null if it is not a whole number. */
function wholeOf(text: string): number | null {
  const bare = text.trim()
  if (/^\d{1,12}$/.test(bare)) return Number(bare)
  if (/^\d{1,12}[.,]0+$/.test(bare) && !GROUPED.test(bare)) return Number(bare.split(/[.,]/)[0])
  return GROUPED.test(bare) && new Set(bare.replace(/\d/g, '')).size === 1 ? Number(bare.replace(/\D/g, '')) : null
}

export type Odometer = { value: number; unit: 'mi' | 'km' | null; status: CodeOf<'odometerStatus'> | null }

/**
 * A distance with its unit and status, as far as the cell gives them: `64,601 A`, `64601 mi`, `104.000 km (actual)`. Letters that are
 * neither make it a fault: they may change what the number means.
 */
export function readOdometer(text: string): Value<Odometer | null> {
  // Such as TMU, true mileage unknown.
  if (codeOf('odometerStatus', text) !== null)
    return { value: null, remark: 'No reading: it says only whether the reading is actual.' }
  const found = /^([\d.,'’ \u00a0\u202f]*\d)\s*(.*)$/u.exec(text.trim())
  const value = found === null ? null : wholeOf(found[1] ?? '')
  if (value === null) return { fault: 'This isn’t a whole distance. Write it as 64,601 mi.' }
  if (value > ODOMETER_MAX)
    return { fault: `No vehicle has driven more than ${ODOMETER_MAX.toLocaleString('en-US')}. Check the reading.` }
  let unit: Odometer['unit'] = null
  let status: Odometer['status'] = null
  const words = plain((found?.[2] ?? '').replace(/[()[\],;/]/g, ' '))
  if (words === '') return { value: { value, unit, status } }
  // `123k`, `123 tkm`: how many thousands exactly, it doesn't say.
  if (/^(k|tkm|tmi|tsd|thousand)\b/.test(words)) return { fault: 'This isn’t a whole distance. Write it as 64,601 mi.' }
  const [first = '', ...rest] = words.split(' ')
  const ownUnit = unitOf(first)
  if (ownUnit !== null) unit = ownUnit
  const said = ownUnit === null ? words : rest.join(' ')
  if (said !== '') {
    status = codeOf('odometerStatus', said)
    if (status === null) return { fault: `“${said}” says neither a unit nor whether the reading is actual.` }
  }
  const means =
    status === null || said.length > 2 ? null : `“${said.toUpperCase()}” was read as ${status.replace('-', ' ')}.`
  return means === null ? { value: { value, unit, status } } : { value: { value, unit, status }, remark: means }
}

export function unitOf(text: string): 'mi' | 'km' | null {
  if (/^(mi|mile|miles|mls|millas?|meilen?)\.?$/i.test(text.trim())) return 'mi'
  return /^(km|kms|kilomet(re|er)s?|kil[oó]metros?)\.?$/i.test(text.trim()) ? 'km' : null
}

/** Of all currencies by their sign abroad, such as `ca$`; those that lists write in another way by hand. */
const SIGNS = new Map([
  ...Intl.supportedValuesOf('currency').map((currency) => [signOf(currency, 'symbol'), currency] as const),
  ...([
    ['$', 'USD'],
    ['us$', 'USD'],
    ['c$', 'CAD'],
    ['au$', 'AUD'],
  ] as const),
])
const ownSigns = new Map<string, string[]>()

/** How the currency is written where it is used and elsewhere, such as `$` and `ca$`. */
function signsOf(currency: string): string[] {
  const known = ownSigns.get(currency)
  if (known !== undefined) return known
  const signs = [signOf(currency, 'narrowSymbol'), signOf(currency, 'symbol')]
  ownSigns.set(currency, signs)
  return signs
}

function signOf(currency: string, currencyDisplay: 'narrowSymbol' | 'symbol'): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')!.value.toLowerCase()
}

/** The currency that a file writes next to an amount of one in `currency`: a sign that many share, such as `$`, is its own. Null: none. */
function currencyNamed(name: string, currency: string): string | null {
  if (signsOf(currency).includes(name)) return currency
  return SIGNS.get(name) ?? (/^[a-z]{3}$/.test(name) ? name.toUpperCase() : null)
}

/**
 * An amount in minor units of `currency`, which has `digits` of them: `$1,200`, `1.200,50 EUR`. Another currency, a negative amount and an
 * ambiguous number are faults. 0 is returned as 0: what it means depends on the column.
 */
export function readAmount(text: string, decimal: '.' | ',', currency: string, digits: number): Value<Money> {
  // `1.200,-`: no cents.
  const bare = text.trim().replace(/(?<=\d)[.,][-–—]{1,2}(?=\D*$)/, '')
  const found = /^([^\d\-−]*)([-−]?)\s*([\d.,'’ \u00a0\u202f]*\d)\s*([^\d]*)$/u.exec(bare)
  const notAmount = `This isn’t an amount. Write it as ${decimal === '.' ? '1,200.50' : '1.200,50'}.`
  if (found === null) return { fault: notAmount }
  const [, before = '', minus = '', number = '', after = ''] = found
  if (minus !== '') return { fault: 'An amount can’t be negative. Remove the minus sign.' }
  const named = [before, after].map((part) => part.trim().toLowerCase()).filter((part) => part !== '')
  for (const name of named) {
    const code = currencyNamed(name, currency)
    if (code === null && !/\p{L}|\p{Sc}/u.test(name)) return { fault: notAmount }
    if (code === null) return { fault: `“${name}” isn’t a currency.` }
    if (code !== currency) return { fault: `This is in ${code}, and the auction is in ${currency}.` }
  }
  const thousands = decimal === '.' ? ',' : '.'
  const [whole = '', fraction = '', ...more] = number.split(decimal)
  const isWhole = /^\d+$/.test(whole) || (GROUPED.test(whole) && !whole.includes(decimal))
  const others = whole.replace(/[\d'’ \u00a0\u202f]/g, '')
  if (more.length > 0 || !isWhole || (others !== '' && new Set(others).size > 1) || fraction.includes(thousands)) {
    return { fault: 'We can’t tell what amount this is. Check the decimal separator.' }
  }
  const decimals = fullDecimals(fraction, digits)
  if (decimals === null) {
    const most = digits === 0 ? `in ${currency} has no` : `can have at most ${digits}`
    return { fault: `An amount ${most} decimal places. Check the decimal separator.` }
  }
  const minor = Number(whole.replace(/\D/g, '')) * 10 ** digits + Number(decimals)
  return minor > LOT_PRICE_MAX ? { fault: 'This amount is too large. Check the decimal separator.' } : { value: minor }
}

/** A four-digit model year. Two digits could mean two centuries. A date in a spreadsheet may be formatted to show its year only. */
export function readYear(text: string): Value<number> {
  const bare = text.trim().replace(/[.,]0+$/, '')
  if (/^\d{4}$/.test(bare)) return { value: Number(bare) }
  const [date, year] = /^(\d{4})-\d{2}-\d{2}$/.exec(bare) ?? []
  if (year !== undefined)
    return { value: Number(year), ...(bare.endsWith('-01-01') ? {} : { remark: `Only the year of ${date} was read.` }) }
  return {
    fault: /^\d{2}$/.test(bare)
      ? 'Write the year with four digits; two could mean either century.'
      : 'This isn’t a year. Write it with four digits, such as 2014.',
  }
}

/** A whole number that is neither a distance nor a year, such as seats or axles. */
export function readWhole(text: string): Value<number> {
  const value = wholeOf(text)
  return value === null ? { fault: 'This isn’t a whole number. Write it in digits, such as 4.' } : { value }
}

/** Yes or no, as files write it. */
export function readFlag(text: string): Value<boolean> {
  const said = plain(text)
  if (/^(yes|y|true|1|x)$/.test(said)) return { value: true }
  return /^(no|n|false|0)$/.test(said) ? { value: false } : { fault: 'This is neither yes nor no. Write one of them.' }
}

/** Lines of a list, separated by line breaks, bars or semicolons; by commas if there are none of those. */
export function readLines(text: string): Value<string[]> {
  const parts = /[\n|;]/.test(text) ? text.split(/[\n|;]/) : text.split(/,\s+/)
  const lines = parts.map((part) => part.trim().replace(/^[-•*]\s+/, '')).filter((part) => part !== '')
  if (lines.length > 60) return { fault: 'A list can have at most 60 entries.' }
  return lines.some((line) => line.length > 300)
    ? { fault: 'An entry can have at most 300 characters.' }
    : { value: lines }
}

/** A photo still to come, by its file name and, if given, its place in the fixed order of shots. */
export type ExpectedPhoto = { slot: string | null; fileName: string }

const FILE_NAME = /^[^/\\<>:"|?*\n]{1,160}\.(jpe?g|png|webp|heic|heif|avif)$/i

/** `hero=IMG_1.jpg; rear=IMG_2.jpg`, or names alone. Only file names: URLs are not fetched. */
export function readPhotos(text: string): Value<ExpectedPhoto[]> {
  const photos: ExpectedPhoto[] = []
  for (const part of text.split(/[;|,\n]/).map((one) => one.trim())) {
    if (part === '') continue
    const [, slot = null, name = part] = /^([a-z][a-z0-9-]{0,30})\s*[=:]\s*(.+)$/i.exec(part) ?? []
    if (!FILE_NAME.test(name)) return { fault: `“${part.slice(0, 60)}” isn’t the name of a photo file.` }
    photos.push({ slot: slot?.toLowerCase() ?? null, fileName: name })
  }
  return photos.length > 100 ? { fault: 'A vehicle can have at most 100 photos.' } : { value: photos }
}
