import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'
import type { FacetCounts } from '#contract/catalog/catalog.ts'
import type { Sort } from '#contract/catalog/facets.ts'
import type { Facet } from '#contract/catalog/facets.ts'
import { FIELDS, VEHICLE_FIELDS, type FieldFacet } from '#contract/lots/vehicle-fields.ts'
import { formatMoney, minorUnits } from '#web/platform/money.ts'

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

/** One end of a range as people read it. `value`: whole units of the facet. */
export function edgeWords(facet: Facet, value: number, currency: string): string {
  if (facet === 'price') return formatMoney(value * minorUnits(currency), currency)
  if (facet !== 'odometer') return String(value)
  const miles = Math.round(value / KILOMETRES_A_MILE / 1000) * 1000
  return t`${value.toLocaleString(locale)} km (${miles.toLocaleString(locale)} mi)`
}

/** The text for a selected value: its label from the server, else the value in the URL. */
export function valueWords(facet: Facet, value: string, facets: readonly FacetCounts[], currency: string): string {
  if (facet === 'year' || facet === 'price' || facet === 'odometer') return rangeWords(facet, value, currency)
  if (facet === 'total') return t`up to ${edgeWords('price', Number(value), currency)} with fees and tax`
  const known = facets.find((one) => one.facet === facet)?.values.find((one) => one.value === value)
  if (known !== undefined) return translated(known.label)
  return facet === 'auction' ? t`One auction` : (value.split('/').at(-1) ?? value).replaceAll('-', ' ')
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
