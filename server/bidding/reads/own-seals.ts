import type { OwnSeal } from '#contract/own-seals.ts'
import type { House } from '#server/platform/house.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { lineOf, sealSalt } from '../ledger-line.ts'
import { openEvent } from '../sealed.ts'
import { findOwnSealed, findStatus } from './store.ts'

/**
 * A bidder's own sealed maximums on a lot that has ended, each with the salt of its seal: SHA-256 over `salt:amount` is what the ledger
 * shows. Null where there is no such lot. Source: the rulebook, "The ledger".
 */
export async function readOwnSeals(
  house: House,
  accountId: string,
  lotId: string,
): Promise<{ items: OwnSeal[] } | Refusal | null> {
  const status = await findStatus(house.db, lotId)
  if (status === undefined) return null
  if (status === 'scheduled' || status === 'open') {
    return refuse(
      'lot-not-over',
      'Seals are opened when the lot is over. Until then your maximum stands beside the price.',
    )
  }
  const rows = await findOwnSealed(house.db, lotId, accountId)
  const items = rows.flatMap(({ sequence, number, text, bid_id: bidId, sealed }): OwnSeal[] => {
    const { seal } = lineOf(text)
    const { amount } = openEvent(house.keys, lotId, sealed)
    if (seal === undefined || typeof amount !== 'number') return []
    const place = number === null ? { sequence } : { sequence, sealed: number }
    return [{ ...place, amount, salt: sealSalt(house.keys, bidId), seal }]
  })
  return { items }
}
