import { chore, HOUR_MS } from '#server/platform/chore.ts'
import type { Room, RoomHandle } from '#server/platform/room.ts'
import { sweepingThrottles } from '#server/platform/throttle/shared-throttle.ts'
import { sendAskedMail } from './log-in/account-mail.ts'
import { exportAccount } from './profile/export-data.ts'
import { factorRoutes } from './profile/factor-routes.ts'
import { deleteExpiredDevices } from './identifiers/identifiers.ts'
import { deleteOldLinks } from './log-in/link-store.ts'
import { sweepClaims } from './profile/sweep-claims.ts'
import { oversightRoutes } from './oversight/routes.ts'
import { personalData } from './profile/personal-data.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { accountRoutes } from './routes.ts'
import { confirmedLately } from './profile/confirm-it-is-you.ts'
import { deleteExpiredSessions } from './sessions/session-store.ts'
import { Sessions } from './sessions/sessions.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { accountThrottles } from './throttles.ts'
import { forgetAskedMail, viewsOfStaff } from './staff/views-of-staff.ts'

/** People, their sessions, and who may log in. */
export const accountsRoom: Room = {
  name: 'accounts',
  setUp(app, house) {
    const sessions = new Sessions(house)
    house.meters.gauge('paddock_sessions_known', 'Sessions that this process knows.', () => sessions.known)
    house.meters.counter(
      'paddock_sessions_read_total',
      'Times a session was read from the database, because it was not known or known for too long.',
      () => sessions.reads,
    )
    const slow = accountThrottles(house)
    app.decorate('identify', (request) => sessions.identify(request))
    app.decorate('confirmedLately', (person) => confirmedLately(house, person))
    personalData(house, { name: 'account', read: exportAccount, forget: forgetAskedMail })
    personalData(house, { name: 'actsOfTheHouse', read: viewsOfStaff })
    sendAskedMail(house)
    accountRoutes(app, house, sessions, slow)
    profileRoutes(app, house, sessions, slow)
    factorRoutes(app, house, slow)
    staffRoutes(app, house)
    oversightRoutes(app, house)
    const forgetting = chore(house, 'delete sessions, links and devices whose time is over', HOUR_MS, async () => {
      await deleteExpiredSessions(house.db)
      await deleteOldLinks(house.db)
      await deleteExpiredDevices(house.db)
    })
    const sweeping = chore(house, 'close accounts whose email was never confirmed', HOUR_MS, async () => {
      await sweepClaims(house)
    })
    return both(both(forgetting, both(sweeping, sweepingThrottles(house))), { stop: () => sessions.writeSeen() })
  },
}

function both(one: RoomHandle, other: RoomHandle): RoomHandle {
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
