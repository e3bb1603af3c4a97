import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { LotTeaser } from './lots.ts'
import { Id, Instant, oneLine } from './values.ts'

/** Facets whose values are picked from a list; several of one facet mean "any of these". Named as in the page's address. */
export const VALUE_FACETS = [
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
  'state',
] as const
export type ValueFacet = (typeof VALUE_FACETS)[number]

/** Facets with a least and a most. `odometer` in kilometres, `price` in whole units of the sale's currency. */
export const RANGE_FACETS = ['year', 'odometer', 'price'] as const
export type RangeFacet = (typeof RANGE_FACETS)[number]

/** `ending` has one choice, `total` one number, `biddable` is yes or not asked. */
export const FACETS = [...VALUE_FACETS, ...RANGE_FACETS, 'ending', 'total', 'biddable'] as const
export type Facet = (typeof FACETS)[number]

/** Within how many hours a lot ends, by the value of the facet. */
export const ENDING_HOURS = { '1h': 1, '24h': 24, '3d': 72, '7d': 168 } as const

/** Where the bins begin in which lots are counted: lots from one edge to below the next. */
export const ODOMETER_EDGES = [0, 25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 200_000, 250_000, 300_000] as const
export const PRICE_EDGES = [
  0, 500, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 12_500, 15_000, 17_500, 20_000,
  25_000, 30_000, 40_000, 50_000, 75_000, 100_000,
] as const

export const SORTS = ['ending', 'new', 'price-low', 'price-high', 'year-new', 'year-old', 'odometer', 'best'] as const
export type Sort = (typeof SORTS)[number]

/** `toyota,ford`: values of a facet as the replies spell them. */
const Values = z.string().check(z.maxLength(1500), z.regex(/^[a-z0-9/-]+(,[a-z0-9/-]+)*$/))
/** `2015-2020`, `2015-`, `-2020` or `2015`: both ends included. */
const Range = z.string().check(z.regex(/^(\d{1,9}(-(\d{1,9})?)?|-\d{1,9})$/))

/** What is looked for. A price and a total need the rung `informed`. Without `state`: what can be bid on, now or later. */
export const CatalogueFilter = z.object({
  /** Words of names and facts in any order, typos forgiven; a lot's number; for the informed also a VIN or its last six to eight characters. */
  q: z.optional(z.string().check(z.maxLength(120))),
  make: z.optional(Values),
  /** Narrows the makes it belongs to and no others: `ford,toyota` with `ford/f-150` is that Ford or any Toyota. */
  model: z.optional(Values),
  body: z.optional(Values),
  fuel: z.optional(Values),
  gearbox: z.optional(Values),
  drive: z.optional(Values),
  colour: z.optional(Values),
  title: z.optional(Values),
  damage: z.optional(Values),
  /** `inspected`, `not-inspected`. */
  inspection: z.optional(Values),
  runs: z.optional(Values),
  place: z.optional(Values),
  sale: z.optional(Values),
  /** `open`, `scheduled`, and for the informed `sold` and `unsold`; `ended` is both of these. */
  state: z.optional(Values),
  year: z.optional(Range),
  odometer: z.optional(Range),
  price: z.optional(Range),
  /** Lots whose price costs at most so much in all, premium, fees and tax included; whole units of the currency. */
  total: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  ending: z.optional(z.enum(['1h', '24h', '3d', '7d'])),
})
export type CatalogueFilter = z.infer<typeof CatalogueFilter>

/** What of a vehicle stands in a list, for the informed. */
export const LotFacts = z.object({
  year: z.int(),
  odometer: z.nullable(z.object({ value: z.int(), unit: z.enum(['mi', 'km']), status: z.string() })),
  titleBrand: z.string(),
  damage: z.nullable(z.string()),
  isInspected: z.boolean(),
  runState: z.string(),
  location: z.string(),
})

export const FoundLot = z.object({
  ...LotTeaser.shape,
  currency: z.string(),
  auctionTitle: z.string(),
  /** Null for who may only see teasers. */
  facts: z.nullable(LotFacts),
  /** Whether one watches it; null for who cannot. */
  watching: z.nullable(z.boolean()),
})
export type FoundLot = z.infer<typeof FoundLot>

