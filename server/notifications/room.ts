import { personalData } from '#server/accounts/profile/personal-data.ts'
import { chore, HOUR_MS } from '#server/platform/chore.ts'
import type { House } from '#server/platform/house.ts'
import { openMailer } from '#server/platform/mail/open-mailer.ts'
import { NOTICE, type NoticePayload } from '#server/platform/notice.ts'
import type { Room, RoomHandle } from '#server/platform/room.ts'
import { mailDelivery } from './mail/deliver-mail.ts'
import { pushDelivery } from './push/deliver-push.ts'
import { tellDeliveries } from './delivery-meters.ts'
import { startDispatch, type Deliver } from './dispatch.ts'
import { mailRoutes } from './mail-routes.ts'
import { startOutbid } from './outbid/outbid.ts'
import { forgetEnded } from './outbid/outbid-store.ts'
import { exportNotices, forgetNotices } from './personal-data.ts'
import { openPresence } from './presence.ts'
import { notificationRoutes } from './routes.ts'
import { deleteOld } from './store.ts'
import { tellPayload } from './tell.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { tellEnding } from './ends/tell-ending.ts'
import { tellSold, tellUnsold, type LotEnd } from './ends/tell-end.ts'

const ENDING_EVERY_MS = 5000
const OLD_AT_ONCE = 1000

/** Tells people things: in page, by mail and by push, each event once. */
export const notificationsRoom: Room = {
  name: 'notifications',
  setUp(app, house) {
    house.outbox.on(NOTICE, (payload, trx) => tellPayload(house, trx, payload as NoticePayload))
    house.outbox.on('lot-sold', (payload, trx) => tellSold(house, trx, payload as LotEnd))
    for (const topic of ['lot-passed', 'lot-withdrawn'])
      house.outbox.on(topic, (payload, trx) => tellUnsold(house, trx, payload as LotEnd))
    personalData(house, { name: 'notices', read: exportNotices(house), forget: forgetNotices(house) })
    tellDeliveries(house)
    notificationRoutes(app, house)
    unsubscribeRoutes(app, house)
    // Whichever process has the worker's role hears it, or finds the mail within a moment.
    mailRoutes(app, house, () => house.bus.publish('deliver', ''))
    return worker(house)
  },
}

/** In page a notice is there with its row; this tells the person's open pages. */
function pageDelivery(house: House): Deliver {
  return ({ accountId }) => {
    const now = house.now()
    house.bus.publish('notified', JSON.stringify({ accountId }))
    return Promise.resolve({ sentAt: now, deliveredAt: now })
  }
}

function worker(house: House): RoomHandle {
  // Every process answers whose streams it has, also one without the worker's role.
  const presence = openPresence(house)
  const ends: (() => Promise<void>)[] = []

  const start = () => {
    const mailer = openMailer(house.config)
    const dispatches = [
      startDispatch(house, 'page', 20, pageDelivery(house)),
      startDispatch(house, 'mail', 8, mailDelivery(house, mailer)),
      startDispatch(house, 'push', 8, pushDelivery(house)),
    ]
    const wake = () => {
      for (const dispatch of dispatches) dispatch.wake()
    }
    const unsubscribe = house.bus.subscribe('deliver', wake)
    const outbid = startOutbid(house, presence, wake)
    ends.push(
      () => outbid.stop(),
      async () => {
        unsubscribe()
        await Promise.all(dispatches.map((dispatch) => dispatch.stop()))
        mailer.close()
      },
    )
  }
  const chores = [
    chore(house, 'tell what ends soon', ENDING_EVERY_MS, async () => void (await tellEnding(house, presence))),
    chore(house, 'forget old notices', HOUR_MS, async () => {
      await deleteOld(house.db, OLD_AT_ONCE)
      await forgetEnded(house.db, OLD_AT_ONCE)
    }),
  ]
  return {
    async beforeListen() {
      if (house.config.roles.has('worker')) start()
      for (const each of chores) await each.beforeListen?.()
    },
    async stop() {
      for (const each of chores) await each.stop?.()
      for (const end of ends) await end()
      presence.stop()
    },
  }
}
