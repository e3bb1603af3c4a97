import type { Standing } from '#contract/bidding/bidding.ts'

export type Standings = ReadonlyMap<string, Standing>

/** The newer of two standings of a lot wins: a price never goes back. */
export function withStanding(held: Standings, standing: Standing): Standings {
  const before = held.get(standing.lotId)
  if (before !== undefined && before.sequence > standing.sequence) return held
  return new Map(held).set(standing.lotId, standing)
}
