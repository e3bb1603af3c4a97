import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { FACETS, SORTS, VALUE_FACETS, type ValueFacet } from './facets.ts'
import { LotSummary } from '../lots/lots.ts'
import { Id, Instant, oneLine, shapeFrom } from '../platform/values.ts'

/** Lower edges of the bins of odometers (km): each counts lots from its edge to below the next. */
export const ODOMETER_EDGES = [0, 16_093, 40_234, 80_467, 120_701, 160_934, 201_168, 241_402, 321_869] as const

/** `toyota,ford`: values of a facet as the replies spell them. */
const Values = z.string().check(z.maxLength(1500), z.regex(/^[a-z0-9/-]+(,[a-z0-9/-]+)*$/))
/** `2015-2020`, `2015-`, `-2020` or `2015`: both ends included. */
const Range = z.string().check(z.regex(/^(\d{1,9}(-(\d{1,9})?)?|-\d{1,9})$/))

/**
 * By facet. A model narrows the makes it belongs to and no others: `ford,toyota` with `ford/f-150` is that Ford or any Toyota. `inspection`:
 * `inspected`, `not-inspected`. `state`: `open`, `scheduled`, and, for people who can see prices, `sold` and `unsold`; `ended` is both of these.
 */
const VALUE_SHAPE = shapeFrom(VALUE_FACETS, (facet) => [facet, z.optional(Values)]) as Record<
  ValueFacet,
  z.ZodMiniOptional<typeof Values>
>

/** The search. A price and a total need the access level `canSeePrices`. Without `state`: lots that are open or open later. */
export const CatalogFilter = z.object({
  /** Words of names and facts in any order, with typos; a lot's number; if prices are visible, a VIN or its last 6 to 8 characters. */
  q: z.optional(z.string().check(z.maxLength(120))),
  ...VALUE_SHAPE,
  year: z.optional(Range),
  odometer: z.optional(Range),
  /** Whole units of the reply's `currency`, as in `total`; lots in another currency don't match. */
  price: z.optional(Range),
  /** Lots whose price costs at most this total, with premium, fees and tax. */
  total: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  ending: z.optional(z.enum(['1h', '24h', '3d', '7d'])),
})
export type CatalogFilter = z.infer<typeof CatalogFilter>

/** Vehicle facts that everyone sees in a list. Source: the rulebook, "What each may know". */
const ListedFacts = z.object({
  year: z.int(),
  odometer: z.nullable(z.object({ value: z.int(), unit: z.enum(['mi', 'km']), status: z.string() })),
  titleBrand: z.string(),
  isInspected: z.boolean(),
  runState: z.string(),
})

/** What else a list shows of a vehicle to people who can see prices. */
const MemberFacts = z.object({ damage: z.nullable(z.string()), location: z.string() })

export const FoundLot = z.object({
  ...LotSummary.shape,
  auctionTitle: z.string(),
  facts: ListedFacts,
  /** Null for people who can't see prices. */
  memberFacts: z.nullable(MemberFacts),
  /** Whether the person watches it; null for people who can't. */
  watching: z.nullable(z.boolean()),
})
export type FoundLot = z.infer<typeof FoundLot>

const FacetName = z.enum(FACETS)

/**
 * The number of lots for each value of a facet, with all other filters applied; null for ended lots while past lots are still being read
 * after a start. For ranges the value is the lower edge of a bin.
 */
export const FacetCounts = z.object({
  facet: FacetName,
  values: z.array(z.object({ value: z.string(), label: z.string(), count: z.nullable(z.int()) })),
})
export type FacetCounts = z.infer<typeof FacetCounts>

export const SearchReply = z.object({
  items: z.array(FoundLot),
  next: z.nullable(z.string()),
  /** Only on the first page: later pages don't count again. */
  total: z.nullable(z.int()),
  facets: z.array(FacetCounts),
  /** In which prices are filtered and counted: that of the chosen auctions, if they have one; otherwise the company's. */
  currency: z.string(),
  /** Words without matches, with the words searched instead. */
  instead: z.array(z.object({ word: z.string(), used: z.array(z.string()) })),
  /** Without results: how many lots there would be without one of the filters. */
  loosen: z.array(z.object({ drop: z.union([z.literal('q'), FacetName]), count: z.int() })),
})
export type SearchReply = z.infer<typeof SearchReply>

export const searchCatalog = endpoint({
  method: 'GET',
  path: '/api/catalog',
  access: 'visitor',
  summary:
    'Search lots by words and facets, with counts; everyone gets lot summaries with main facts, and those who can see prices also damage, location and prices',
  query: z.extend(CatalogFilter, {
    /** Only lots that would accept a bid from the person; empty if they cannot bid. Not part of a saved search. */
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
  /** The number of lots on sale that match. */
  count: z.int(),
  /** Values for the search filters; a lot has only its number. */
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  lotNumber: z.nullable(z.int()),
})
export type Suggestion = z.infer<typeof Suggestion>

export const suggestLots = endpoint({
  method: 'GET',
  path: '/api/catalog/suggestions',
  access: 'visitor',
  summary: 'Makes, models and lots that match a partial query',
  query: z.object({ q: z.string().check(z.maxLength(120)) }),
  reply: z.object({ items: z.array(Suggestion) }),
})

export const similarLots = endpoint({
  method: 'GET',
  path: '/api/catalog/similar/:lotId',
  access: 'sees-prices',
  summary: 'Lots on sale that are similar in model, age and price, most similar first',
  params: z.object({ lotId: Id }),
  reply: z.object({ items: z.array(FoundLot) }),
})

/** How many photos of the featured lot the home page shows in turn. */
export const FEATURED_PHOTOS_MAX = 5

/** The lot that leads the home page, as anyone may see it. */
export const FeaturedLot = z.object({
  ...LotSummary.shape,
  /** Like `heroPhoto`, which is the first of them. */
  photos: z.array(z.string()),
})
export type FeaturedLot = z.infer<typeof FeaturedLot>

export const readFeaturedLot = endpoint({
  method: 'GET',
  path: '/api/featured-lot',
  access: 'visitor',
  summary: 'The lot that leads the home page: chosen by staff, else the most watched of those ending soon',
  reply: z.object({ lot: z.nullable(FeaturedLot) }),
  etag: true,
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
  summary: 'Your saved searches, newest first',
  reply: z.object({ items: z.array(SavedSearch) }),
})

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/saved-searches',
  access: 'member',
  summary: 'Save a search, to get notified about new matches',
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
  summary: 'Rename a saved search, or turn its alerts on or off',
  params: z.object({ searchId: Id }),
  body: z.object({ name: z.optional(SearchName), alert: z.optional(z.boolean()) }),
  reply: SavedSearch,
})

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/api/saved-searches/:searchId',
  access: 'member',
  summary: 'Delete a saved search',
  params: z.object({ searchId: Id }),
  reply: null,
})

export const stopAlerts = endpoint({
  method: 'POST',
  path: '/api/saved-searches/stops',
  access: 'visitor',
  summary: 'Turn off the alerts of a saved search with the signed link from its emails; no sign-in is needed',
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: z.object({ name: z.string() }),
})
