import type { Reach } from '#server/bidding/reads/read-reach.ts'
import type { LotIndex } from './lot-index.ts'

/** By lot, 1 where this person can bid on it at `now`, as of what the index holds. One pass, then what is judged one by one. */
export function biddableTo(index: LotIndex, { accountId, most, apart }: Reach, now: number): Uint8Array {
  const { size, takesFrom, takesUntil, leastBid } = index
  const column = new Uint8Array(size)
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    column[ordinal] =
      Number(takesFrom[ordinal]! <= now) & Number(now < takesUntil[ordinal]!) & Number(leastBid[ordinal]! <= most)
  }
  for (const ordinal of index.ordinalsOfSeller(accountId)) column[ordinal] = 0
  for (const [lotId, may] of apart) {
    const ordinal = index.ordinalOf(lotId)
    if (ordinal !== undefined) column[ordinal] = Number(may)
  }
  return column
}
