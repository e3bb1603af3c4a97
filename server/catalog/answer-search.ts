import * as z from 'zod/mini'
import { accessDenial } from '#contract/accounts/access.ts'
import { mayBid } from '#contract/bidding/can-bid.ts'
import { searchCatalog, type SearchReply } from '#contract/catalog/catalog.ts'
import type { Sort } from '#contract/catalog/facets.ts'
import { type AskedSearch, withoutPrices } from '#contract/catalog/search-query.ts'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import { readEligibility } from '#server/bidding/reads/read-eligibility.ts'
import { readReach } from '#server/bidding/reads/read-reach.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { Problem, invalidInput } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { reachInPrices } from './biddable.ts'
import { asksForEnded, readFilter } from './filter.ts'
import type { After } from './find.ts'
import { catalogOf } from './keep-index.ts'
import { readKnownCosts } from './known-costs.ts'
import { search } from './search.ts'
import { showLots } from './show-lots.ts'

const PAGE_LOTS = 24

/** One page of a search, as the person may see it. Throws `Problem` for a price filter of a person who sees no prices. */
export async function answerSearch(
  app: App,
  query: QueryOf<typeof searchCatalog>,
  person: Person | null,
): Promise<SearchReply> {
  const { sort: asked, cursor, limit = PAGE_LOTS, biddable, ...given } = query
  const sort = asked ?? (given.q === undefined ? 'ending' : 'best')
  const asksTotal = given.total !== undefined
  if (given.price !== undefined || asksTotal || sort.startsWith('price')) requirePrices(person)
  const seesPrices = canSeePrices(person)
  const after = cursor === undefined ? null : readCursor(cursor, sort)
  const { currency } = await readCompanyTerms(app)
  const costs = asksTotal ? await readKnownCosts(app, app.db) : null
  const filter = readFilter(given, seesPrices, { currency, costs })
  const catalog = catalogOf(app)
  const index = await (asksForEnded(filter) ? catalog.whole() : catalog.ready())
  if (biddable !== undefined) {
    const [reach, known] = await Promise.all([readReach(app, person), readKnownCosts(app, app.db)])
    filter.reach = reachInPrices(reach, known)
  }
  const place = { sort, after, limit, now: app.now(), canSeePrices: seesPrices }
  const { lotIds, next, ...counted } = search(index, { filter, ...place })
  const shown = biddable === undefined ? lotIds : await stillBiddable(app, person, lotIds)
  return { items: await showLots(app, shown, person), next: next && cursorAt(next, sort), ...counted }
}

/** The first page of a search as everyone may see it, or null: no search that the endpoint accepts. */
export async function openSearch(app: App, asked: AskedSearch): Promise<SearchReply | null> {
  const query = z.safeParse(searchCatalog.query, Object.fromEntries(withoutPrices(asked)))
  return query.success ? answerSearch(app, query.data, null) : null
}

/** The index may be a second old: lots shown as biddable are checked against what a bid would receive now. */
async function stillBiddable(app: App, person: Person | null, lotIds: string[]): Promise<string[]> {
  return (await readEligibility(app, person, lotIds)).filter(mayBid).map(({ lotId }) => lotId)
}

export function canSeePrices(person: Person | null): boolean {
  return accessDenial(person, 'sees-prices') === null
}

/** Filtering or sorting by price is limited to those who can see prices: an order would reveal them. The search itself is open. */
function requirePrices(person: Person | null): void {
  const stop = accessDenial(person, 'sees-prices')
  if (stop !== null) throw new Problem(stop.status, stop.code, stop.message)
}

/** Where the next page begins, as opaque text for clients. Valid in every process. */
function cursorAt({ key, lotNumber }: After, sort: Sort): string {
  return Buffer.from(`${sort}/${key}/${lotNumber}`).toString('base64url')
}

/** Throws `invalid-input` for a text not made by {@link cursorAt} for this order. */
function readCursor(cursor: string, sort: Sort): After {
  const [, order, key, lotNumber] =
    /^([a-z-]+)\/(-?\d{1,17}(?:\.\d{1,9})?)\/(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (order !== sort) throw invalidInput([{ field: 'cursor', message: 'Start again from the first page.' }])
  return { key: Number(key), lotNumber: Number(lotNumber) }
}
