import type { FastifyInstance } from 'fastify'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { createTurns } from '#server/platform/turns.ts'
import type { ReadPhoto } from '#server/lots/photo-files.ts'
import { cardPath, drawCard } from './card.ts'
import { sitemapRoutes } from './sitemap.ts'
import { publicLot } from './store.ts'

/** Cards cached in memory, some hundred kB each; others are drawn again. */
const CARDS_KEPT_MAX = 60
/** What search engines and messengers fetch besides the pages: cards of lots, the sitemap, robots.txt. */
export function seoRoutes(http: FastifyInstance, app: App, readPhoto: ReadPhoto): void {
  const inTurn = createTurns({ atOnce: 1, waitingMax: 20 })
  const kept = new Map<string, Buffer>()
  const at = (path: string) => new URL(path, app.config.publicUrl).href

  http.get<{ Params: { file: string } }>('/cards/:file', async (request, reply) => {
    const [, number] = /^lot-(\d{1,9})-[0-9a-f]{12}\.jpg$/.exec(request.params.file) ?? []
    const lot = number === undefined ? undefined : await publicLot(app.db, Number(number))
    if (lot === undefined) throw notFound('this image')
    const { accent } = (await readCompanyTerms(app)).brand
    const path = cardPath(lot, accent)
    // The lot has changed since the URL was read: redirect to the current card.
    if (path !== `/cards/${request.params.file}`) return reply.redirect(path, 302)
    const card =
      kept.get(path) ??
      (await inTurn(async () =>
        drawCard(lot, accent, lot.hero === null ? null : await readPhoto(lot.hero, 1600, 'webp')),
      ))
    if (kept.size >= CARDS_KEPT_MAX) kept.clear()
    kept.set(path, card)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/jpeg')
      .send(card)
  })

  sitemapRoutes(http, app, at)

  http.get('/robots.txt', (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /admin\n\nSitemap: ${at('/sitemap.xml')}\n`),
  )
}
