import type { FastifyInstance, FastifyReply } from 'fastify'
import { PAGES } from '#contract/platform/pages.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { lotsOfSitemap, publicAuctions, sitemapsOfLots } from './store.ts'

/** A sitemap may hold 50,000 URLs: this many lot numbers, with room for pages and auctions. */
const LOTS_A_SITEMAP = 48_000

/** Pages that need no sign-in: those search engines should find. */
const PUBLIC_PAGES = PAGES.slice(0, PAGES.indexOf('/auth')).filter((page) => page !== '/message-status')

/**
 * `/sitemap.xml` has all public pages, auctions and lots. Once lot numbers outgrow one sitemap it becomes an index of several; a lot stays
 * in the same one forever.
 */
export function sitemapRoutes(http: FastifyInstance, app: App, at: (path: string) => string): void {
  const others = async () => {
    const auctions = await publicAuctions(app.db)
    return [...PUBLIC_PAGES, ...auctions.map((id) => `/auction/${id}`)]
  }
  const lots = async (part: number) => {
    const numbers = await lotsOfSitemap(app.db, part, LOTS_A_SITEMAP)
    return numbers.map((number) => `/lot/${number}`)
  }

  http.get('/sitemap.xml', async (_, reply) => {
    const parts = await sitemapsOfLots(app.db, LOTS_A_SITEMAP)
    const [first = 0] = parts
    if (parts.length < 2) return send(reply, 'urlset', 'url', [...(await others()), ...(await lots(first))].map(at))
    const files = ['pages', ...parts.map((part) => `lots-${part}`)]
    return send(
      reply,
      'sitemapindex',
      'sitemap',
      files.map((file) => at(`/sitemaps/${file}.xml`)),
    )
  })

  http.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const [, name, part] = /^(pages|lots-(\d{1,5}))\.xml$/.exec(request.params.file) ?? []
    if (name === undefined) throw notFound('this sitemap')
    const paths = part === undefined ? await others() : await lots(Number(part))
    return send(reply, 'urlset', 'url', paths.map(at))
  })
}

function send(reply: FastifyReply, set: string, each: string, addresses: string[]): FastifyReply {
  const lines = addresses.map((address) => `<${each}><loc>${address}</loc></${each}>`)
  const map = `<?xml version="1.0" encoding="UTF-8"?>\n<${set} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${set}>\n`
  return reply.header('cache-control', 'public, max-age=600').type('application/xml; charset=utf-8').send(map)
}
