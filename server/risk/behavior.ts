/**
 * How a person bid on one lot, in the features by which the literature on shill bidding describes it (Alzahrani and Sadaoui, "Scraping and
 * preprocessing commercial auction data for fraud classification", 2018). All from 0 to 1.
 */
export type Behavior = {
  /** How much of the person's bidding is on lots of this seller. */
  tendency: number
  /** Their share of the lot's bids. */
  ratio: number
  /** 0: never outbid themselves; 0.5: once in a row; 1: more often. */
  successive: number
  /** How rarely they win: 1 is never. */
  losing: number
  /** When their last bid came, as a part of the lot's bidding time. */
  lastBid: number
  /** When their first bid came, likewise. */
  firstBid: number
  /** How much more the lot was bid on than lots usually are; 0: not more. */
  intensity: number
  /** How low the lot started against what lots usually start at; 0: not lower. */
  cheapStart: number
}

/** What happened on one lot that is over. Instants in ms, prices in minor units. */
export type LotHistory = {
  lotId: string
  sellerId: string
  /** When the bidding began and ended. */
  firstAt: number
  closedAt: number
  openingBid: number
  reserve: number | null
  /** The high estimate; null: none. */
  guide: number | null
  winnerId: string | null
  /** In their order; `price` is the standing price after the bid. */
  bids: readonly { bidderId: string; at: number; price: number }[]
  retractions: readonly { bidderId: string; at: number }[]
}

/** What a bidder did on all lots in the time looked at, this one included. */
export type Past = { lots: number; wins: number; ofSeller: number; winsOfSeller: number }

/** What is usual: bids on a lot, and the opening bid. */
export type Usual = { bids: number; openingBid: number }

/** Few lots say little about a person: a first-time bidder bids on one seller's lots only. */
const PRIOR_LOTS = 3

export function behaviorOf(lot: LotHistory, bidderId: string, past: Past, usual: Usual): Behavior {
  const own = lot.bids.filter((bid) => bid.bidderId === bidderId)
  const span = Math.max(1, lot.closedAt - lot.firstAt)
  const at = (bid: { at: number } | undefined) => within((bid === undefined ? 0 : bid.at - lot.firstAt) / span)
  const runs = longestRun(lot, bidderId)
  return {
    tendency: past.ofSeller / (past.lots + PRIOR_LOTS),
    ratio: lot.bids.length === 0 ? 0 : own.length / lot.bids.length,
    successive: runs <= 1 ? 0 : runs === 2 ? 0.5 : 1,
    losing: (past.lots - past.wins) / (past.lots + PRIOR_LOTS),
    lastBid: at(own.at(-1)),
    firstBid: at(own[0]),
    intensity: within(1 - usual.bids / Math.max(1, lot.bids.length)),
    cheapStart: within(1 - lot.openingBid / Math.max(1, usual.openingBid)),
  }
}

/** The most bids in a row by one bidder: each after the first outbids their own. */
export function longestRun({ bids }: LotHistory, bidderId: string): number {
  let [longest, run] = [0, 0]
  for (const bid of bids) {
    run = bid.bidderId === bidderId ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
