import { chore, HOUR_MS } from '#server/platform/chore.ts'
import type { Room } from '#server/platform/room.ts'
import { accountRoutes } from './routes.ts'
import { Sessions } from './sessions.ts'
import { deleteExpiredSessions } from './store.ts'

/** People, their sessions, and who may log in. */
export const accountsRoom: Room = {
  name: 'accounts',
  setUp(app, house) {
    const sessions = new Sessions(house)
    app.decorate('identify', (request) => sessions.identify(request))
    accountRoutes(app, house, sessions)
    return chore(house, 'delete expired sessions', HOUR_MS, async () => void (await deleteExpiredSessions(house.db)))
  },
}
