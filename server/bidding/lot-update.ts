import type { LedgerLine, Standing } from '#contract/bidding.ts'

/**
 * What one committed batch changed on one lot: what the feed tells. Made only after COMMIT.
 * `lines` are the public ledger lines of the batch in order; `positions` are private, one per person whose position changed.
 */
export type LotUpdate = {
  lotId: string
  auctionId: string
  standing: Standing
  lines: LedgerLine[]
  positions: { accountId: string; position: 'leading' | 'outbid' | 'won' | 'lost' }[]
}
