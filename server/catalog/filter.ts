import { type CatalogFilter } from '#contract/catalog/catalog.ts'
import { ENDING_HOURS } from '#contract/catalog/facets.ts'
import {
  FACT_FACETS,
  RANGE_FACETS,
  VALUE_FACETS,
  type FactFacet,
  type Facet,
  type RangeFacet,
} from '#contract/catalog/facets.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { invalidInput } from '#server/platform/problem.ts'
import { biddableTo, type ReachInPrices } from './biddable.ts'
import { STATES, type State } from './facet-values.ts'
import { pricesWithin, type KnownCosts } from './known-costs.ts'
import { LotIndex, yearOf } from './lot-index.ts'
import { placeOf, pricedAt, pricedWithin } from './prices.ts'

/** The conditions on lots read from a URL. Ranges include both ends. */
export type Filter = {
  q: string
  values: Partial<Record<FactFacet, string[]>>
  states: State[]
  ranges: Partial<Record<RangeFacet, [least: number, most: number]>>
  endsWithinMs: number | null
  /** `most`: whole units. */
  total: { most: number; costs: KnownCosts } | null
  /** The company's currency; see {@link currencyOf}. */
  currency: string
  /** Set when only lots that this person can bid on are wanted. */
  reach: ReachInPrices | null
}

/** What can be bid on, now or later. */
const ON_SALE: State[] = ['open', 'scheduled']
const OVER: State[] = ['sold', 'unsold']
const HOUR_MS = 3_600_000

/** What a filter needs to know of the company. */
export type Company = {
  currency: string
  /** Needed for a total. */
  costs: KnownCosts | null
}

/** Throws `invalid-input` for values that no lot can have. `canSeePrices`: may see results of lots. */
export function readFilter(given: CatalogFilter, canSeePrices: boolean, { currency, costs }: Company): Filter {
  const values: Filter['values'] = {}
  for (const facet of FACT_FACETS) if (given[facet] !== undefined) values[facet] = given[facet].split(',')
  const ranges: Filter['ranges'] = {}
  for (const facet of RANGE_FACETS) if (given[facet] !== undefined) ranges[facet] = readRange(given[facet])
  const endsWithinMs = given.ending === undefined ? null : ENDING_HOURS[given.ending] * HOUR_MS
  return {
    q: (given.q ?? '').trim(),
    values,
    states: readStates(given.state, canSeePrices),
    ranges,
    endsWithinMs,
    total: given.total === undefined || costs === null ? null : { most: Number(given.total), costs },
    currency,
    reach: null,
  }
}

/** The states asked for; without any, what can be bid on. Throws `invalid-input` if none of them is one. */
export function readStates(text: string | undefined, canSeePrices: boolean): State[] {
  if (text === undefined) return ON_SALE
  const states = text.split(',').flatMap((name): State[] => {
    if (name === 'ended') return OVER
    const state = STATES.find((one) => one === name)
    return state === undefined || (!canSeePrices && OVER.includes(state)) ? [] : [state]
  })
  if (states.length > 0) return states
  throw invalidInput([{ field: 'state', message: 'The state must be one of open, scheduled, ended.' }])
}

function readRange(text: string): [number, number] {
  const [least = '', most = least] = text.split('-')
  return [least === '' ? 0 : Number(least), most === '' ? Number.MAX_SAFE_INTEGER : Number(most)]
}

/** Whether lots that have ended are asked for. */
export function asksForEnded({ states }: Filter): boolean {
  return states.some((state) => OVER.includes(state))
}

/** The same filter without one of its facets, or without its words. */
export function without(filter: Filter, drop: Facet | 'q'): Filter {
  if (drop === 'q') return { ...filter, q: '' }
  if (drop === 'state') return { ...filter, states: [...STATES] }
  if (drop === 'ending') return { ...filter, endsWithinMs: null }
  if (drop === 'total') return { ...filter, total: null }
  if (drop === 'biddable') return { ...filter, reach: null }
  const isRange = (RANGE_FACETS as readonly Facet[]).includes(drop)
  return isRange
    ? { ...filter, ranges: { ...filter.ranges, [drop]: undefined } }
    : { ...filter, values: { ...filter.values, [drop]: undefined } }
}

/** The facets by which a filter narrows what is on sale, words first. */
export function activeParts(filter: Filter): (Facet | 'q')[] {
  const parts: (Facet | 'q')[] = filter.q === '' ? [] : ['q']
  for (const facet of VALUE_FACETS) if (facet !== 'state' && filter.values[facet] !== undefined) parts.push(facet)
  for (const facet of RANGE_FACETS) if (filter.ranges[facet] !== undefined) parts.push(facet)
  if (filter.total !== null) parts.push('total')
  if (filter.reach !== null) parts.push('biddable')
  if (filter.endsWithinMs !== null) parts.push('ending')
  if (filter.states.length < STATES.length) parts.push('state')
  return parts
}

type Column = Uint16Array | Float64Array

