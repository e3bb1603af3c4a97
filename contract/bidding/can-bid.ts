/** Whether a person can bid on a lot, or the first obstacle, in the order in which a bid is checked. */
export const CAN_BID = [
  'bid',
  /** A live lot that hasn't opened yet: a maximum can be set. */
  'leave-maximum',
  'log-in',
  'pay-fee',
  'send-document',
  'await-check',
  'suspended',
  /** The email isn't confirmed yet, or the postal address for the invoice is missing. */
  'confirm-email',
  'add-address',
  /** Staff accounts never bid. */
  'staff',
  'no-such-lot',
  'own-lot',
  'not-open',
  /** The auctioneer has stopped the clock. */
  'paused',
  'closed',
  'withdrawn',
  'over-limit',
  /** The bidding limit is in another currency than this auction, which has no limit of its own for the person. */
  'needs-limit',
] as const
export type CanBid = (typeof CAN_BID)[number]

/** Whether a bid, or a maximum before the opening, would be accepted. */
export function mayBid({ can }: { can: CanBid }): boolean {
  return can === 'bid' || can === 'leave-maximum'
}
