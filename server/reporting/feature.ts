import type { Feature } from '#server/platform/feature.ts'
import { reportRoutes } from './report-routes.ts'
import { overviewRoutes } from './routes.ts'

/** What staff see of all features together: waiting work, the overview, and reports. */
export const reportingFeature: Feature = {
  name: 'reporting',
  setUp(http, app) {
    overviewRoutes(http, app)
    reportRoutes(http, app)
  },
}
