import { personalData } from '#server/accounts/profile/personal-data.ts'
import type { Feature } from '#server/platform/feature.ts'
import { job } from '#server/platform/job.ts'
import { exportNewsletters, forgetNewsletters } from './newsletter/personal-data.ts'
import { newsletterRoutes } from './newsletter/routes.ts'
import { sendNewsletters } from './newsletter/send-newsletters.ts'
import { exportReferrals, forgetClicks, moveReferrals } from './personal-data.ts'
import { pieceRoutes } from './pieces/routes.ts'
import { decideRewards, recordReferral, reverseOnRefund } from './rewards.ts'
import { marketingRoutes } from './routes.ts'

const DECIDE_EVERY_MS = 60_000

/** The referral program, what members share their link with, and newsletters to members who asked for them. */
export const marketingFeature: Feature = {
  name: 'marketing',
  setUp(http, app) {
    app.outbox.on('member-referred', (payload, trx) => recordReferral(app, trx, payload))
    app.outbox.on('membership-refunded', ({ accountId }, trx) => reverseOnRefund(app, trx, accountId))
    personalData(app, { name: 'marketing', read: exportReferrals, forget: forgetClicks })
    personalData(app, { name: 'newsletters', read: exportNewsletters, forget: forgetNewsletters })
    app.extensions.merges.push({ carry: moveReferrals })
    marketingRoutes(http, app)
    pieceRoutes(http, app)
    newsletterRoutes(http, app)
    const rewards = job(app, 'credit referral rewards', DECIDE_EVERY_MS, () => decideRewards(app))
    const newsletters = sendNewsletters(app)
    return {
      async beforeListen() {
        await rewards.beforeListen?.()
        await newsletters.beforeListen?.()
      },
      async stop() {
        await rewards.stop?.()
        await newsletters.stop?.()
      },
    }
  },
}