/**
 * The condition of one facet. `listed`: the lot's code is among the allowed ones; a second column may match instead. `within`: the value is
 * between `least` and the limit for the lot's code; codes without a limit fail. `flag`: the column holds the result.
 */
export type Condition = { facets: readonly Facet[] } & (
  | { kind: 'listed'; column: Uint16Array; allowed: Uint8Array; second: Uint16Array | null; secondAllowed: Uint8Array }
  | { kind: 'between'; column: Column; least: number; most: number }
  | { kind: 'within'; column: Float64Array; least: number; codes: Uint16Array; limits: Float64Array }
  | { kind: 'flag'; column: Uint8Array }
)

/** A filter as conditions on columns, one per facet; words are matched separately. A personal condition has a column of its own. */
export function conditionsOf(index: LotIndex, filter: Filter, now: number, canSeePrices: boolean): Condition[] {
  const conditions: Condition[] = []
  const vehicle = vehicleCondition(index, filter)
  if (vehicle !== null) conditions.push(vehicle)
  for (const facet of FACT_FACETS) {
    const chosen = filter.values[facet]
    if (chosen === undefined || facet === 'make' || facet === 'model') continue
    const allowed = allowedOf(index, facet, chosen)
    const second = facet === 'damage' ? index.damage2 : null
    conditions.push(listed([facet], index.codes[facet], allowed, second, allowed))
  }
  const states = new Uint8Array(STATES.length)
  for (const state of filter.states) states[STATES.indexOf(state)] = 1
  conditions.push(listed(['state'], index.state, states))
  conditions.push(...rangeConditions(index, filter))
  if (filter.total !== null) conditions.push(totalCondition(index, filter, filter.total))
  if (filter.reach !== null) {
    conditions.push({ kind: 'flag', facets: ['biddable'], column: biddableTo(index, filter.reach, now) })
  }
  if (filter.endsWithinMs !== null) {
    const column = canSeePrices ? index.endsAt : index.dueAt
    conditions.push({ kind: 'between', facets: ['ending'], column, least: 0, most: now + filter.endsWithinMs })
  }
  return conditions
}

/**
 * The currency of a search's prices: that of the auctions it chooses, or the company's if they have several. A lot in another one has no
 * price in it.
 */
export function currencyOf(index: LotIndex, { values, currency }: Filter): string {
  const chosen = new Set(values.auction?.flatMap((auctionId) => index.currencyOfAuction(auctionId) ?? []))
  return chosen.size === 1 ? [...chosen][0]! : currency
}

function totalCondition(index: LotIndex, filter: Filter, { most, costs }: NonNullable<Filter['total']>): Condition {
  const currency = currencyOf(index, filter)
  const place = placeOf(currency)
  const limits = pricesWithin(most * minorUnits(currency), costs).map((price) => pricedAt(place, price))
  const least = pricedAt(place, 0)
  return { kind: 'within', facets: ['total'], column: index.price, least, codes: index.costTerms, limits }
}

function rangeConditions(index: LotIndex, filter: Filter): Condition[] {
  const columns = {
    year: {
      column: index.year,
      ends: (from: number, to: number) => ({ least: from - yearOf(0), most: to - yearOf(0) }),
    },
    odometer: { column: index.odometer, ends: (least: number, most: number) => ({ least, most }) },
    price: {
      column: index.price,
      ends: (from: number, to: number) => pricedWithin(currencyOf(index, filter), from, to),
    },
  }
  return RANGE_FACETS.flatMap((facet): Condition[] => {
    const range = filter.ranges[facet]
    if (range === undefined) return []
    const { column, ends } = columns[facet]
    return [{ kind: 'between', facets: [facet], column, ...ends(...range) }]
  })
}

/** Makes and models form one condition: a model narrows its own make, and other makes stay whole. */
function vehicleCondition(index: LotIndex, { values }: Filter): Condition | null {
  const { make, model } = values
  if (make === undefined && model === undefined) return null
  const narrowed = new Set((model ?? []).map((value) => value.split('/')[0]))
  const whole = (make ?? []).filter((value) => !narrowed.has(value))
  const { codes } = index
  const [makes, models] = [allowedOf(index, 'make', whole), allowedOf(index, 'model', model ?? [])]
  return listed(['make', 'model'], codes.make, makes, codes.model, models)
}

const NOTHING = new Uint8Array(0)

function listed(
  facets: readonly Facet[],
  column: Uint16Array,
  allowed: Uint8Array,
  second: Uint16Array | null = null,
  secondAllowed: Uint8Array = NOTHING,
): Condition {
  return { kind: 'listed', facets, column, allowed, second, secondAllowed }
}

function allowedOf(index: LotIndex, facet: FactFacet, values: readonly string[]): Uint8Array {
  const dictionary = index.dictionaries[facet]
  const allowed = new Uint8Array(dictionary.values.length)
  for (const value of values) {
    const code = dictionary.codeOf(value)
    if (code !== undefined) allowed[code] = 1
  }
  return allowed
}
