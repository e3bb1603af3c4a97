import { personalData } from '#server/accounts/profile/personal-data.ts'
import type { Feature } from '#server/platform/feature.ts'
import { job } from '#server/platform/job.ts'
import { exportReferrals, forgetClicks } from './personal-data.ts'
import { pieceRoutes } from './pieces/routes.ts'
import { decideRewards, recordReferral } from './rewards.ts'
import { marketingRoutes } from './routes.ts'

const DECIDE_EVERY_MS = 60_000

/** The referral program, and what members share their link with. */
export const marketingFeature: Feature = {
  name: 'marketing',
  setUp(http, app) {
    app.outbox.on('member-referred', (payload, trx) => recordReferral(app, trx, payload))
    personalData(app, { name: 'marketing', read: exportReferrals, forget: forgetClicks })
    marketingRoutes(http, app)
    pieceRoutes(http, app)
    return job(app, 'credit referral rewards', DECIDE_EVERY_MS, () => decideRewards(app))
  },
}
