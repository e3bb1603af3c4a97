import type { Ineligible } from './bidder.ts'
import type { Money } from './money.ts'

/**
 * Why a bid, or a change of a maximum, is refused, in the order of precedence of the rulebook. `bid-expired` (the bid reached its lot after
 * the moment its sender set) comes from the server, not from the engine.
 */
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
  'bid-expired',
  'maximum-committed',
  'no-live-maximum',
] as const

/** Every refusal. `rate-limited` and `busy` come from the server; the codes after them refuse commands other than bids. */
export const REJECTION_CODES = [
  ...BID_REJECTIONS,
  'rate-limited',
  'busy',
  'not-due',
  'nothing-to-void',
  'not-undecided',
  'not-your-negotiation',
  'bidder-free',
  'still-bound',
  'below-high-bid',
  'above-reserve',
  'same-offer',
  'offer-crosses',
  'offer-gone',
  'nothing-to-show',
  'not-sold',
  'not-paused',
  'not-live',
  'standing-moved',
  'nothing-to-hammer',
  'has-buyer',
  'high-bidder-not-active',
] as const

export type RejectionCode = (typeof REJECTION_CODES)[number]

/** A refusal is a value: the code, and the numbers its message needs. */
export type Rejection =
  | { code: 'not-eligible'; why: Ineligible }
  | { code: 'not-a-bid-unit'; bidUnit: Money }
  | { code: 'below-next-bid'; nextBid: Money }
  | { code: 'over-bidding-limit'; limit: Money; committed: Money; why?: 'other-currency' }
  | { code: 'maximum-committed'; committed: Money }
  | { code: 'below-high-bid'; highBid: Money }
  | {
      code: Exclude<
        RejectionCode,
        | 'not-eligible'
        | 'not-a-bid-unit'
        | 'below-next-bid'
        | 'over-bidding-limit'
        | 'maximum-committed'
        | 'below-high-bid'
      >
    }
