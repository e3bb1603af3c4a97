import {
  decide,
  evolve,
  increment,
  initialLot,
  nextBid,
  type Bidder,
  type BidKind,
  type Increments,
  type Money,
  type Terms,
} from '#engine'
import type { Random } from './random.ts'

export type PastBid = { at: number; bidder: Bidder; kind: BidKind; amount: Money }

/** A bidder and what the lot is worth to them, in minor units. */
export type Interest = { bidder: Bidder; budget: Money }

const FREE = { ineligible: null, limit: null, bidIdReused: false } as const

/**
 * Bids that people with these budgets could have placed between `from` and `until` (ms), ascending and all within the rules: mostly
 * the next bid, some jumps, some maximums, more of them near the end.
 */
export function inventBids(
  terms: Terms,
  interests: Interest[],
  span: { from: number; until: number },
  count: number,
  random: Random,
): PastBid[] {
  const times = Array.from({ length: count }, () => momentIn(span, random)).toSorted((a, b) => a - b)
  const bids: PastBid[] = []
  let state = initialLot(terms)
  for (const at of times) {
    const least = nextBid(terms, state)
    const able = interests.filter(({ bidder, budget }) => budget >= least && bidder.id !== state.leader?.id)
    if (able.length === 0) break
    const { bidder, budget } = random.pick(able)
    const bid: PastBid = { at, bidder, ...offerOf(terms, least, budget, random) }
    const command = {
      type: bid.kind === 'firm' ? 'firm-bid' : 'maximum',
      bidder,
      amount: bid.amount,
      facts: FREE,
    } as const
    const decision = decide(terms, state, command, at)
    if (!decision.ok) continue
    state = decision.events.reduce(evolve, state)
    bids.push(bid)
  }
  return bids
}

/** A firm next bid; occasionally a jump or a maximum up to the budget. All on increments, as people choose amounts. */
export function offerOf(
  terms: Pick<Terms, 'increments'>,
  least: Money,
  budget: Money,
  random: Random,
): { kind: BidKind; amount: Money } {
  const room = budget - least
  if (random.chance(0.25)) {
    return { kind: 'maximum', amount: rounded(terms, least + room * (0.4 + 0.6 * random.next()), least) }
  }
  const jump = random.chance(0.15) ? room * 0.25 * random.next() : 0
  return { kind: 'firm', amount: rounded(terms, least + jump, least) }
}

/** The highest price at or below `amount` that whole increments lead to; bands start at multiples of their step. */
export function onIncrement(increments: Increments, amount: Money): Money {
  return amount - (amount % increment(increments, amount))
}

/** Rounded down to an increment, never below `least`. */
function rounded({ increments }: Pick<Terms, 'increments'>, amount: number, least: Money): Money {
  return Math.max(least, onIncrement(increments, Math.floor(amount)))
}

/** More likely closer to the end. */
function momentIn({ from, until }: { from: number; until: number }, random: Random): number {
  return Math.floor(until - (until - from) * random.next() ** 3)
}
