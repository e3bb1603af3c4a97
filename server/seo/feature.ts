import { photoReader } from '#server/lots/photo-files.ts'
import { openPhotoStorage } from '#server/lots/photo-storage.ts'
import type { Feature } from '#server/platform/feature.ts'
import { seoRoutes } from './routes.ts'

/** What search engines and messengers read: heads of pages, cards of lots, the sitemap. */
export const seoFeature: Feature = {
  name: 'seo',
  async setUp(http, app) {
    seoRoutes(http, app, photoReader(app, await openPhotoStorage(app.config)))
  },
}
