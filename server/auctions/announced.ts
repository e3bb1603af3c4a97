import type { listAuctions } from '#contract/auctions.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { House } from '#server/platform/house.ts'
import { presentAuction } from './present.ts'
import { findAuctions } from './store.ts'

/** The sales that everybody may see. */
export async function announcedSales(
  house: House,
  query: QueryOf<typeof listAuctions>,
): Promise<ReplyOf<typeof listAuctions>> {
  const rows = await findAuctions(house.db, query)
  return { items: rows.map(presentAuction) }
}
