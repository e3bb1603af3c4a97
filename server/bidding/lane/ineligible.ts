import type { BidderFacts } from '#engine'

/** What of a person a bid depends on, whatever the lot. */
export type BidderStanding = { id: string; isComplete: boolean; isActive: boolean }

/** Why a person may not bid on a seller's lot, or null. `bidder` null: there is no such account. */
export function ineligible(bidder: BidderStanding | null, sellerId: string | null): BidderFacts['ineligible'] {
  if (bidder === null || !bidder.isComplete) return 'not-complete'
  if (!bidder.isActive) return 'suspended'
  return bidder.id === sellerId ? 'own-lot' : null
}
