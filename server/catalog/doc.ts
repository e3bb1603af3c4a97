import { createHash } from 'node:crypto'
import type { FactFacet } from '#contract/catalog/facets.ts'
import type { Money } from '#engine'
import { takingOf, type Taking } from '#server/bidding/eligibility/taking.ts'
import { facetValuesOf, stateOf, type FacetValue, type State } from './facet-values.ts'
import type { LotRow, MovingRow } from './store.ts'
import { wordsOf } from './words.ts'

/** The changing part of a lot in the catalog. `price`: the opening bid while there is no bid; minor units. */
export type Moves = {
  state: State
  price: Money | null
  endsAt: number | null
  sellerId: string | null
  taking: Taking
}

/** Everything a lot is searched by. Instants in ms. */
export type LotDoc = {
  id: string
  lotNumber: number
  values: Record<FactFacet, FacetValue[]>
  /** The words of its name; those of its facts are stored with their values. */
  words: string[]
  vin: string | null
  year: number
  odometerKm: number | null
  /** Of the auction, and so of all amounts. */
  currency: string
  openingBid: Money
  /** Number of the cost terms on top of its price; 0: none were fixed. */
  costTermsId: number
  publishedAt: number
  /** The planned end, or the earliest moment a live lot can come up. */
  dueAt: number
  moves: Moves
  /** Changes when anything other than `moves` does. */
  print: string
}

export const KILOMETRES_A_MILE = 1.609344

export function docOf(row: LotRow): LotDoc {
  const values = facetValuesOf(row)
  const vin = row.vin === null ? null : row.vin.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const odometerKm = kilometresOf(row)
  const fixed = {
    lotNumber: row.lot_number,
    values,
    words: [...new Set([row.title, row.make, row.model, String(row.year)].flatMap(wordsOf))],
    vin: vin === null || vin.length < VIN_END_MIN ? null : vin,
    year: row.year,
    odometerKm,
    currency: row.currency,
    openingBid: row.opening_bid,
    costTermsId: row.cost_terms_id ?? 0,
    publishedAt: row.published_at,
    dueAt: row.due_at,
  }
  return { id: row.id, ...fixed, moves: movesOfRow(row), print: printOf(fixed) }
}

/** A VIN is searchable by at least this many of its last characters. */
export const VIN_END_MIN = 6

export function movesOfRow(row: MovingRow): Moves {
  const { status, price, closes_at_ms: endsAt, seller_id: sellerId } = row
  return { state: stateOf(status), price, endsAt, sellerId, taking: takingOf(row) }
}

function kilometresOf({ odometer_value: value, odometer_unit: unit }: LotRow): number | null {
  if (value === null) return null
  return Math.round(unit === 'mi' ? value * KILOMETRES_A_MILE : value)
}

function printOf(fixed: object): string {
  return createHash('sha1').update(JSON.stringify(fixed)).digest('base64').slice(0, 16)
}
