import type { Kysely } from 'kysely'
import type { Sale } from './sale.ts'
import { selectSale, setEnded, setHero, updateLotFacts } from './store.ts'

/** What later rooms tell of a sale's run list, and ask of it. */

/** The sale with the terms its lots share, published or not. */
export async function readSale<T>(db: Kysely<T>, auctionId: string): Promise<Sale | undefined> {
  return selectSale(db, auctionId, false)
}

/** The same, with the sale's row locked to the end of the transaction: whoever changes a run list starts here. */
export async function lockSale<T>(trx: Kysely<T>, auctionId: string): Promise<Sale | undefined> {
  return selectSale(trx, auctionId, true)
}

/** Lots were published: how many there are now, and the last one's planned end in ms (null in a live sale). */
export async function noteRunList<T>(
  trx: Kysely<T>,
  auctionId: string,
  facts: { lotCount: number; endsAt: number | null },
): Promise<void> {
  await updateLotFacts(trx, auctionId, facts)
}

/** The last lot of a sale has ended, at `at` ms. Told twice, the first stands. */
export async function noteEnd<T>(trx: Kysely<T>, auctionId: string, at: number): Promise<void> {
  await setEnded(trx, auctionId, at)
}

/** The picture that stands for a sale: a name in the photo storage, or none. */
export async function noteHero<T>(trx: Kysely<T>, auctionId: string, name: string | null): Promise<void> {
  await setHero(trx, auctionId, name)
}
