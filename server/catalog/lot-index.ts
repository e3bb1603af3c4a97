import { ODOMETER_EDGES } from '#contract/catalog/catalog.ts'
import { FACT_FACETS, type FactFacet } from '#contract/catalog/facets.ts'
import type { FieldFacet } from '#contract/lots/vehicle-fields.ts'
import { type LotDoc, type Moves, VIN_END_MIN } from './doc.ts'
import { STATES, type FacetValue } from './facet-values.ts'
import { FACETS_WITH_WORDS, wordsOfValue } from './fact-words.ts'
import { amountOf, placeOf, PRICE_BINS, priceBinOf, pricedAt } from './prices.ts'
import { Vocabulary } from './vocabulary.ts'

/** The values of one facet as small numbers, from 1; 0 is no value. */
class Dictionary {
  readonly values: FacetValue[] = [{ value: '', label: '' }]
  readonly #codes = new Map<string, number>()

  /** A value keeps the label it first came with. */
  codeFor(value: FacetValue): number {
    const known = this.#codes.get(value.value)
    if (known !== undefined) return known
    this.#codes.set(value.value, this.values.length)
    return this.values.push(value) - 1
  }

  codeOf(value: string): number | undefined {
    return this.#codes.get(value)
  }
}

/** For lots without an odometer reading: sorts after all others. */
const NO_ODOMETER = 1e12

/** Sorts ended lots after the others, the latest end first. Greater than any instant. */
const OVER_BASE = 1e14
/** A live lot to come has no end yet: timed lots that end within this time (ms) of its turn are listed first. */
const TO_COME_MS = 86_400_000
const FIRST_CAPACITY = 1024
const YEAR_BASE = 1800

/**
 * All published lots as columns, by `ordinal` (an internal number, from 0): the value of each facet as a small number, and each sort key.
 * Facts never change in place: a lot whose facts changed gets another ordinal. Prices and ends do change in place.
 */
export class LotIndex {
  /** Whether all past lots were read, so that ended lots can be counted. */
  isWhole = false
  /** Ordinals assigned; some belong to removed lots. */
  size = 0
  readonly ids: string[] = []
  readonly prints: string[] = []
  readonly vins: (string | null)[] = []
  readonly vocabulary = new Vocabulary()
  readonly dictionaries = Object.fromEntries(FACT_FACETS.map((facet) => [facet, new Dictionary()])) as Record<
    FactFacet,
    Dictionary
  >
  /** By facet; 0 where the lot has no value. */
  codes = Object.fromEntries(FACT_FACETS.map((facet) => [facet, new Uint16Array(FIRST_CAPACITY)])) as Record<
    FactFacet,
    Uint16Array<ArrayBuffer>
  >
  /** A lot's second damage. */
  damage2 = new Uint16Array(FIRST_CAPACITY)
  /** Index in `STATES`. */
  state = new Uint16Array(FIRST_CAPACITY)
  year = new Uint16Array(FIRST_CAPACITY)
  odometerBin = new Uint16Array(FIRST_CAPACITY)
  priceBin = new Uint16Array(FIRST_CAPACITY)
  /** The place of the currency that the lot is sold in. */
  currency = new Uint16Array(FIRST_CAPACITY)
  /** The lot's cost terms number; 0: none were fixed. */
  costTerms = new Uint16Array(FIRST_CAPACITY)
  odometer = new Float64Array(FIRST_CAPACITY)
  /** See `pricedAt`. */
  price = new Float64Array(FIRST_CAPACITY)
  openingBid = new Float64Array(FIRST_CAPACITY)
  endsAt = new Float64Array(FIRST_CAPACITY)
  dueAt = new Float64Array(FIRST_CAPACITY)
  /** Ends (planned ones in `dueKey`), with ended lots after all others. */
  endKey = new Float64Array(FIRST_CAPACITY)
  dueKey = new Float64Array(FIRST_CAPACITY)
  publishedAt = new Float64Array(FIRST_CAPACITY)
  /** The first instant the lot takes bids, the instant it stops, and the least bid. */
  takesFrom = new Float64Array(FIRST_CAPACITY)
  takesUntil = new Float64Array(FIRST_CAPACITY)
  leastBid = new Float64Array(FIRST_CAPACITY)
  lotNumber = new Float64Array(FIRST_CAPACITY)
  /** 0: present; otherwise removed. */
  gone = new Uint8Array(FIRST_CAPACITY)
  goneCount = 0
  /** By price bin: 1 if a lot was ever in it. */
  readonly binsSeen = new Uint8Array(PRICE_BINS)
  readonly #ordinals = new Map<string, number>()
  readonly #byNumber = new Map<number, number>()
  readonly #byVinEnd = new Map<string, number[]>()
  /** By the code of a value: the lots that have it. */
  readonly #having = Object.fromEntries(FACETS_WITH_WORDS.map((facet) => [facet, new Array<number[]>()])) as Record<
    FieldFacet,
    number[][]
  >
  readonly #bySeller = new Map<string, Set<number>>()
  readonly #currencies = new Map<string, string>()

