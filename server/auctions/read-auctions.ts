import type { Kysely } from 'kysely'
import type { Auction } from '#contract/auctions/auctions.ts'
import { presentAuction } from './present.ts'
import { findAuction, findAuctions } from './store.ts'

/** Published auctions of which lots are sold between two instants (ms), for features after this one; bounded. */
export async function auctionsBetween<T>(db: Kysely<T>, span: { from: number; to: number }): Promise<Auction[]> {
  return (await findAuctions(db, span)).map(presentAuction)
}

/** A published auction, for features after this one. */
export async function shownAuction<T>(db: Kysely<T>, auctionId: string): Promise<Auction | undefined> {
  const row = await findAuction(db, auctionId)
  return row === undefined ? undefined : presentAuction(row)
}
