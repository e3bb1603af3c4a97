import { personalData } from '#server/accounts/profile/personal-data.ts'
import { job, HOUR_MS } from '#server/platform/job.ts'
import type { App } from '#server/platform/app.ts'
import { openMailer } from '#server/platform/mail/open-mailer.ts'
import type { Feature, FeatureHandle } from '#server/platform/feature.ts'
import { mailDelivery } from './mail/deliver-mail.ts'
import { pushDelivery } from './push/deliver-push.ts'
import { registerDeliveryMetrics } from './delivery-meters.ts'
import { startDispatch, type Deliver } from './dispatch.ts'
import { mailRoutes } from './mail-routes.ts'
import { startOutbid } from './outbid/outbid.ts'
import { forgetEnded } from './outbid/outbid-store.ts'
import { exportNotices, forgetNotices } from './personal-data.ts'
import { openPresence } from './presence.ts'
import { notificationRoutes } from './routes.ts'
import { deleteOld } from './store.ts'
import { recordFromOutbox } from './record-notices.ts'
import { noticeTexts } from './texts/notice-texts.ts'
import { emailEvents } from './timeline.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { notifyEnding } from './ends/notify-ending.ts'
import { notifySold, notifyUnsold } from './ends/notify-end.ts'

const ENDING_EVERY_MS = 5000
const OLD_AT_ONCE = 1000

/** Notifies people in page, by email and by push, once per event. */
export const notificationsFeature: Feature = {
  name: 'notifications',
  setUp(http, app) {
    app.outbox.on('notice', (payload, trx) => recordFromOutbox(app, trx, payload))
    app.outbox.on('lot-sold', (end, trx) => notifySold(app, trx, end))
    app.outbox.on('lot-passed', (end, trx) => notifyUnsold(app, trx, end))
    app.outbox.on('lot-withdrawn', (end, trx) => notifyUnsold(app, trx, end))
    personalData(app, { name: 'notices', read: exportNotices(app), forget: forgetNotices(app) })
    app.extensions.timeline.push(emailEvents)
    registerDeliveryMetrics(app)
    noticeTexts(app)
    notificationRoutes(http, app)
    unsubscribeRoutes(http, app)
    // Processes with the worker's role receive this hint, or find the email when they poll a moment later.
    mailRoutes(http, app, () => app.bus.publish('deliver', ''))
    return worker(app)
  },
}

/** A notice is in the page's list once its row exists; this updates the person's open pages. */
function pageDelivery(app: App): Deliver {
  return ({ accountId }) => {
    const now = app.now()
    app.bus.publish('notified', JSON.stringify({ accountId }))
    return Promise.resolve({ sentAt: now, deliveredAt: now })
  }
}

function worker(app: App): FeatureHandle {
  // Every process reports its own streams, even without the worker's role.
  const presence = openPresence(app)
  const ends: (() => Promise<void>)[] = []

  const start = () => {
    const mailer = openMailer(app.config)
    const dispatches = [
      startDispatch(app, 'page', 20, pageDelivery(app)),
      startDispatch(app, 'mail', 8, mailDelivery(app, mailer)),
      startDispatch(app, 'push', 8, pushDelivery(app)),
    ]
    const wake = () => {
      for (const dispatch of dispatches) dispatch.wake()
    }
    const unsubscribe = app.bus.subscribe('deliver', wake)
    const outbid = startOutbid(app, presence, wake)
    ends.push(
      () => outbid.stop(),
      async () => {
        unsubscribe()
        await Promise.all(dispatches.map((dispatch) => dispatch.stop()))
        mailer.close()
      },
    )
  }
  const jobs = [
    job(app, 'send ending-soon notices', ENDING_EVERY_MS, async () => void (await notifyEnding(app, presence))),
    job(app, 'delete old notices', HOUR_MS, async () => {
      await deleteOld(app.db, OLD_AT_ONCE)
      await forgetEnded(app.db, OLD_AT_ONCE)
    }),
  ]
  return {
    async beforeListen() {
      if (app.config.roles.has('worker')) start()
      for (const each of jobs) await each.beforeListen?.()
    },
    async stop() {
      for (const each of jobs) await each.stop?.()
      for (const end of ends) await end()
      presence.stop()
    },
  }
}
