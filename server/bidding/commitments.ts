import { CompiledQuery, type Kysely } from 'kysely'
import type { LotStatus, Money } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed } from './sealed.ts'

/** One lot that binds money of somebody: led (`sealed` holds the maximum), or bought and not paid for (`amount` is owed). */
export type BindingRow = {
  lot_id: string
  bidder_id: string
  status: LotStatus
  sealed: Buffer | null
  amount: number | null
}

/**
 * All that binds money of some bidders (`$1`, ids). One statement and so one snapshot: a lot that is sold meanwhile is there as led or
 * as owed, never as both or neither. Source: the rulebook, "Bidding limit" and "How a lot ends".
 */
export const READ_BINDING = `
  select lot_id, leader_id as bidder_id, status, sealed, null::bigint as amount from standing
  where leader_id = any($1::uuid[]) and status in ('scheduled', 'open', 'reserve-not-met')
  union all
  select lot_id, bidder_id, 'sold', null, amount from purchase_due where bidder_id = any($1::uuid[])`

/** In minor units; `committed` is the sum of the others. */
export type CommitmentSums = { committed: Money; atRisk: Money; inTalks: Money; owed: Money }

/**
 * What one bidder has committed, lot by lot. The limit check of a bid and the meter that the bidder sees both add it up here, so that
 * they cannot disagree.
 */
export class Commitments {
  #lots = new Map<string, { status: LotStatus; amount: Money }>()

  /** What a lot binds from now on: its leader's maximum while it is not sold, then what is owed for it. */
  bind(lotId: string, status: LotStatus, amount: Money): void {
    this.#lots.set(lotId, { status, amount })
  }

  release(lotId: string): void {
    this.#lots.delete(lotId)
  }

  /** What all lots but this one bind. */
  elsewhere(lotId: string): Money {
    return this.sums().committed - (this.#lots.get(lotId)?.amount ?? 0)
  }

  /** The lots that bind something. */
  lotIds(): string[] {
    return [...this.#lots.keys()]
  }

  sums(): CommitmentSums {
    const sums: CommitmentSums = { committed: 0, atRisk: 0, inTalks: 0, owed: 0 }
    for (const { status, amount } of this.#lots.values()) {
      sums.committed += amount
      if (status === 'sold') sums.owed += amount
      else if (status === 'reserve-not-met') sums.inTalks += amount
      else sums.atRisk += amount
    }
    return sums
  }
}

/** The commitments of each of `bidderIds`, from what {@link READ_BINDING} found. */
export function commitmentsFrom(
  rows: readonly BindingRow[],
  bidderIds: readonly string[],
  keys: Keys,
): Map<string, Commitments> {
  const found = new Map(bidderIds.map((id) => [id, new Commitments()]))
  for (const { lot_id: lotId, bidder_id: bidderId, status, sealed, amount } of rows) {
    found.get(bidderId)?.bind(lotId, status, amount ?? openSealed(keys, lotId, sealed).leaderMaximum ?? 0)
  }
  return found
}

export async function readCommitments<T>(db: Kysely<T>, keys: Keys, accountId: string): Promise<Commitments> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(READ_BINDING, [[accountId]]))
  return commitmentsFrom(rows as BindingRow[], [accountId], keys).get(accountId)!
}

/** What a bidder has committed in all, in minor units. */
export async function committedOf<T>(db: Kysely<T>, keys: Keys, accountId: string): Promise<Money> {
  return (await readCommitments(db, keys, accountId)).sums().committed
}
