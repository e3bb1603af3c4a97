import { minorUnits } from '#contract/platform/currency.ts'
import { MONEY_MAX, type Money } from '#engine'

/** Sorted, so that all processes put prices in the same order. */
const CURRENCIES = Intl.supportedValuesOf('currency')
const PLACES = new Map(CURRENCIES.map((currency, place) => [currency, place]))
const UNITS = CURRENCIES.map(minorUnits)

/** Each currency has this many numbers of its own, one after another: amounts of two currencies are never compared. */
const STRETCH = 2 * MONEY_MAX

/** The steps of every larger size. */
const STEPS = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 7.5]
/** Lower edges of the count bins, in whole units: 5,000 is much in dollars, and nothing in rupiahs. */
const EDGES: readonly number[] = [
  0,
  500,
  1000,
  1500,
  2000,
  2500,
  3000,
  4000,
  5000,
  6000,
  7000,
  8000,
  9000,
  ...[1e4, 1e5, 1e6, 1e7, 1e8].flatMap((size) => STEPS.map((step) => step * size)),
]

/** The place of a currency among all, as a small number. Auctions are only in currencies that are listed. */
export function placeOf(currency: string): number {
  return PLACES.get(currency) ?? 0
}

/** An amount (minor units) as a number that is within the stretch of its currency. `place`: of the currency. */
export function pricedAt(place: number, amount: Money): number {
  return place * STRETCH + amount
}

/** Inverse of {@link pricedAt}. */
export function amountOf(place: number, priced: number): Money {
  return priced - place * STRETCH
}

/** Both ends of a range in whole units, as {@link pricedAt} writes them. */
export function pricedWithin(currency: string, least: number, most: number): { least: number; most: number } {
  const place = placeOf(currency)
  const unit = UNITS[place]!
  const end = (units: number) => pricedAt(place, Math.min(units * unit, MONEY_MAX))
  return { least: least * unit > MONEY_MAX ? Infinity : end(least), most: end(most) }
}

/** The sort key of a price, ascending: one currency comes first, then the others, each by itself. `own`: the first; `way`: -1 for the highest price first. */
export function priceKey(own: number, place: number, way: 1 | -1, amount: Money): number {
  return (place < own ? place + CURRENCIES.length : place) * STRETCH + way * amount
}

/** The number of bins of all currencies. */
export const PRICE_BINS = CURRENCIES.length * EDGES.length

/** The bin of an amount (minor units). `place`: of its currency. */
export function priceBinOf(place: number, amount: Money): number {
  const units = amount / UNITS[place]!
  return place * EDGES.length + EDGES.findLastIndex((edge) => edge <= units)
}

/** The bins of a currency between the first and the last that any lot is in, and the edge above them. */
export function binsSeen(currency: string, seen: Uint8Array): { edge: number; bin: number }[] {
  const from = placeOf(currency) * EDGES.length
  const bins = EDGES.map((edge, step) => ({ edge, bin: from + step }))
  const first = bins.findIndex(({ bin }) => seen[bin] === 1)
  return first === -1 ? [] : bins.slice(first, bins.findLastIndex(({ bin }) => seen[bin] === 1) + 2)
}
