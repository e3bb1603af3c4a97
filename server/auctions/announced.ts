import type { listAuctions } from '#contract/auctions/auctions.ts'
import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { App } from '#server/platform/app.ts'
import { presentAuction } from './present.ts'
import { findAuctions } from './store.ts'

/** The auctions that the public can see. */
export async function announcedAuctions(
  app: App,
  query: QueryOf<typeof listAuctions>,
): Promise<ReplyOf<typeof listAuctions>> {
  const rows = await findAuctions(app.db, query)
  return { items: rows.map(presentAuction) }
}
