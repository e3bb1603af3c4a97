import type { Reach } from '#server/bidding/reads/read-reach.ts'
import { pricesWithin, type KnownCosts } from './known-costs.ts'
import type { LotIndex } from './lot-index.ts'

/** `prices`: of a person with a limit, the highest price within what is free of it, by the number of a lot's cost terms. */
export type ReachInPrices = Reach & { prices: Float64Array | null }

/** What a person reaches, in prices: a bid commits its total cost, which the costs of each lot decide. */
export function reachInPrices(reach: Reach, costs: KnownCosts): ReachInPrices {
  const isFinite = reach.most >= 0 && reach.most < Infinity
  return { ...reach, prices: isFinite ? pricesWithin(reach.most, costs) : null }
}

/** By lot, 1 where this person can bid on it at `now`, as of what the index holds. One pass, then what is judged one by one. */
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
