import type { Reach } from '#server/bidding/reads/read-reach.ts'
import { pricesWithin, type KnownCosts } from './known-costs.ts'
import type { LotIndex } from './lot-index.ts'

/** `prices`: for a person with a limit, the highest price that their free amount covers, by cost terms number. */
export type ReachInPrices = Reach & { prices: Float64Array | null }

/** What a person can afford, in prices: a bid commits its total cost, which depends on each lot's costs. */
export function reachInPrices(reach: Reach, costs: KnownCosts): ReachInPrices {
  const isFinite = reach.most >= 0 && reach.most < Infinity
  return { ...reach, prices: isFinite ? pricesWithin(reach.most, costs) : null }
}

/** By lot, 1 if this person can bid on it at `now`, according to the index. One pass, then the lots judged one by one. */
export function biddableTo(
  index: LotIndex,
  { accountId, most, apart, prices }: ReachInPrices,
  now: number,
): Uint8Array {
  const { size, takesFrom, takesUntil, leastBid, costTerms } = index
  const column = new Uint8Array(size)
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    column[ordinal] =
      Number(takesFrom[ordinal]! <= now) &
      Number(now < takesUntil[ordinal]!) &
      Number(leastBid[ordinal]! <= (prices === null ? most : prices[costTerms[ordinal]!]!))
  }
  for (const ordinal of index.ordinalsOfSeller(accountId)) column[ordinal] = 0
  for (const [lotId, may] of apart) {
    const ordinal = index.ordinalOf(lotId)
    if (ordinal !== undefined) column[ordinal] = Number(may)
  }
  return column
}
