import type { Sort } from '#contract/catalogue.ts'
import type { Condition } from './filter.ts'
import type { LotIndex } from './lot-index.ts'

/** Where a page begins: after the lot with that key and number. */
export type After = { key: number; lotNumber: number }

export type Hits = {
  /** Ordinals that fulfil everything, ascending. */
  all: Int32Array
  count: number
  /** By condition: ordinals that fail this one alone. They are counted in its facet. */
  but: Int32Array[]
}

/** More fails than there are facets, and room for all of those above it. */
const NEVER = 128

/**
 * The lots that fulfil all conditions, and for each condition those that fail it alone: of each facet the counts leave its own filter
 * out. One pass over a column per condition. `scores`: of the words; 0 fails.
 */
export function hitsOf(index: LotIndex, conditions: readonly Condition[], scores: Uint16Array | null): Hits {
  const { size } = index
  const fails = new Uint8Array(size)
  const last = new Uint8Array(size)
  for (let ordinal = 0; ordinal < size; ordinal += 1) fails[ordinal] = index.gone[ordinal]! * NEVER
  if (scores !== null) {
    for (let ordinal = 0; ordinal < size; ordinal += 1) if (scores[ordinal] === 0) fails[ordinal] = NEVER
  }
  for (const [place, condition] of conditions.entries()) apply(condition, place, fails, last)
  const lists = Array.from({ length: conditions.length + 1 }, () => new Int32Array(size))
  const sizes = new Int32Array(conditions.length + 1)
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    const failed = fails[ordinal]!
    if (failed > 1) continue
    const place = failed === 0 ? conditions.length : last[ordinal]!
    lists[place]![sizes[place]!++] = ordinal
  }
  const filled = lists.map((list, place) => list.subarray(0, sizes[place]))
  return { all: filled[conditions.length]!, count: sizes[conditions.length]!, but: filled.slice(0, conditions.length) }
}

/** Without branches, whose outcome nobody could foretell. `last` is right where there is one fail, and read only there. */
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
    const { column, codes, limits } = condition
    for (let ordinal = 0; ordinal < fails.length; ordinal += 1) {
      const failed = 1 - Number(column[ordinal]! <= limits[codes[ordinal]!]!)
      fails[ordinal]! += failed
      last[ordinal]! += failed * place
    }
    return
  }
  if (condition.kind === 'told') {
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

/** What lots are ordered by, ascending; visitors see planned ends alone. */
export function keysOf(
  index: LotIndex,
  sort: Sort,
  informed: boolean,
  scores: Uint16Array | null,
): (at: number) => number {
  const ends = informed ? index.endKey : index.dueKey
  switch (sort) {
    case 'ending':
      return (at) => ends[at]!
    case 'best':
      // A score is worth more than any end; without words all score the same.
      return scores === null ? (at) => ends[at]! : (at) => ends[at]! - scores[at]! * 1e12
    case 'new':
      return (at) => -index.publishedAt[at]!
    case 'price-low':
      return (at) => index.price[at]!
    case 'price-high':
      return (at) => -index.price[at]!
    case 'year-new':
      return (at) => -index.year[at]!
    case 'year-old':
      return (at) => index.year[at]!
    case 'odometer':
      return (at) => index.odometer[at]!
  }
}

/** The first `limit` hits by key, then lot number, after `after`: no gap and no duplicate whatever is added meanwhile. */
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
