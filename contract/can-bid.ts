/** Whether a person can bid on a lot, or the first thing that stands between, in the order in which a bid is judged. */
export const CAN_BID = [
  'bid',
  /** A live lot that has not come up yet: a maximum can be left. */
  'leave-maximum',
  'log-in',
  'pay-fee',
  'send-document',
  'await-check',
  'suspended',
  /** The email is not confirmed yet, or there is no postal address for the invoice. */
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
] as const
export type CanBid = (typeof CAN_BID)[number]

/** Whether a bid would be taken: nothing stands between. */
export function mayBid({ can }: { can: CanBid }): boolean {
  return can === 'bid' || can === 'leave-maximum'
}
