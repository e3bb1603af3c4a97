import type { Room } from '#server/platform/room.ts'
import { auctionRoutes } from './routes.ts'
import { staffSaleRoutes } from './staff-routes.ts'

/** Sales: what runs, what comes, what is over; and the terms of the house. */
export const auctionsRoom: Room = {
  name: 'auctions',
  setUp(app, house) {
    auctionRoutes(app, house)
    staffSaleRoutes(app, house)
  },
}
