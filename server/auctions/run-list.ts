import type { Kysely } from 'kysely'
import type { StoredAuction } from './auction.ts'
import {
  deleteDraftAuction,
  selectAuction,
  setCanceled,
  setCancelTold,
  setEnded,
  setHero,
  updateLotFacts,
} from './store.ts'

/** How later features read and update an auction's run list. */

/** The auction with the terms its lots share, published or not. */
export async function readAuctionRow<T>(db: Kysely<T>, auctionId: string): Promise<StoredAuction | undefined> {
  return selectAuction(db, auctionId)
}

/** The same, with the auction's row locked to the end of the transaction: every change to a run list starts here. */
export async function lockAuction<T>(trx: Kysely<T>, auctionId: string): Promise<StoredAuction | undefined> {
  return selectAuction(trx, auctionId, { forUpdate: true })
}

/** Records that lots were published: how many there are now, and the last one's planned end in ms (null in a live auction). */
export async function noteRunList<T>(
  trx: Kysely<T>,
  auctionId: string,
  facts: { lotCount: number; endsAt: number | null },
): Promise<void> {
  await updateLotFacts(trx, auctionId, facts)
}

/** Records that the last lot of an auction ended, at `at` ms. Idempotent: the first time stays. */
export async function noteEnd<T>(trx: Kysely<T>, auctionId: string, at: number): Promise<void> {
  await setEnded(trx, auctionId, at)
}

/** Cancels an auction; bidding withdraws its lots. Under the auction's lock. */
export async function cancelRow<T>(
  trx: Kysely<T>,
  auctionId: string,
  by: { actorId: string; reason: string },
): Promise<void> {
  await setCanceled(trx, auctionId, by)
}

/** Records that everyone who follows a lot of a canceled auction was notified. */
export async function toldOfCancellation<T>(trx: Kysely<T>, auctionId: string): Promise<void> {
  await setCancelTold(trx, auctionId)
}

/** Sets the vehicle that represents an auction, and its picture: a name in the photo storage. */
export async function noteHero<T>(
  trx: Kysely<T>,
  auctionId: string,
  hero: { name: string | null; vehicleId: string | null },
): Promise<void> {
  await setHero(trx, auctionId, hero)
}

/** Deletes a draft, once the lots of its run list are deleted. */
export async function deleteDraftRow<T>(trx: Kysely<T>, auctionId: string): Promise<void> {
  await deleteDraftAuction(trx, auctionId)
}
