import type { Paddle } from './bidder.ts'
import type { Money } from './money.ts'

/**
 * Why a bid led to the standing it led to, with the numbers a page needs to say so in plain words.
 * No reason discloses a maximum that is still sealed.
 */
export type Reason =
  | { code: 'first-bid'; price: Money }
  /** The challenger leads: one increment over the beaten leader, or his whole maximum where that is less, or his firm amount. */
  | { code: 'took-the-lead'; from: Paddle; price: Money; increment: Money }
  /** The leader's sealed maximum answered, `increment` above the bid or with all it had. */
  | { code: 'answered-by-proxy'; by: Paddle; price: Money; increment: Money; nextBid: Money }
  /** The leader's maximum was just as high and came first. `wouldHaveLed` is the least amount that would have led. */
  | { code: 'earlier-equal-maximum'; by: Paddle; price: Money; wouldHaveLed: Money }
  /** The price moved to the reserve because the leader's maximum reaches it. */
  | { code: 'jumped-to-reserve'; price: Money }
  /** The leader's raise completed a price that his old maximum had capped. */
  | { code: 'completed-own-cap'; price: Money; increment: Money }
  /** The leader named a higher price himself. */
  | { code: 'raised-own-price'; price: Money }
