import type { AuctionEntry } from '#contract/auctions/auction-entry.ts'

const HOUR_MS = 3_600_000

/** What an auctioneer enters for a timed auction that opens in an hour and whose first lot ends in two. */
export function plannedAuction(own: Partial<AuctionEntry> = {}): AuctionEntry {
  const startsAt = Date.now() + 2 * HOUR_MS
  return {
    title: 'Planned auction',
    kind: 'timed',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: startsAt - HOUR_MS,
    startsAt,
    lotEveryMs: 60_000,
    liveStartMs: 30_000,
    extensionWindowMs: 120_000,
    extensionMs: 120_000,
    bidUnit: 100,
    increments: [
      [0, 1000],
      [10_000, 2500],
    ],
    ...own,
  }
}
