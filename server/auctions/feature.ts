import { sql, type Kysely } from 'kysely'
import type { Feature } from '#server/platform/feature.ts'
import { auctionRoutes } from './routes.ts'
import { staffAuctionRoutes } from './staff-routes.ts'

/** Auctions: running, upcoming and past; and the company's terms. */
export const auctionsFeature: Feature = {
  name: 'auctions',
  setUp(http, app) {
    app.extensions.checklist.set('auction', hasPublished)
    auctionRoutes(http, app)
    staffAuctionRoutes(http, app)
  },
}

async function hasPublished(db: Kysely<object>): Promise<boolean> {
  const found = await sql`select 1 from auction where published_at is not null limit 1`.execute(db)
  return found.rows.length > 0
}
