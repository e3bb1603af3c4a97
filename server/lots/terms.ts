import type { Terms } from '#engine'
import type { Sale } from '#server/auctions/sale.ts'
import type { NewLot } from './store.ts'

/** When a lot of a run list can be bid on and is planned to end, in ms. */
export type Schedule = { opensAt: number | null; scheduledCloseAt: number | null; dueAt: number }

/** Timed lots end one after another from the sale's start; live lots have no times until they come up, only an earliest moment. */
export function scheduleOf(sale: Sale, position: number): Schedule {
  const before = position - 1
  if (sale.kind === 'live') {
    return { opensAt: null, scheduledCloseAt: null, dueAt: sale.startsAt + before * sale.terms.liveStartMs }
  }
  const scheduledCloseAt = sale.startsAt + before * sale.terms.lotEveryMs
  return { opensAt: sale.opensAt, scheduledCloseAt, dueAt: scheduledCloseAt }
}

/** All that the engine needs to know of a lot: the sale's terms with the lot's own amounts and times. */
export function termsOf(
  sale: Sale,
  lot: Pick<NewLot, 'opening_bid' | 'reserve' | 'buy_now'>,
  schedule: Schedule,
): Terms {
  const { lotEveryMs: _, ...shared } = sale.terms
  return {
    ...shared,
    saleKind: sale.kind,
    openingBid: lot.opening_bid,
    reserve: lot.reserve,
    buyNow: lot.buy_now,
    opensAt: schedule.opensAt,
    scheduledCloseAt: schedule.scheduledCloseAt,
  }
}
