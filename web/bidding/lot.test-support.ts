import type { BidAnswer, LiveLot, Standing } from '#contract/bidding/bidding.ts'
import type { LiveView } from './use-live-lot.ts'

export const LOT_ID = '0190a000-0000-7000-8000-000000000002'
export const ADA = 1047
export const BORIS = 1012

export function standing(changes: Partial<Standing> = {}): Standing {
  return {
    lotId: LOT_ID,
    status: 'open',
    sequence: 5,
    price: 400000,
    nextBid: 405000,
    increment: 5000,
    leader: BORIS,
    reserve: 'none',
    buyNow: null,
    opensAt: 0,
    closesAt: 1_000_000,
    scheduledCloseAt: 1_000_000,
    bidCount: 3,
    extensions: 0,
    ...changes,
  }
}

export function live(changes: Partial<Standing> = {}, you: Partial<LiveLot['you']> = {}): LiveLot {
  return {
    standing: standing(changes),
    serverTime: 0,
    you: { paddle: ADA, position: 'none', maximum: null, watching: false, limit: null, eligibility: null, ...you },
  }
}

export function answer(changes: Partial<BidAnswer> = {}): BidAnswer {
  return {
    bidId: LOT_ID,
    lotId: LOT_ID,
    at: 0,
    sequence: 6,
    leading: true,
    bought: false,
    price: 405000,
    nextBid: 410000,
    closesAt: 1_000_000,
    extended: false,
    reserve: 'none',
    reason: { code: 'took-the-lead', from: BORIS, price: 405000, increment: 5000 },
    ...changes,
  }
}

/** A lot as its page shows it while the feed is live. */
export function viewOf(lot: LiveLot): LiveView {
  return { live: lot, failure: null, feed: { status: 'live', since: 0 }, extendedAt: null, readAgain: () => undefined }
}
