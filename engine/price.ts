import { increment, stepInto } from './increments.ts'
import { nextBid } from './next-bid.ts'
import type { BidKind, LotEvent, LotState } from './lot.ts'
import type { Bidder } from './bidder.ts'
import type { Money } from './money.ts'
import type { Terms } from './terms.ts'

/** An accepted bid with the resulting standing. */
export type BidPlaced = Extract<LotEvent, { type: 'bid-placed' }>

/**
 * The standing after a bid that passed its guards. Source: the rulebook, "How the price moves".
 * `amount` in minor units, `at` in ms.
 */
export function placeBid(
  terms: Terms,
  state: LotState,
  bidder: Bidder,
  kind: BidKind,
  amount: Money,
  at: number,
): BidPlaced {
  const { leader } = state
  const firmAmount = kind === 'firm' ? amount : 0
  if (leader === null) return withReserve(terms, amount, firstBid(terms, bidder, kind, amount, at))
  // While a lot takes bids, its leader has a price and a maximum.
  const price = state.price ?? 0
  const leaderMaximum = state.leaderMaximum ?? 0
  if (leader.id === bidder.id) {
    const top = Math.max(leaderMaximum, amount)
    const raised = Math.max(price, firmAmount, proxyPrice(terms, top, state.runnerUp))
    return withReserve(terms, top, ownRaise(terms, leader, kind, amount, raised, at))
  }
  if (amount > leaderMaximum) {
    const beaten = Math.max(firmAmount, proxyPrice(terms, amount, leaderMaximum))
    return withReserve(terms, amount, tookTheLead(terms, leader, bidder, kind, amount, beaten, at))
  }
  const answered = Math.max(price, proxyPrice(terms, leaderMaximum, amount))
  return lostToLeader(terms, leader, leaderMaximum, bidder, kind, amount, answered, at)
}

/** min(top maximum, second maximum + increment(second)); the opening bid while there is no second. */
function proxyPrice(terms: Terms, top: Money, second: Money | null): Money {
  return second === null ? terms.openingBid : Math.min(top, second + increment(terms.increments, second))
}

/** As soon as the leader's maximum reaches the reserve while the price is below it, the price jumps to the reserve. */
function withReserve(terms: Terms, leaderMaximum: Money, placed: BidPlaced): BidPlaced {
  const reserve = terms.reserve ?? 0
  if (placed.price >= reserve || leaderMaximum < reserve) return placed
  placed.price = reserve
  placed.reason = { code: 'jumped-to-reserve', price: reserve }
  return placed
}

function firstBid(terms: Terms, bidder: Bidder, kind: BidKind, amount: Money, at: number): BidPlaced {
  const price = kind === 'firm' ? amount : terms.openingBid
  return { type: 'bid-placed', at, bidder, kind, amount, price, leader: bidder, reason: { code: 'first-bid', price } }
}

function ownRaise(terms: Terms, leader: Bidder, kind: BidKind, amount: Money, price: Money, at: number): BidPlaced {
  const reason =
    kind === 'firm'
      ? ({ code: 'raised-own-price', price } as const)
      : ({ code: 'completed-own-cap', price, increment: stepInto(terms.increments, price) } as const)
  return { type: 'bid-placed', at, bidder: leader, kind, amount, price, leader, reason }
}

function tookTheLead(
  terms: Terms,
  beaten: Bidder,
  bidder: Bidder,
  kind: BidKind,
  amount: Money,
  price: Money,
  at: number,
): BidPlaced {
  const step = stepInto(terms.increments, price)
  const reason = { code: 'took-the-lead', from: beaten.paddle, price, increment: step } as const
  return { type: 'bid-placed', at, bidder, kind, amount, price, leader: bidder, reason }
}

/** The leader stays: their maximum is higher, or equal and earlier. */
function lostToLeader(
  terms: Terms,
  leader: Bidder,
  leaderMaximum: Money,
  bidder: Bidder,
  kind: BidKind,
  amount: Money,
  price: Money,
  at: number,
): BidPlaced {
  const by = leader.paddle
  const reason =
    amount === leaderMaximum
      ? ({ code: 'earlier-equal-maximum', by, price, wouldHaveLed: amount + terms.bidUnit } as const)
      : ({
          code: 'answered-by-proxy',
          by,
          price,
          increment: stepInto(terms.increments, price),
          nextBid: nextBid(terms, { price }),
        } as const)
  return { type: 'bid-placed', at, bidder, kind, amount, price, leader, reason }
}
