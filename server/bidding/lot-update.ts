import type { LedgerLine, Standing } from '#contract/bidding.ts'

/** Who took the lead of a lot, or lost it. */
export type LeadChange = { accountId: string; position: 'leading' | 'outbid' }

/** What concerns everybody who bid on a lot or watches it: it came to an end (again, when a high bid was decided), or bids were voided or passed over. */
export type LotNews = 'ended' | 'voided'

/**
 * What one committed batch changed on one lot: what the feed tells. Made only after COMMIT.
 * `lines` are the public ledger lines of the batch in order; `positions` are private, one per person who took or lost the lead;
 * there are none beside `news`, which says more.
 */
export type LotUpdate = {
  lotId: string
  auctionId: string
  standing: Standing
  lines: LedgerLine[]
  positions: LeadChange[]
  /** Whose commitments the batch changed: those who led the lot before it or lead it now. */
  bound: string[]
  news: LotNews | null
}
