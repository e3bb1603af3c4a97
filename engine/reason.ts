import type { Paddle } from './bidder.ts'
import type { Money } from './money.ts'

/**
 * Why a bid led to its standing, with the numbers a page needs to explain it.
 * No reason discloses a maximum that is still sealed.
 */
export type Reason =
  | { code: 'first-bid'; price: Money }
  /** The challenger leads: one increment over the beaten leader, or their full maximum if that is less, or their firm bid. */
  | { code: 'took-the-lead'; from: Paddle; price: Money; increment: Money }
  /** The leader's sealed maximum answered, `increment` above the bid or with its full amount. */
  | { code: 'answered-by-proxy'; by: Paddle; price: Money; increment: Money; nextBid: Money }
  /** The leader's maximum was equal and earlier. `wouldHaveLed` is the lowest amount that would have led. */
  | { code: 'earlier-equal-maximum'; by: Paddle; price: Money; wouldHaveLed: Money }
  /** The price moved to the reserve because the leader's maximum reaches it. */
  | { code: 'jumped-to-reserve'; price: Money }
  /** The leader's raise completed an increment that their previous maximum had cut short. */
  | { code: 'completed-own-cap'; price: Money; increment: Money }
  /** The leader named a higher price themselves. */
  | { code: 'raised-own-price'; price: Money }
