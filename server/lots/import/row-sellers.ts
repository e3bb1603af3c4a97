import type { Kysely } from 'kysely'
import type { RowNote } from '#contract/platform/file-import.ts'
import { shorten } from '#contract/platform/shorten.ts'
import { findSellers, type SellerFacts } from '#server/sellers/find-sellers.ts'
import { columnName, type Reading } from './cells.ts'
import type { ReadRow } from './read-row.ts'

type Note = Omit<RowNote, 'line'>
export type SellersByName = ReadonlyMap<string, readonly SellerFacts[]>

/** The sellers that the rows name, by what the rows say. */
export async function sellersNamedIn<T>(trx: Kysely<T>, reads: readonly ReadRow[]): Promise<SellersByName> {
  const names = [...new Set(reads.flatMap(({ seller }) => seller ?? []))]
  const found = new Map<string, readonly SellerFacts[]>()
  for (const name of names) found.set(name, await findSellers(trx, name))
  return found
}

/** Faults of the seller that a row names: every file says who they are by code, or by a name that only one has. */
export function sellerFaults({ seller }: ReadRow, sellers: SellersByName, reading: Reading): Note[] {
  if (seller === null) return []
  const found = sellers.get(seller) ?? []
  if (found.length === 1) return []
  const message =
    found.length === 0
      ? 'No active seller has this code or name. Add the seller first, or correct the file.'
      : 'Several sellers have this name. Use the seller’s code instead.'
  return [{ column: columnName('seller', reading), value: shorten(seller, 200), message, isFault: true }]
}

/**
 * The fault of a row that would set the terms of a vehicle that `actorId` sells: by what the row says, or by the lot that `lotSellers` sell.
 * Source: decision 78.
 */
export function ownTermsFault(
  { seller }: ReadRow,
  { sellers, lotSellers, actorId }: { sellers: SellersByName; lotSellers: readonly (string | null)[]; actorId: string },
  reading: Reading,
): Note[] {
  const isNamed = sellers.get(seller ?? '')?.some(({ accountId }) => accountId === actorId) === true
  if (!isNamed && !lotSellers.includes(actorId)) return []
  const message =
    'This is your own vehicle, and you can’t set the terms on which it is sold. Ask a colleague to import this file.'
  const field = isNamed ? 'seller' : 'openingBid'
  return [
    { column: columnName(field, reading), value: isNamed ? shorten(seller ?? '', 200) : '', message, isFault: true },
  ]
}
