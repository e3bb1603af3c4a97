import { FIELDS, type FieldFacet } from '../lots/vehicle-fields.ts'

/** Facets based on the facts of a lot, named as in the page's address. */
export type FactFacet = FieldFacet | 'auction'
export type ValueFacet = FactFacet | 'state'

const FIELD_FACETS = FIELDS.flatMap(({ facet }) => facet ?? []) as FieldFacet[]
export const FACT_FACETS: readonly FactFacet[] = [...FIELD_FACETS, 'auction']

/** Facets whose values are picked from a list; several of one facet mean "any of these". */
export const VALUE_FACETS: readonly ValueFacet[] = [...FACT_FACETS, 'state']

/** Facets with a minimum and a maximum. `odometer` in kilometers, `price` in whole units of the search's currency. */
export const RANGE_FACETS = ['year', 'odometer', 'price'] as const
export type RangeFacet = (typeof RANGE_FACETS)[number]

/** `ending` has one choice, `total` one number, `biddable` is yes or absent. */
export type Facet = ValueFacet | RangeFacet | 'ending' | 'total' | 'biddable'
export const FACETS: readonly Facet[] = [...VALUE_FACETS, ...RANGE_FACETS, 'ending', 'total', 'biddable']

/** Hours until a lot ends, by the value of the facet. */
export const ENDING_HOURS = { '1h': 1, '24h': 24, '3d': 72, '7d': 168 } as const

export const SORTS = ['ending', 'new', 'price-low', 'price-high', 'year-new', 'year-old', 'odometer', 'best'] as const
export type Sort = (typeof SORTS)[number]
