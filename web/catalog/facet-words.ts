import { locale } from '#web/platform/language/language.ts'
import { plural, t, translated } from '#web/platform/language/text.ts'
import type { FacetCounts } from '#contract/catalog/catalog.ts'
import type { Sort } from '#contract/catalog/facets.ts'
import { ENDING_HOURS, type Facet } from '#contract/catalog/facets.ts'
import { FIELDS, VEHICLE_FIELDS, type FieldFacet } from '#contract/lots/vehicle-fields.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { formatMoney } from '#web/platform/money.ts'

/** Facets that are not a single field of a vehicle. */
const OTHER_NAMES = {
  year: translated(VEHICLE_FIELDS.year.label),
  odometer: translated(VEHICLE_FIELDS.odometer.label),
  damage: t`Damage`,
  price: t`Price`,
  total: t`Total price`,
  ending: t`Ending`,
  biddable: t`Lots I can bid on`,
  auction: t`Auction`,
  state: t`Bidding`,
}
export const FACET_NAMES: Record<Facet, string> = {
  ...(Object.fromEntries(FIELDS.map(({ facet = '', label }) => [facet, translated(label)])) as Record<
    FieldFacet,
    string
  >),
  ...OTHER_NAMES,
}

export const SORT_NAMES: Record<Sort, string> = {
  best: t`Best match`,
  ending: t`Ending soonest`,
  new: t`Newly listed`,
  'price-low': t`Price: lowest first`,
  'price-high': t`Price: highest first`,
  'year-new': t`Year: newest first`,
  'year-old': t`Year: oldest first`,
  odometer: t`Odometer: lowest first`,
}

const KILOMETRES_A_MILE = 1.609344
const usesMiles = () => new Intl.Locale(locale).region === 'US'

/** One end of a range as people read it. `value`: whole units of the facet. */
export function edgeWords(facet: Facet, value: number, currency: string): string {
  if (facet === 'price') return formatMoney(value * minorUnits(currency), currency)
  if (facet !== 'odometer') return String(value)
  if (!usesMiles()) return t`${(Math.round(value / 100) * 100).toLocaleString(locale)} km`
  return t`${(Math.round(value / KILOMETRES_A_MILE / 100) * 100).toLocaleString(locale)} mi`
}

/** The text for a selected value: its label from the server, else the value in the URL. */
export function valueWords(facet: Facet, value: string, facets: readonly FacetCounts[], currency: string): string {
  if (facet === 'year' || facet === 'price' || facet === 'odometer') return rangeWords(facet, value, currency)
  if (facet === 'total') return t`up to ${edgeWords('price', Number(value), currency)} with fees and tax`
  const known = facets.find((one) => one.facet === facet)?.values.find((one) => one.value === value)
  if (known !== undefined) return optionWords(facet, value, known.label)
  return facet === 'auction' ? t`One auction` : (value.split('/').at(-1) ?? value).replaceAll('-', ' ')
}

/** A value that can be chosen. `label`: from the server. */
export function optionWords(facet: Facet, value: string, label: string): string {
  const hours = facet === 'ending' ? Reflect.get(ENDING_HOURS, value) : undefined
  if (typeof hours !== 'number') return translated(label)
  return hours < 72
    ? plural(hours, { one: 'Within # hour', other: 'Within # hours' })
    : plural(hours / 24, { one: 'Within # day', other: 'Within # days' })
}

function rangeWords(facet: Facet, value: string, currency: string): string {
  const [least = '', most = least] = value.split('-')
  const words = (edge: string) => edgeWords(facet, Number(edge), currency)
  if (least === most) return words(least)
  if (least === '') return t`Up to ${words(most)}`
  return most === '' ? t`From ${words(least)}` : t`${words(least)} to ${words(most)}`
}

/** `1 lot`, `12,345 lots`. */
export function lotsWords(count: number): string {
  if (count === 1) return t`1 lot`
  // Nothing to group below a thousand, and a locale's rules take a moment to load.
  return t`${count < 1000 ? count : count.toLocaleString(locale)} lots`
}
