import { job, HOUR_MS } from '#server/platform/job.ts'
import type { Feature, FeatureHandle } from '#server/platform/feature.ts'
import { sweepingThrottles } from '#server/platform/throttle/shared-throttle.ts'
import { sendAskedMail } from './log-in/account-mail.ts'
import { exportAccount } from './profile/export-data.ts'
import { factorRoutes } from './profile/factor-routes.ts'
import { deleteExpiredDevices } from './identifiers/identifiers.ts'
import { deleteOldLinks } from './log-in/link-store.ts'
import { sweepClaims } from './profile/sweep-claims.ts'
import { oversightRoutes } from './oversight/routes.ts'
import { peopleRuleRoutes } from './people-rules.ts'
import { personalData } from './profile/personal-data.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { accountRoutes } from './routes.ts'
import { confirmedLately } from './profile/confirm-it-is-you.ts'
import { deleteExpiredSessions } from './sessions/session-store.ts'
import { Sessions } from './sessions/sessions.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { checklistRoutes } from './team/checklist.ts'
import { deleteOldStaffLinks } from './team/link-store.ts'
import { accountEvents } from './timeline/account-events.ts'
import { timelineRoutes } from './timeline/timeline.ts'
import { accountThrottles } from './throttles.ts'
import { forgetAskedMail, viewsOfStaff } from './staff/views-of-staff.ts'

/** People, their sessions, and who may log in. */
export const accountsFeature: Feature = {
  name: 'accounts',
  setUp(http, app) {
    const sessions = new Sessions(app)
    app.meters.gauge('paddock_sessions_known', 'Sessions cached in this process', () => sessions.known)
    app.meters.readCounter(
      'paddock_sessions_read_total',
      'Sessions read from the database because they were missing from the cache or stale',
      () => sessions.reads,
    )
    const slow = accountThrottles(app)
    http.decorate('identify', (request) => sessions.identify(request))
    http.decorate('confirmedLately', (person) => confirmedLately(app, person))
    personalData(app, { name: 'account', read: exportAccount, forget: forgetAskedMail })
    personalData(app, { name: 'staffActions', read: viewsOfStaff })
    sendAskedMail(app)
    accountRoutes(http, app, sessions, slow)
    profileRoutes(http, app, sessions, slow)
    factorRoutes(http, app, slow)
    staffRoutes(http, app)
    peopleRuleRoutes(http, app)
    timelineRoutes(http, app)
    app.extensions.timeline.push(accountEvents)
    checklistRoutes(http, app)
    oversightRoutes(http, app)
    const forgetting = job(app, 'delete expired sessions, links and devices', HOUR_MS, async () => {
      await deleteExpiredSessions(app.db)
      await deleteOldLinks(app.db)
      await deleteOldStaffLinks(app.db)
      await deleteExpiredDevices(app.db)
    })
    const sweeping = job(app, 'close accounts whose email was never confirmed', HOUR_MS, async () => {
      await sweepClaims(app)
    })
    return both(both(forgetting, both(sweeping, sweepingThrottles(app))), { stop: () => sessions.writeSeen() })
  },
}

function both(one: FeatureHandle, other: FeatureHandle): FeatureHandle {
  return {
    async beforeListen() {
      await one.beforeListen?.()
      await other.beforeListen?.()
    },
    async stop() {
      await one.stop?.()
      await other.stop?.()
    },
  }
}
