import type { LotMessage } from '#contract/bidding/feed.ts'

/** A lot's message with the lines after `from` up to `sequence`, for tests. */
export function lotMessage(lotId: string, from: number, sequence: number): LotMessage {
  return {
    type: 'lot',
    serverTime: 1,
    from,
    standing: {
      lotId,
      status: 'open',
      sequence,
      price: 100,
      nextBid: 200,
      increment: 100,
      leader: 101,
      reserve: 'none',
      buyNow: null,
      opensAt: 0,
      closesAt: 10_000,
      scheduledCloseAt: 10_000,
      bidCount: 1,
      extensions: 0,
    },
    lines: Array.from({ length: sequence - from }, (_, index) => ({
      sequence: from + index + 1,
      at: 1,
      type: 'bid-placed',
    })),
  }
}
