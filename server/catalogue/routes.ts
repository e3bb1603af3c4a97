import type { FastifyInstance } from 'fastify'
import { barrier } from '#contract/access.ts'
import { mayBid } from '#contract/can-bid.ts'
import { searchCatalogue, similarLots, suggestLots } from '#contract/catalogue.ts'
import { readEligibility } from '#server/bidding/reads/read-eligibility.ts'
import { readReach } from '#server/bidding/reads/read-reach.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { Problem } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readFilter } from './filter.ts'
import { readKnownCosts } from './known-costs.ts'
import { reachInPrices } from './biddable.ts'
import type { Catalogue } from './keep-index.ts'
import { cursorAt, readCursor } from './page-cursor.ts'
import { search } from './search.ts'
import { showLots } from './show-lots.ts'
import { similarTo } from './similar.ts'
import { suggest } from './suggest.ts'

const PAGE_LOTS = 24
const SIMILAR_LOTS = 8

export function catalogueRoutes(app: FastifyInstance, house: House, catalogue: Catalogue): void {
  serve(app, searchCatalogue, async ({ query, person }) => {
    const { sort: asked, cursor, limit = PAGE_LOTS, biddable, ...given } = query
    const sort = asked ?? (given.q === undefined ? 'ending' : 'best')
    const asksTotal = given.total !== undefined
    if (given.price !== undefined || asksTotal || sort.startsWith('price')) requireInformed(person)
    const informed = isInformed(person)
    const after = cursor === undefined ? null : readCursor(cursor, sort)
    const index = await catalogue.ready()
    const filter = readFilter(given, informed, asksTotal ? await readKnownCosts(house, house.db) : null)
    if (biddable !== undefined) {
      const [reach, costs] = await Promise.all([readReach(house, person), readKnownCosts(house, house.db)])
      filter.reach = reachInPrices(reach, costs)
    }
    const { lotIds, next, ...counted } = search(index, { filter, sort, after, limit, now: house.now(), informed })
    const shown = biddable === undefined ? lotIds : await stillBiddable(house, person, lotIds)
    return { items: await showLots(house, shown, person), next: next && cursorAt(next, sort), ...counted }
  })

  serve(app, suggestLots, async ({ query, person }) => {
    const { named, lotIds } = suggest(await catalogue.ready(), query.q, isInformed(person))
    const lots = await showLots(house, lotIds, null)
    const asSuggestion = ({ title, lotNumber }: (typeof lots)[number]) =>
      ({ kind: 'lot', label: title, count: 1, make: null, model: null, lotNumber }) as const
    return { items: [...named, ...lots.map(asSuggestion)] }
  })

  serve(app, similarLots, async ({ params, person }) => {
    const lotIds = similarTo(await catalogue.ready(), params.lotId, SIMILAR_LOTS)
    return { items: await showLots(house, lotIds, person) }
  })
}

/** The index may be a second old: what is shown as open to one's bid is what a bid would hear now. */
async function stillBiddable(house: House, person: Person | null, lotIds: string[]): Promise<string[]> {
  return (await readEligibility(house, person, lotIds)).filter(mayBid).map(({ lotId }) => lotId)
}

function isInformed(person: Person | null): boolean {
  return barrier(person, 'informed') === null
}

/** Prices are for the informed, also as a filter or an order: an answer in their order would tell them. The search itself is open. */
function requireInformed(person: Person | null): void {
  const stop = barrier(person, 'informed')
  if (stop !== null) throw new Problem(stop.status, stop.code, stop.message)
}
