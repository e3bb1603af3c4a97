import type { Terms } from '#engine'
import type { StoredAuction } from '#server/auctions/auction.ts'
import type { NewLot } from './store.ts'

/** When a lot of a run list opens for bids and is planned to end, in ms. */
export type Schedule = { opensAt: number | null; scheduledCloseAt: number | null; dueAt: number }

/** Timed lots end one after another from the auction's start; live lots have no times until they come up, only an earliest moment. */
export function scheduleOf(auction: StoredAuction, position: number): Schedule {
  const before = position - 1
  if (auction.kind === 'live') {
    return { opensAt: null, scheduledCloseAt: null, dueAt: auction.startsAt + before * auction.terms.liveStartMs }
  }
  const scheduledCloseAt = auction.startsAt + before * auction.terms.lotEveryMs
  return { opensAt: auction.opensAt, scheduledCloseAt, dueAt: scheduledCloseAt }
}

/** All that the engine needs to know of a lot: the auction's terms with the lot's own amounts and times. */
export function termsOf(
  auction: StoredAuction,
  lot: Pick<NewLot, 'opening_bid' | 'reserve' | 'buy_now'>,
  schedule: Schedule,
): Terms {
  const { lotEveryMs: _, costs: __, ...shared } = auction.terms
  return {
    ...shared,
    auctionKind: auction.kind,
    openingBid: lot.opening_bid,
    reserve: lot.reserve,
    buyNow: lot.buy_now,
    opensAt: schedule.opensAt,
    scheduledCloseAt: schedule.scheduledCloseAt,
  }
}