const FacetName = z.enum(FACETS)

/** How many lots each value of a facet would leave, all other filters kept. For ranges the value is the edge a bin begins at. */
export const FacetCounts = z.object({
  facet: FacetName,
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
})
export type FacetCounts = z.infer<typeof FacetCounts>

export const SearchReply = z.object({
  items: z.array(FoundLot),
  next: z.nullable(z.string()),
  /** Of the first page alone: later pages do not count again. */
  total: z.nullable(z.int()),
  facets: z.array(FacetCounts),
  /** Words that no lot has, with those that were looked for in their place. */
  instead: z.array(z.object({ word: z.string(), used: z.array(z.string()) })),
  /** Where nothing was found: how many lots there would be without one of the filters. */
  loosen: z.array(z.object({ drop: z.union([z.literal('q'), FacetName]), count: z.int() })),
})
export type SearchReply = z.infer<typeof SearchReply>

export const searchCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  access: 'visitor',
  summary: 'Lots by words and facets, with counts; teasers for visitors, facts and prices as filters for the informed',
  query: z.extend(CatalogueFilter, {
    /** Only lots on which the person who asks would be told that a bid is taken; none for who cannot bid. No part of what is saved. */
    biddable: z.optional(z.literal('yes')),
    sort: z.optional(z.enum(SORTS)),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(60))),
  }),
  reply: SearchReply,
  problems: [401, 402, 403],
})

export const Suggestion = z.object({
  kind: z.enum(['make', 'model', 'lot']),
  label: z.string(),
  /** How many lots on sale it stands for. */
  count: z.int(),
  /** Values for the filters of the search; a lot has its number alone. */
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  lotNumber: z.nullable(z.int()),
})
export type Suggestion = z.infer<typeof Suggestion>

export const suggestLots = endpoint({
  method: 'GET',
  path: '/api/catalogue/suggestions',
  access: 'visitor',
  summary: 'Makes, models and lots that what is being typed may mean',
  query: z.object({ q: z.string().check(z.maxLength(120)) }),
  reply: z.object({ items: z.array(Suggestion) }),
})

export const similarLots = endpoint({
  method: 'GET',
  path: '/api/catalogue/similar/:lotId',
  access: 'informed',
  summary: 'Lots on sale like this one in model, age and price, most alike first',
  params: z.object({ lotId: Id }),
  reply: z.object({ items: z.array(FoundLot) }),
})

export const SavedSearch = z.object({
  id: Id,
  name: z.string(),
  /** The filters as in the address of the search page, without a question mark. */
  query: z.string(),
  alert: z.boolean(),
  createdAt: Instant,
})
export type SavedSearch = z.infer<typeof SavedSearch>

const SearchName = z.string().check(z.trim(), z.minLength(1, 'Give the search a name.'), z.maxLength(80), oneLine)

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/api/saved-searches',
  access: 'member',
  summary: 'One’s saved searches, newest first',
  reply: z.object({ items: z.array(SavedSearch) }),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches',
  access: 'member',
  summary: 'Save a search, to be told of new lots that fit it',
  body: z.object({ name: SearchName, query: z.string().check(z.maxLength(2000)), alert: z.boolean() }),
  reply: SavedSearch,
  status: 201,
  rejections: ['too-many-searches'],
  problems: [402, 403],
})

export const changeSavedSearch = endpoint({
  method: 'PATCH',
  path: '/api/saved-searches/:searchId',
  access: 'member',
  summary: 'Rename a saved search, or switch its alerts',
  params: z.object({ searchId: Id }),
  body: z.object({ name: z.optional(SearchName), alert: z.optional(z.boolean()) }),
  reply: SavedSearch,
})

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/api/saved-searches/:searchId',
  access: 'member',
  summary: 'Forget a saved search',
  params: z.object({ searchId: Id }),
  reply: null,
})

export const stopAlerts = endpoint({
  method: 'POST',
  path: '/api/saved-searches/stops',
  access: 'visitor',
  summary: 'Switch the alerts of one saved search off by the signed link of its mails; no log-in is needed',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.object({ name: z.string() }),
})
