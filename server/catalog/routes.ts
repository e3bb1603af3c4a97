import type { FastifyInstance } from 'fastify'
import { accessDenial } from '#contract/accounts/access.ts'
import { mayBid } from '#contract/bidding/can-bid.ts'
import { type FoundLot, readFeaturedLot, searchCatalog, similarLots, suggestLots } from '#contract/catalog/catalog.ts'
import { type Sort } from '#contract/catalog/facets.ts'
import { readEligibility } from '#server/bidding/reads/read-eligibility.ts'
import { readReach } from '#server/bidding/reads/read-reach.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { Problem, invalidInput } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { featuredLot } from './featured.ts'
import { readFilter } from './filter.ts'
import { readKnownCosts } from './known-costs.ts'
import { reachInPrices } from './biddable.ts'
import type { Catalog } from './keep-index.ts'
import { search } from './search.ts'
import { showLots } from './show-lots.ts'
import { similarTo } from './similar.ts'
import { suggest } from './suggest.ts'
import type { After } from './find.ts'

const PAGE_LOTS = 24
const SIMILAR_LOTS = 8
/** Of these, those with pictures of their own are shown. */
const SIMILAR_CANDIDATES = 60

export function catalogRoutes(http: FastifyInstance, app: App, catalog: Catalog): void {
  serve(http, searchCatalog, async ({ query, person }) => {
    const { sort: asked, cursor, limit = PAGE_LOTS, biddable, ...given } = query
    const sort = asked ?? (given.q === undefined ? 'ending' : 'best')
    const asksTotal = given.total !== undefined
    if (given.price !== undefined || asksTotal || sort.startsWith('price')) requirePrices(person)
    const canSeePrices = maySeePrices(person)
    const after = cursor === undefined ? null : readCursor(cursor, sort)
    const index = await catalog.ready()
    const filter = readFilter(given, canSeePrices, asksTotal ? await readKnownCosts(app, app.db) : null)
    if (biddable !== undefined) {
      const [reach, costs] = await Promise.all([readReach(app, person), readKnownCosts(app, app.db)])
      filter.reach = reachInPrices(reach, costs)
    }
    const { lotIds, next, ...counted } = search(index, { filter, sort, after, limit, now: app.now(), canSeePrices })
    const shown = biddable === undefined ? lotIds : await stillBiddable(app, person, lotIds)
    return { items: await showLots(app, shown, person), next: next && cursorAt(next, sort), ...counted }
  })

  serveShared(http, readFeaturedLot, { topic: () => SHOWN, read: () => featuredLot(app) })

  serve(http, suggestLots, async ({ query, person }) => {
    const { named, lotIds } = suggest(await catalog.ready(), query.q, maySeePrices(person))
    const lots = await showLots(app, lotIds, null)
    const asSuggestion = ({ title, lotNumber }: (typeof lots)[number]) =>
      ({ kind: 'lot', label: title, count: 1, make: null, model: null, lotNumber }) as const
    return { items: [...named, ...lots.map(asSuggestion)] }
  })

  serve(http, similarLots, async ({ params, person }) => {
    const lotIds = similarTo(await catalog.ready(), params.lotId, SIMILAR_CANDIDATES)
    const [own, ...found] = await showLots(app, [params.lotId, ...lotIds], person)
    const isOwn = own?.id === params.lotId
    return { items: withOtherPhotos(isOwn ? own : null, isOwn || own === undefined ? found : [own, ...found]) }
  })
}

/** Without lots whose pictures are those of the lot itself or of one before them: vehicles of one fleet often share a set. */
function withOtherPhotos(own: FoundLot | null, lots: readonly FoundLot[]): FoundLot[] {
  const seen = new Set([own?.heroPhoto])
  const isNew = ({ heroPhoto }: FoundLot) =>
    heroPhoto === null || (!seen.has(heroPhoto) && seen.add(heroPhoto).size > 0)
  return lots.filter(isNew).slice(0, SIMILAR_LOTS)
}

/** The index may be a second old: lots shown as biddable are checked against what a bid would receive now. */
async function stillBiddable(app: App, person: Person | null, lotIds: string[]): Promise<string[]> {
  return (await readEligibility(app, person, lotIds)).filter(mayBid).map(({ lotId }) => lotId)
}

function maySeePrices(person: Person | null): boolean {
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
