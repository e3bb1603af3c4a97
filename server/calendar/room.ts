import { personalData } from '#server/accounts/profile/personal-data.ts'
import { chore, HOUR_MS } from '#server/platform/chore.ts'
import type { Room } from '#server/platform/room.ts'
import { forgetEvents } from './event-store.ts'
import { exportFeed, forgetFeed } from './personal-data.ts'
import { calendarRoutes } from './routes.ts'

/** When: the calendar of sales, the closing planner, and both as calendar files. */
export const calendarRoom: Room = {
  name: 'calendar',
  setUp(app, house) {
    personalData(house, { name: 'calendar', read: exportFeed, forget: forgetFeed })
    calendarRoutes(app, house)
    return chore(house, 'forget old calendar events', 24 * HOUR_MS, () => forgetEvents(house.db))
  },
}
