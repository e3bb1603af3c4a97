import type { Sort } from '#contract/catalog/facets.ts'
import type { Condition } from './filter.ts'
import type { LotIndex } from './lot-index.ts'
import { placeOf, priceKey } from './prices.ts'

/** The position a page starts after: that key and lot number. */
export type After = { key: number; lotNumber: number }

export type Hits = {
  /** Ordinals that meet all conditions, ascending. */
  all: Int32Array
  count: number
  /** By condition: ordinals that fail only this one. They are counted in its facet. */
  but: Int32Array[]
}

/** More fails than there are facets, with room for further ones. */
const NEVER = 128

/**
 * What one search writes, reused by the next: a search of a million lots would else allocate, and clear, some 15 MB. Searches don't wait
 * for anything, so they never overlap.
 */
class Room {
  #fails = new Uint8Array(0)
  #last = new Uint8Array(0)
  #lists: Int32Array[] = []

  /** `last` is all 0; the others hold anything. */
  take(size: number, lists: number): { fails: Uint8Array; last: Uint8Array; lists: Int32Array[] } {
    if (this.#fails.length < size) {
      const capacity = Math.ceil(size * ROOM_GROWTH)
      this.#fails = new Uint8Array(capacity)
      this.#last = new Uint8Array(capacity)
      this.#lists = []
    }
    while (this.#lists.length < lists) this.#lists.push(new Int32Array(this.#fails.length))
    const last = this.#last.subarray(0, size).fill(0)
    return { fails: this.#fails.subarray(0, size), last, lists: this.#lists }
  }
}

const ROOM_GROWTH = 1.25
const room = new Room()

/**
 * The lots that meet all conditions, and for each condition those that fail only it: each facet's counts ignore its own filter. One pass
 * over a column per condition. `scores`: for the words; 0 fails. The result is valid until the next call.
 */
export function hitsOf(index: LotIndex, conditions: readonly Condition[], scores: Uint16Array | null): Hits {
  const { size, gone } = index
  const { fails, last, lists } = room.take(size, conditions.length + 1)
  for (let ordinal = 0; ordinal < size; ordinal += 1) fails[ordinal] = gone[ordinal]! * NEVER
  if (scores !== null) {
    for (let ordinal = 0; ordinal < size; ordinal += 1) if (scores[ordinal] === 0) fails[ordinal] = NEVER
  }
  for (const [place, condition] of conditions.entries()) apply(condition, place, fails, last)
  const sizes = new Int32Array(conditions.length + 1)
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    const failed = fails[ordinal]!
    if (failed > 1) continue
    const place = failed === 0 ? conditions.length : last[ordinal]!
    lists[place]![sizes[place]!++] = ordinal
  }
  const [but, all] = [[] as Int32Array[], lists[conditions.length]!]
  for (let place = 0; place < conditions.length; place += 1) but.push(lists[place]!.subarray(0, sizes[place]))
  const count = sizes[conditions.length]!
  return { all: all.subarray(0, count), count, but }
}

/** Branch-free, because the outcomes are unpredictable. `last` is correct, and used, only for lots with a single fail. */
function apply(condition: Condition, place: number, fails: Uint8Array, last: Uint8Array): void {
  if (condition.kind === 'between') {
    const { column, least, most } = condition
    for (let ordinal = 0; ordinal < fails.length; ordinal += 1) {
      const value = column[ordinal]!
      const failed = Number(value < least) | Number(value > most)
      fails[ordinal]! += failed
      last[ordinal]! += failed * place
    }
    return
  }
  if (condition.kind === 'within') {
    const { column, least, codes, limits } = condition
    for (let ordinal = 0; ordinal < fails.length; ordinal += 1) {
      const value = column[ordinal]!
      const failed = 1 - (Number(value >= least) & Number(value <= limits[codes[ordinal]!]!))
      fails[ordinal]! += failed
      last[ordinal]! += failed * place
    }
    return
  }
  if (condition.kind === 'flag') {
    const { column } = condition
    for (let ordinal = 0; ordinal < fails.length; ordinal += 1) {
      const failed = 1 - column[ordinal]!
      fails[ordinal]! += failed
      last[ordinal]! += failed * place
    }
    return
  }
  const { column, allowed, second, secondAllowed } = condition
  for (let ordinal = 0; ordinal < fails.length; ordinal += 1) {
    const fits = allowed[column[ordinal]!]! | (second === null ? 0 : secondAllowed[second[ordinal]!]!)
    fails[ordinal]! += 1 - fits
    last[ordinal]! += (1 - fits) * place
  }
}

/** The sort keys of lots, ascending; visitors' order depends only on planned ends. `currency`: whose prices come first, in an order by price. */
export function keysOf(
  index: LotIndex,
  sort: Sort,
  { canSeePrices, scores, currency = '' }: { canSeePrices: boolean; scores: Uint16Array | null; currency?: string },
): (at: number) => number {
  const ends = canSeePrices ? index.endKey : index.dueKey
  const own = placeOf(currency)
  switch (sort) {
    case 'ending':
      return (at) => ends[at]!
    case 'best':
      // A score outweighs any end; without words all score the same.
      return scores === null ? (at) => ends[at]! : (at) => ends[at]! - scores[at]! * 1e12
    case 'new':
      return (at) => -index.publishedAt[at]!
    case 'price-low':
      return (at) => priceKey(own, index.currency[at]!, 1, index.amountOf(at))
    case 'price-high':
      return (at) => priceKey(own, index.currency[at]!, -1, index.amountOf(at))
    case 'year-new':
      return (at) => -index.year[at]!
    case 'year-old':
      return (at) => index.year[at]!
    case 'odometer':
      return (at) => index.odometer[at]!
  }
}

/** The first `limit` hits by key, then lot number, after `after`: no gaps or duplicates when lots are added meanwhile. */
export function pageOf(
  index: LotIndex,
  hits: Int32Array,
  keyOf: (ordinal: number) => number,
  after: After | null,
  limit: number,
): number[] {
  const page: number[] = []
  const keys: number[] = []
  for (const ordinal of hits) {
    const key = keyOf(ordinal)
    const number = index.lotNumber[ordinal]!
    if (page.length === limit && !isBefore(key, number, keys[limit - 1]!, index.lotNumber[page[limit - 1]!]!)) continue
    if (after !== null && !isBefore(after.key, after.lotNumber, key, number)) continue
    let place = page.length
    while (place > 0 && isBefore(key, number, keys[place - 1]!, index.lotNumber[page[place - 1]!]!)) place -= 1
    page.splice(place, 0, ordinal)
    keys.splice(place, 0, key)
    if (page.length > limit) {
      page.pop()
      keys.pop()
    }
  }
  return page
}

function isBefore(key: number, lotNumber: number, otherKey: number, otherNumber: number): boolean {
  return key < otherKey || (key === otherKey && lotNumber < otherNumber)
}
