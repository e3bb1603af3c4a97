import type { FactFacet } from '#contract/catalog/facets.ts'
import { CODED_FIELDS } from '#contract/lots/vehicle-fields.ts'
import { labelOf, type ListName } from '#contract/lots/vocabulary.ts'
import type { LotStatus } from '#engine'
import type { LotRow } from './store.ts'

/** A value of a facet: its spelling in URLs and its label. */
export type FacetValue = { value: string; label: string }

/** The values a lot counts under, by facet; a lot may have two values of one (damage here and there). */
export function facetValuesOf(row: LotRow): Record<FactFacet, FacetValue[]> {
  const values = Object.fromEntries(
    CODED_FIELDS.flatMap(({ name, list, facet }) => (facet === undefined ? [] : [[facet, coded(list, row[name])]])),
  ) as Record<FactFacet, FacetValue[]>
  const make = asValue(row.make)
  const models = asValue(row.model)
  return {
    ...values,
    make,
    model: make.flatMap((of) => models.map(({ value, label }) => ({ value: `${of.value}/${value}`, label }))),
    damage: damageOf(row),
    inspection: [row.is_inspected ? INSPECTED : NOT_INSPECTED],
    place: asValue(row.location),
    auction: [{ value: row.auction_id, label: row.auction_title }],
  }
}

const INSPECTED: FacetValue = { value: 'inspected', label: 'Inspected' }
const NOT_INSPECTED: FacetValue = { value: 'not-inspected', label: 'Not inspected' }

/** Only an inspection can establish that there is no damage. */
function damageOf(row: LotRow): FacetValue[] {
  const [first, second] = [coded('damage', row.damagePrimary), coded('damage', row.damageSecondary)]
  const other = second.filter(({ value }) => value !== first[0]?.value)
  const both = [...first, ...other]
  if (both.length > 0) return both
  return [row.is_inspected ? { value: 'none', label: 'None found' } : NOT_INSPECTED]
}

/** A code of a closed list with its label; a word from before the lists is its own label. */
function coded(list: ListName, stored: string | null): FacetValue[] {
  return asValue(stored).map(({ value }) => ({ value, label: labelOf(list, stored ?? '') }))
}

/** A stored word as a value: without accents, punctuation and capitals, so that spellings of one thing count as one. */
function asValue(stored: string | null): FacetValue[] {
  const label = (stored ?? '').trim()
  const value = slug(label)
  return value === '' ? [] : [{ value, label }]
}

export function slug(text: string): string {
  return folded(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
}

const known = new Map<string, string>()
const KNOWN_MAX = 20_000

/** Lower case without accents. The same words recur, so results are cached. */
export function folded(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= KNOWN_MAX) known.clear()
  const small = plain(text)
  known.set(text, small)
  return small
}

function plain(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\x20-\x7e]*$/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
}

export const STATES = ['open', 'scheduled', 'sold', 'unsold'] as const
export type State = (typeof STATES)[number]

export const STATE_LABELS: Record<State, string> = {
  open: 'Open for bids',
  scheduled: 'Opens later',
  sold: 'Sold',
  unsold: 'Not sold',
}

/** The state of a lot in the catalog. A high bid below the reserve is not a sale yet. */
export function stateOf(status: LotStatus): State {
  switch (status) {
    case 'open':
    case 'scheduled':
    case 'sold':
      return status
    case 'reserve-not-met':
    case 'passed':
    case 'withdrawn':
      return 'unsold'
  }
}
