import type { Standing } from '#contract/bidding/bidding.ts'
import type { BidKind, Increments, Money } from '#engine'
import { offerOf } from './history.ts'
import { randomFrom, type Random } from './random.ts'
import { OPENING_SHARE } from './auctions.ts'

/** What a simulated bidder knows of a lot in addition to its standing. */
export type KnownLot = { lotId: string; openingBid: Money; increments: Increments }

const MINUTE_MS = 60_000

/**
 * What the lot is worth to that bidder, in minor units; 0 if they aren't interested. Always the same for the same pair, so no bidder
 * forgets their limit. Estimated from the opening bid, which is public.
 */
export function budgetFor(paddle: number, { lotId, openingBid }: Pick<KnownLot, 'lotId' | 'openingBid'>): Money {
  const random = randomFrom(`${paddle} ${lotId}`)
  if (!random.chance(0.35)) return 0
  return Math.round((openingBid / OPENING_SHARE) * (0.68 + 0.42 * random.next()))
}

/** The probability of a bid on the lot per poll, a few seconds after the previous one: low for hours, high at the end. */
export function eagerness(standing: Standing, now: number): number {
  const { status, closesAt, scheduledCloseAt } = standing
  if (status === 'scheduled') return closesAt === null || closesAt > now ? 0.004 : 0
  if (status !== 'open' || closesAt === null || closesAt <= now) return 0
  const leftMs = closesAt - now
  // A live lot lasts half a minute.
  if (scheduledCloseAt === null) return 0.12
  if (leftMs < 3 * MINUTE_MS) return 0.3
  if (leftMs < 15 * MINUTE_MS) return 0.05
  return 0.006
}

/**
 * What that bidder offers now; null if they lead, the price is beyond their limit, or they've had enough. Maximums only before the
 * opening.
 */
export function offerFor(
  paddle: number,
  lot: KnownLot,
  standing: Standing,
  random: Random,
): { kind: BidKind; amount: Money } | null {
  const budget = budgetFor(paddle, lot)
  if (standing.leader === paddle || budget < standing.nextBid) return null
  const givesUp = standing.bidCount > 12 && random.chance(0.3)
  if (givesUp) return null
  const offer = offerOf(lot, standing.nextBid, budget, random)
  return standing.status === 'scheduled' ? { ...offer, kind: 'maximum' } : offer
}
