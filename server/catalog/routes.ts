import type { FastifyInstance } from 'fastify'
import { type FoundLot, readFeaturedLot, searchCatalog, similarLots, suggestLots } from '#contract/catalog/catalog.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { answerSearch, canSeePrices } from './answer-search.ts'
import { featuredLot } from './featured.ts'
import type { Catalog } from './keep-index.ts'
import { showLots } from './show-lots.ts'
import { similarTo } from './similar.ts'
import { suggest } from './suggest.ts'

const SIMILAR_LOTS = 8
/** Of these, those with pictures of their own are shown. */
const SIMILAR_CANDIDATES = 60

export function catalogRoutes(http: FastifyInstance, app: App, catalog: Catalog): void {
  serve(http, searchCatalog, ({ query, person }) => answerSearch(app, query, person))

  serveShared(http, readFeaturedLot, { topic: () => SHOWN, read: () => featuredLot(app) })

  serve(http, suggestLots, async ({ query, person }) => {
    const { named, lotIds } = suggest(await catalog.ready(), query.q, canSeePrices(person))
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
