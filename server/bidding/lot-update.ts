import type { LedgerLine, Standing } from '#contract/bidding/bidding.ts'

/** An account that gained or lost the lead of a lot. */
export type LeadChange = { accountId: string; position: 'leading' | 'outbid' }

/** News for everyone who bid on a lot or watches it: it ended (again, when a high bid was decided), or bids were voided or passed over. */
export type LotNews = 'ended' | 'voided'

/**
 * The changes of one committed batch to one lot, as the feed sends them. Made only after COMMIT. `lines` are the public ledger lines of the
 * batch in order; `positions` are private, one per person who gained or lost the lead, and empty when there is `news`, which covers them.
 */
export type LotUpdate = {
  lotId: string
  auctionId: string
  standing: Standing
  lines: LedgerLine[]
  positions: LeadChange[]
  /** Accounts whose commitments the batch changed: the leaders before it and now. */
  bound: string[]
  news: LotNews | null
}
