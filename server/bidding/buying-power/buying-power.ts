import type { BuyingPower } from '#contract/buying-power.ts'
import type { Money } from '#engine'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { readCommitments, type Commitments } from '../commitments.ts'

/** What a person has committed and what is left of the limit; `limit` null: none. */
export function buyingPowerOf(commitments: Commitments, limit: Money | null): BuyingPower {
  const sums = commitments.sums()
  // A limit that was lowered may lie below what is committed already: then nothing is free.
  return { limit, free: limit === null ? null : Math.max(0, limit - sums.committed), ...sums }
}

export async function readBuyingPower(house: House, person: Person): Promise<BuyingPower> {
  return buyingPowerOf(await readCommitments(house.db, house.keys, person.id), person.biddingLimit)
}