  ordinalOf(lotId: string): number | undefined {
    return this.#ordinals.get(lotId)
  }

  ordinalOfNumber(lotNumber: number): number | undefined {
    return this.#byNumber.get(lotNumber)
  }

  /** Lots whose VIN ends with this; at least six characters, lower case. */
  ordinalsOfVin(end: string): number[] {
    const near = this.#byVinEnd.get(end.slice(-VIN_END_MIN)) ?? []
    return near.filter((ordinal) => this.isThere(ordinal) && this.vins[ordinal]!.endsWith(end))
  }

  /** Lots that this account sells; some are removed. */
  ordinalsOfSeller(accountId: string): Iterable<number> {
    return this.#bySeller.get(accountId) ?? []
  }

  /** The currency of an auction that has lots here. */
  currencyOfAuction(auctionId: string): string | undefined {
    return this.#currencies.get(auctionId)
  }

  /** Minor units. */
  amountOf(ordinal: number): number {
    return amountOf(this.currency[ordinal]!, this.price[ordinal]!)
  }

  isThere = (ordinal: number): boolean => this.gone[ordinal] === 0

  /** Adds a lot, or its changes. */
  put(doc: LotDoc): void {
    const known = this.#ordinals.get(doc.id)
    if (known !== undefined && this.prints[known] === doc.print) this.#move(known, doc.moves)
    else {
      if (known !== undefined) this.remove(doc.id)
      this.#append(doc)
    }
  }

  /** Applies changing state to a lot; ignores a lot that is not in the index. */
  move(lotId: string, moves: Moves): void {
    const ordinal = this.#ordinals.get(lotId)
    if (ordinal !== undefined) this.#move(ordinal, moves)
  }

