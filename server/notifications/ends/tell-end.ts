import type { Kysely } from 'kysely'
import { bidderIdsOf } from '#server/bidding/followers.ts'
import { purchaseOf } from '#server/invoices/purchase.ts'
import type { House } from '#server/platform/house.ts'
import type { Notice } from '#server/platform/notice.ts'
import { nameLots } from '../lot-names.ts'
import { tell } from '../tell.ts'

/** What bidding tells of a lot that ended; `hammer` in minor units. */
export type LotEnd = {
  lotId: string
  accountId: string | null
  hammer: number | null
  /** The ledger event that ended it. */
  by?: 'closed' | 'approved' | 'agreed' | 'lapsed' | 'withdrawn'
}

/** Tells the buyer that they won and every other bidder that they did not, in the transaction of the outbox. */
export async function tellSold(house: House, trx: Kysely<object>, end: LotEnd): Promise<void> {
  await tellEnd(house, trx, end, end.accountId)
}

/** Tells every bidder of a lot that nobody bought. */
export async function tellUnsold(house: House, trx: Kysely<object>, end: LotEnd): Promise<void> {
  await tellEnd(house, trx, end, null)
}

async function tellEnd(house: House, trx: Kysely<object>, end: LotEnd, buyerId: string | null): Promise<void> {
  const { lotId, hammer } = end
  const lot = (await nameLots(trx, [lotId])).get(lotId)
  if (lot === undefined) return
  const bidders = await bidderIdsOf(trx, lotId)
  const notices = bidders
    // Who talked with the house about it is told how the talk ended.
    .filter((accountId) => accountId !== buyerId && !(end.by === 'lapsed' && accountId === end.accountId))
    .map((accountId): Notice => {
      return { kind: 'lost', accountId, key: `lost:${lotId}:${accountId}`, facts: { ...lot, ...howLost(end, buyerId) } }
    })
  if (buyerId !== null && hammer !== null)
    notices.unshift({
      kind: 'won',
      accountId: buyerId,
      key: `won:${lotId}`,
      facts: { ...lot, hammer, ...howSold(end), invoice: await purchaseOf(trx, lotId) },
    })
  await tell(house, trx, notices)
}

function howLost({ by, hammer }: LotEnd, buyerId: string | null) {
  if (buyerId !== null && hammer !== null) return { outcome: 'sold' as const, hammer }
  return { outcome: by === 'withdrawn' ? ('withdrawn' as const) : ('not-sold' as const) }
}

function howSold({ by }: LotEnd): { by?: 'approved' | 'agreed' } {
  return by === 'approved' || by === 'agreed' ? { by } : {}
}
