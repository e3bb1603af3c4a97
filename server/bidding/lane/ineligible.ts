import type { BidderFacts } from '#engine'

/** The facts about a person that decide whether they may bid, on any lot. */
export type BidderAccount = {
  id: string
  isStaff: boolean
  isComplete: boolean
  isActive: boolean
  hasConfirmedEmail: boolean
  hasAddress: boolean
}

/** Why a person may not bid on a seller's lot, or null. `bidder` null: there is no such account. */
export function ineligible(bidder: BidderAccount | null, sellerId: string | null): BidderFacts['ineligible'] {
  if (bidder === null) return 'not-complete'
  if (bidder.isStaff) return 'staff'
  if (!bidder.isComplete) return 'not-complete'
  if (!bidder.isActive) return 'suspended'
  if (!bidder.hasConfirmedEmail) return 'email-unconfirmed'
  if (!bidder.hasAddress) return 'address-missing'
  return bidder.id === sellerId ? 'own-lot' : null
}

/** Why a lead may not fall to a person. An accepted bid is not undone because its bidder removed an address since. */
export function ineligibleToLead(bidder: BidderAccount | null, sellerId: string | null): BidderFacts['ineligible'] {
  return ineligible(bidder === null ? null : { ...bidder, hasAddress: true }, sellerId)
}
