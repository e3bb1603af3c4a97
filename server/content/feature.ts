import type { Feature } from '#server/platform/feature.ts'
import { brandRoutes } from './brand/routes.ts'
import { companyTexts } from './editable-texts.ts'
import { contentRoutes } from './routes.ts'

/** The texts of pages, the FAQ, the banner and emails, as the release ships them and as staff edit them. */
export const contentFeature: Feature = {
  name: 'content',
  setUp(http, app) {
    companyTexts(app)
    contentRoutes(http, app)
    brandRoutes(http, app)
  },
}
