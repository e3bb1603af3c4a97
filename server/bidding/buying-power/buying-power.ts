import type { BuyingPower } from '#contract/bidding/buying-power.ts'
import type { Money } from '#engine'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCommitments, type Commitments } from '../commitments.ts'

/** What a person has committed and what remains of their limit; `limit` is null when they have none. */
export function buyingPowerOf(commitments: Commitments, limit: Money | null): BuyingPower {
  const sums = commitments.sums()
  // A limit may be lowered below what is already committed; then nothing is free.
  return { limit, free: limit === null ? null : Math.max(0, limit - sums.committed), ...sums }
}

export async function readBuyingPower(app: App, person: Person): Promise<BuyingPower> {
  return buyingPowerOf(await readCommitments(app.db, app.keys, person.id), person.biddingLimit)
}
