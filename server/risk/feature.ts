import { personalData } from '#server/accounts/profile/personal-data.ts'
import type { Feature } from '#server/platform/feature.ts'
import { job } from '#server/platform/job.ts'
import { exportCases } from './list-store.ts'
import { riskRoutes } from './routes.ts'
import { scanLots } from './scan-lots.ts'

const EVERY_MS = 300_000

/** Bids that look unusual, for people to judge. Nothing here acts by itself. */
export const riskFeature: Feature = {
  name: 'risk',
  setUp(http, app) {
    riskRoutes(http, app)
    personalData(app, { name: 'riskSignals', read: exportCases })
    return job(app, 'look for unusual bids on lots that ended', EVERY_MS, () => scanLots(app))
  },
}
