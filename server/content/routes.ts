import type { FastifyInstance } from 'fastify'
import { readArticle, readBanner, readFaq, readPassages } from '#contract/content/content.ts'
import {
  cancelContent as cancelEndpoint,
  listContent,
  previewContent,
  readContent,
  saveContent as saveEndpoint,
} from '#contract/content/edit-content.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveShared } from '#server/platform/http/serve-shared.ts'
import { SHOWN } from '#server/platform/shared/shown.ts'
import { articleOf, bannerOf, faqOf, passagesOf } from './articles.ts'
import { cancelContent, listTexts, previewOf, saveContent, stateOf } from './save-content.ts'

export function contentRoutes(http: FastifyInstance, app: App): void {
  // A scheduled version sends no news when its time comes: shared answers are read again within seconds without news.
  const topic = () => SHOWN
  serveShared(http, readArticle, { topic, read: ({ params, query }) => articleOf(app, params.name, query.language) })
  serveShared(http, readFaq, { topic, read: async ({ query }) => ({ topics: await faqOf(app, query.language) }) })
  serveShared(http, readPassages, {
    topic,
    read: async ({ query }) => ({ items: await passagesOf(app, query.language) }),
  })
  serveShared(http, readBanner, { topic, read: ({ query }) => bannerOf(app, query.language) })

  serve(http, listContent, async () => ({ items: await listTexts(app) }))
  serve(http, readContent, ({ params }) => stateOf(app, params.name))
  serve(http, previewContent, ({ params, body }) => previewOf(app, params.name, body.text))
  serve(http, saveEndpoint, ({ params, body, person }) => saveContent(app, person, params.name, body))
  serve(http, cancelEndpoint, ({ params, person }) => cancelContent(app, person, params))
}
