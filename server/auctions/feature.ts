import type { Feature } from '#server/platform/feature.ts'
import { auctionRoutes } from './routes.ts'
import { staffAuctionRoutes } from './staff-routes.ts'

/** Auctions: running, upcoming and past; and the company's terms. */
export const auctionsFeature: Feature = {
  name: 'auctions',
  setUp(http, app) {
    auctionRoutes(http, app)
    staffAuctionRoutes(http, app)
  },
}
