import type { FastifyInstance } from 'fastify'
import { BRAND_PICTURE_BYTES_MAX, sendBrandPicture } from '#contract/content/brand.ts'
import { readOneFile } from '#server/platform/http/one-file-form.ts'
import type { App } from '#server/platform/app.ts'
import { brandPicture } from '#server/platform/brand-picture.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { brandIcon, iconPath, iconVersion, ICONS, type IconName } from './icons.ts'
import { takeBrandPicture } from './take-picture.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** The company's pictures, its color as a style sheet, and what a home screen shows of it. */
export function brandRoutes(http: FastifyInstance, app: App): void {
  serve(http, sendBrandPicture, async ({ query, person, request }) => {
    const sent = await readOneFile(request, { field: 'picture', bytesMax: BRAND_PICTURE_BYTES_MAX })
    if (sent instanceof Refusal) return sent
    const path = await takeBrandPicture(app, { content: sent.content, kind: query.kind, actorId: person.id })
    return path instanceof Refusal ? path : { path }
  })

  http.get<{ Params: { file: string } }>('/brand/:file', async (request, reply) => {
    const { file } = request.params
    const [, color] = /^([0-9a-f]{6})\.css$/.exec(file) ?? []
    reply.header('cache-control', FOREVER)
    if (color !== undefined) return reply.type('text/css; charset=utf-8').send(`:root{--plate:#${color}}\n`)
    const picture = /^[0-9a-f]{32}\.(png|webp)$/.test(file) ? await brandPicture(app.db, file) : undefined
    if (picture === undefined) throw notFound('this picture')
    return reply.type(file.endsWith('.png') ? 'image/png' : 'image/webp').send(picture)
  })

  http.get<{ Params: { file: string }; Querystring: { v?: unknown } }>('/icons/:file', async (request, reply) => {
    const { file } = request.params
    if (!Object.hasOwn(ICONS, file)) throw notFound('this icon')
    const terms = await readCompanyTerms(app)
    // An older version is answered with today's icon, which must not be kept under the older name.
    const isNow = request.query.v === iconVersion(terms)
    return reply
      .header('cache-control', isNow ? FOREVER : 'no-cache')
      .type('image/png')
      .send(await brandIcon(app, terms, file as IconName))
  })

  http.get('/manifest.webmanifest', async (_, reply) => {
    const terms = await readCompanyTerms(app)
    const { companyName } = terms
    const icon = (name: IconName) => {
      const { size } = ICONS[name]
      return { src: iconPath(terms, name), sizes: `${size}x${size}`, type: 'image/png' }
    }
    const icons = [icon('192.png'), icon('512.png'), { ...icon('maskable-512.png'), purpose: 'maskable' }]
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ name: companyName, short_name: companyName, ...MANIFEST, icons }))
  })
}

const MANIFEST = {
  id: '/',
  description: 'Online vehicle auctions. See the full cost with every bid.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  shortcuts: [
    { name: 'My bids', url: '/my-bids' },
    { name: 'Auction calendar', url: '/calendar' },
  ],
}
