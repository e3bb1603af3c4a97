import type { FastifyInstance } from 'fastify'
import { BRAND_PICTURE_BYTES_MAX, sendBrandPicture } from '#contract/content/brand.ts'
import { readOneFile } from '#server/platform/http/one-file-form.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { notFound, Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { pictureNamed } from './store.ts'
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
    const picture = /^[0-9a-f]{32}\.(png|webp)$/.test(file) ? await pictureNamed(app.db, file) : undefined
    if (picture === undefined) throw notFound('this picture')
    return reply.type(file.endsWith('.png') ? 'image/png' : 'image/webp').send(picture)
  })

  http.get('/manifest.webmanifest', async (_, reply) => {
    const { companyName } = await readCompanyTerms(app)
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify({ name: companyName, short_name: companyName, ...MANIFEST }))
  })
}

const icon = (name: string) => ({ src: `/icons/plate-${name}.png`, type: 'image/png' })

const MANIFEST = {
  id: '/',
  description: 'Online vehicle auctions. See the full cost with every bid.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  icons: [
    { ...icon('192'), sizes: '192x192' },
    { ...icon('512'), sizes: '512x512' },
    { ...icon('maskable-512'), sizes: '512x512', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'My bids', url: '/my-bids' },
    { name: 'Auction calendar', url: '/calendar' },
  ],
}
