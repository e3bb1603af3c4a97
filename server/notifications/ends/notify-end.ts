import type { Kysely } from 'kysely'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import { bidderIdsOf } from '#server/bidding/followers.ts'
import { purchaseOf } from '#server/invoices/purchase.ts'
import type { App } from '#server/platform/app.ts'
import type { Notice } from '#server/platform/notice.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { nameLots } from '../lot-names.ts'
import { recordNotices } from '../record-notices.ts'

type LotEnd = Topics['lot-sold']

/** Notifies the buyer that they won and every other bidder that they did not, in the transaction of the outbox. */
export async function notifySold(app: App, trx: Kysely<object>, end: LotEnd): Promise<void> {
  await notifyEnd(app, trx, end, end.accountId)
}

/** Notifies every bidder of a lot that was not sold; where the auction was canceled, one notice about all its lots was sent. */
export async function notifyUnsold(app: App, trx: Kysely<object>, end: LotEnd): Promise<void> {
  if (end.by === 'withdrawn' && (await readAuctionRow(trx, end.auctionId))?.canceled != null) return
  await notifyEnd(app, trx, end, null)
}

async function notifyEnd(app: App, trx: Kysely<object>, end: LotEnd, buyerId: string | null): Promise<void> {
  const { lotId, hammer } = end
  const lot = (await nameLots(trx, [lotId])).get(lotId)
  if (lot === undefined) return
  const bidders = await bidderIdsOf(trx, lotId)
  const notices = bidders
    // A bidder in negotiation is notified of its outcome separately.
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
  await recordNotices(app, trx, notices)
}

function howLost({ by, hammer }: LotEnd, buyerId: string | null) {
  if (buyerId !== null && hammer !== null) return { outcome: 'sold' as const, hammer }
  return { outcome: by === 'withdrawn' ? ('withdrawn' as const) : ('not-sold' as const) }
}

function howSold({ by }: LotEnd): { by?: 'approved' | 'agreed' } {
  return by === 'approved' || by === 'agreed' ? { by } : {}
}
