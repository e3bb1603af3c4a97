import type { Feature } from '#server/platform/feature.ts'
import { job } from '#server/platform/job.ts'
import { reportRoutes } from './report-routes.ts'
import { foldReportSums } from './report-store.ts'
import { overviewRoutes } from './routes.ts'

const FOLD_EVERY_MS = 30_000

/** What staff see of all features together: waiting work, the overview, and reports. */
export const reportingFeature: Feature = {
  name: 'reporting',
  setUp(http, app) {
    overviewRoutes(http, app)
    reportRoutes(http, app)
    return job(app, 'add up sums of reports', FOLD_EVERY_MS, () => foldReportSums(app.db))
  },
}
