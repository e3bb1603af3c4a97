import type { Sort } from '#contract/catalogue.ts'
import type { Condition } from './filter.ts'
import type { LotIndex } from './lot-index.ts'

/** Where a page begins: after the lot with that key and number. */
export type After = { key: number; lotNumber: number }

export type Hits = {
  /** Ordinals that fulfil everything, ascending; `count` of them are valid. */
  all: Int32Array
  count: number
  /** By condition: ordinals that fail this one alone. They are counted in its facet. */
  but: Int32Array[]
}

const GONE = 255

/**
 * The lots that fulfil all conditions, and for each condition those that fail it alone: of each facet the counts leave its own filter
 * out. One pass over a column per condition. `scores`: of the words; 0 fails.
 */
export function hitsOf(index: LotIndex, conditions: readonly Condition[], scores: Uint16Array | null): Hits {
  const { size } = index
  const fails = new Uint8Array(size)
  const last = new Uint8Array(size)
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    if (index.gone[ordinal] === 1 || (scores !== null && scores[ordinal] === 0)) fails[ordinal] = GONE - 64
  }
  for (const [place, condition] of conditions.entries()) apply(condition, place, fails, last)
  const sizes = new Int32Array(conditions.length + 1)
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    if (fails[ordinal] === 0) sizes[conditions.length]! += 1
    else if (fails[ordinal] === 1) sizes[last[ordinal]!]! += 1
  }
  const lists = Array.from(sizes, (length) => new Int32Array(length))
  sizes.fill(0)
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    const failed = fails[ordinal]!
    if (failed > 1) continue
    const place = failed === 0 ? conditions.length : last[ordinal]!
    lists[place]![sizes[place]!++] = ordinal
  }
  const all = lists[conditions.length]!
  return { all, count: all.length, but: lists.slice(0, conditions.length) }
}

function apply(condition: Condition, place: number, fails: Uint8Array, last: Uint8Array): void {
  if (condition.kind === 'between') {
    const { column, least, most } = condition
    for (let ordinal = 0; ordinal < fails.length; ordinal += 1) {
      const value = column[ordinal]!
      if (value >= least && value <= most) continue
      fails[ordinal]! += 1
      last[ordinal] = place
    }
    return
  }
  const { column, allowed, second, secondAllowed } = condition
  for (let ordinal = 0; ordinal < fails.length; ordinal += 1) {
    if (allowed[column[ordinal]!] === 1) continue
    if (second !== null && secondAllowed[second[ordinal]!] === 1) continue
    fails[ordinal]! += 1
    last[ordinal] = place
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
