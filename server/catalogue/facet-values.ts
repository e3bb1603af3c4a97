import type { ValueFacet } from '#contract/catalogue.ts'
import type { ListName } from '#contract/vocabulary.ts'
import { labelOf } from '#contract/vocabulary-labels.ts'
import type { LotStatus } from '#engine'
import type { LotRow } from './store.ts'

/** A value of a facet: how addresses spell it, and how people read it. */
export type FacetValue = { value: string; label: string }

/** Facets that are read off the facts of a lot; its state moves and is kept apart. */
export const FACT_FACETS = [
  'make',
  'model',
  'body',
  'fuel',
  'gearbox',
  'drive',
  'colour',
  'title',
  'damage',
  'inspection',
  'runs',
  'place',
  'sale',
] as const satisfies readonly ValueFacet[]
export type FactFacet = (typeof FACT_FACETS)[number]

/**
 * What a lot is counted under, by facet; a lot may have two values of one (damage here and there). The one place that knows how facts
 * are stored: a closed list of codes drops in here, its code as the value and its word as the label.
 */
export function facetValuesOf(row: LotRow): Record<FactFacet, FacetValue[]> {
  const make = asValue(row.make)
  return {
    make,
    model: make.flatMap((of) =>
      asValue(row.model).map(({ value, label }) => ({ value: `${of.value}/${value}`, label })),
    ),
    body: coded('body', row.body),
    fuel: coded('fuel', row.fuel),
    gearbox: coded('gearbox', row.gearbox),
    drive: coded('drive', row.drive),
    colour: coded('colour', row.colour),
    title: coded('titleBrand', row.title_brand),
    damage: damageOf(row),
    inspection: [row.is_inspected ? INSPECTED : NOT_INSPECTED],
    runs: coded('runState', row.run_state),
    place: asValue(row.location),
    sale: [{ value: row.auction_id, label: row.auction_title }],
  }
}

const INSPECTED: FacetValue = { value: 'inspected', label: 'Inspected' }
const NOT_INSPECTED: FacetValue = { value: 'not-inspected', label: 'Not inspected' }

/** Only an inspection can find no damage. */
function damageOf(row: LotRow): FacetValue[] {
  const [first, second] = [coded('damage', row.damage_primary), coded('damage', row.damage_secondary)]
  const other = second.filter(({ value }) => value !== first[0]?.value)
  const both = [...first, ...other]
  if (both.length > 0) return both
  return [row.is_inspected ? { value: 'none', label: 'None found' } : NOT_INSPECTED]
}

/** A code of a closed list and its word; a word from before the lists stands for itself. */
function coded(list: ListName, stored: string | null): FacetValue[] {
  return asValue(stored).map(({ value }) => ({ value, label: labelOf(list, stored ?? '') }))
}

/** A stored word as a value: without accents, signs and capitals, so that spellings of one thing count as one. */
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

/** Small letters without accents. The same words come again and again, so what they became is kept. */
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

/** Where a lot stands, as the catalogue counts it. A high bid below the reserve is no sale yet. */
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
