/** Why a bid, or a change of a maximum, is refused. */
export const BID_REJECTIONS = [
  'lot-not-found',
  'not-eligible',
  'lot-not-open',
  'lot-closed',
  'lot-withdrawn',
  'lot-paused',
  'bid-id-reused',
  'not-a-bid-unit',
  'below-next-bid',
  'maximum-not-raised',
  'over-bidding-limit',
  'buy-now-gone',
  'maximum-committed',
  'no-live-maximum',
  'bid-expired',
] as const