  remove(lotId: string): void {
    const ordinal = this.#ordinals.get(lotId)
    if (ordinal === undefined) return
    this.gone[ordinal] = 1
    this.goneCount += 1
    this.#ordinals.delete(lotId)
    if (this.#byNumber.get(this.lotNumber[ordinal]!) === ordinal) this.#byNumber.delete(this.lotNumber[ordinal]!)
  }

  #append(doc: LotDoc): void {
    const ordinal = this.size
    if (ordinal === this.gone.length) this.#grow()
    this.size += 1
    this.ids.push(doc.id)
    this.prints.push(doc.print)
    this.vins.push(doc.vin)
    for (const facet of FACT_FACETS) {
      const [first, second] = doc.values[facet]
      this.codes[facet][ordinal] = first === undefined ? 0 : this.dictionaries[facet].codeFor(first)
      if (facet === 'damage')
        this.damage2[ordinal] = second === undefined ? 0 : this.dictionaries.damage.codeFor(second)
    }
    this.year[ordinal] = Math.max(1, doc.year - YEAR_BASE)
    this.odometer[ordinal] = doc.odometerKm ?? NO_ODOMETER
    this.odometerBin[ordinal] = doc.odometerKm === null ? 0 : binOf(ODOMETER_EDGES, doc.odometerKm)
    this.publishedAt[ordinal] = doc.publishedAt
    this.lotNumber[ordinal] = doc.lotNumber
    this.openingBid[ordinal] = doc.openingBid
    this.dueAt[ordinal] = doc.dueAt
    this.costTerms[ordinal] = doc.costTermsId
    this.currency[ordinal] = placeOf(doc.currency)
    for (const { value } of doc.values.auction) this.#currencies.set(value, doc.currency)
    this.#ordinals.set(doc.id, ordinal)
    this.#byNumber.set(doc.lotNumber, ordinal)
    for (const word of doc.words) this.vocabulary.add(word, ordinal)
    this.#addFacts(doc, ordinal)
    if (doc.vin !== null) push(this.#byVinEnd, doc.vin.slice(-VIN_END_MIN), ordinal)
    this.#move(ordinal, doc.moves)
  }

  /** The words of a value are added with the first lot that has it. */
  #addFacts({ values }: LotDoc, ordinal: number): void {
    for (const facet of FACETS_WITH_WORDS) {
      for (const value of values[facet]) {
        const code = this.dictionaries[facet].codeFor(value)
        let lots = this.#having[facet][code]
        if (lots === undefined) {
          lots = this.#having[facet][code] = []
          for (const word of wordsOfValue(facet, value)) this.vocabulary.addFact(word, lots)
        }
        lots.push(ordinal)
      }
    }
  }

  #move(ordinal: number, { state, price, endsAt, sellerId, taking }: Moves): void {
    const isOver = state === 'sold' || state === 'unsold'
    this.state[ordinal] = STATES.indexOf(state)
    const amount = price ?? this.openingBid[ordinal]!
    this.price[ordinal] = pricedAt(this.currency[ordinal]!, amount)
    const bin = priceBinOf(this.currency[ordinal]!, amount)
    this.priceBin[ordinal] = bin
    this.binsSeen[bin] = 1
    this.endsAt[ordinal] = endsAt ?? this.dueAt[ordinal]!
    const later = state === 'scheduled' && endsAt === null ? TO_COME_MS : 0
    this.endKey[ordinal] = isOver ? OVER_BASE - this.endsAt[ordinal] : this.endsAt[ordinal] + later
    this.dueKey[ordinal] = isOver ? OVER_BASE - this.dueAt[ordinal]! : this.dueAt[ordinal]! + later
    this.takesFrom[ordinal] = taking.from
    this.takesUntil[ordinal] = taking.until
    this.leastBid[ordinal] = taking.least
    // A lot never changes its seller.
    if (sellerId !== null) this.#bySeller.set(sellerId, (this.#bySeller.get(sellerId) ?? new Set()).add(ordinal))
  }

  #grow(): void {
    for (const facet of FACT_FACETS) this.codes[facet] = doubled(this.codes[facet])
    for (const name of SMALL) this[name] = doubled(this[name])
    for (const name of LARGE) {
      const larger = new Float64Array(this[name].length * 2)
      larger.set(this[name])
      this[name] = larger
    }
    const gone = new Uint8Array(this.gone.length * 2)
    gone.set(this.gone)
    this.gone = gone
  }
}

const SMALL = ['damage2', 'state', 'year', 'odometerBin', 'priceBin', 'currency', 'costTerms'] as const
const LARGE = [
  'odometer',
  'price',
  'openingBid',
  'endsAt',
  'dueAt',
  'endKey',
  'dueKey',
  'publishedAt',
  'takesFrom',
  'takesUntil',
  'leastBid',
  'lotNumber',
] as const

function doubled(column: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(column.length * 2)
  larger.set(column)
  return larger
}

/** The bin of a value among ascending edges, from 1. */
function binOf(edges: readonly number[], value: number): number {
  return Math.max(1, edges.findLastIndex((edge) => edge <= value) + 1)
}

function push(lists: Map<string, number[]>, key: string, ordinal: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [ordinal])
  else list.push(ordinal)
}

/** The year of a code of the column `year`, and back. */
export function yearOf(code: number): number {
  return code + YEAR_BASE
}
