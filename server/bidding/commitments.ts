import { CompiledQuery, type Kysely } from 'kysely'
import { costOf, type CostTerms } from '#contract/costs.ts'
import type { LotStatus, Money } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed } from './sealed.ts'

/** What lots cost beside their price, by the lot's id: fixed when the lot was published. */
export type LotCosts = ReadonlyMap<string, CostTerms>

/** A row of {@link READ_COSTS}. */
export type CostsRow = { lot_id: string; costs: CostTerms }

export const READ_COSTS = `select lot.id as lot_id, cost_terms.terms as costs
  from lot join cost_terms on cost_terms.id = lot.cost_terms_id where lot.id = any($1::uuid[])`

export function costsFrom(rows: readonly CostsRow[]): LotCosts {
  return new Map(rows.map((row) => [row.lot_id, row.costs]))
}

/**
 * What a price comes to with premium, fees and tax, in minor units: what it commits, and what the invoice will say. Without costs the
 * price alone, for lots published before costs were fixed.
 */
export function totalBy(costs: CostTerms | null | undefined): (price: Money) => Money {
  return (price) => (costs === null || costs === undefined ? price : costOf(price, costs).total)
}

/** One lot that binds money of somebody: led (`sealed` holds the maximum), or bought and not paid for (`amount` is owed). */
export type BindingRow = {
  lot_id: string
  bidder_id: string
  status: LotStatus
  sealed: Buffer | null
  amount: number | null
  costs: CostTerms | null
}

/**
 * All that binds money of some bidders (`$1`, ids). One statement and so one snapshot: a lot that is sold meanwhile is there as led or
 * as owed, never as both or neither. Source: the rulebook, "Bidding limit" and "How a lot ends".
 */
export const READ_BINDING = `
  select lot_id, leader_id as bidder_id, standing.status, sealed, null::bigint as amount, cost_terms.terms as costs
  from standing left join lot on lot.id = lot_id left join cost_terms on cost_terms.id = lot.cost_terms_id
  where leader_id = any($1::uuid[]) and standing.status in ('scheduled', 'open', 'reserve-not-met')
  union all
  select lot_id, bidder_id, 'sold', null, amount, null from purchase_due where bidder_id = any($1::uuid[])`

/** In minor units; `committed` is the sum of the others. */
export type CommitmentSums = { committed: Money; atRisk: Money; inTalks: Money; owed: Money }

/**
 * What one bidder has committed, lot by lot, in total cost. The limit check of a bid and the meter that the bidder sees both add it up here, so that
 * they cannot disagree.
 */
export class Commitments {
  #lots = new Map<string, { status: LotStatus; amount: Money }>()

  /** What a lot binds from now on: the total cost of its leader's maximum while it is not sold, then what is owed for it. */
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
  for (const { lot_id: lotId, bidder_id: bidderId, status, sealed, amount, costs } of rows) {
    const maximum = amount === null ? openSealed(keys, lotId, sealed).leaderMaximum : null
    found.get(bidderId)?.bind(lotId, status, amount ?? (maximum === null ? 0 : totalBy(costs)(maximum)))
  }
  return found
}

export async function readCommitments<T>(db: Kysely<T>, keys: Keys, accountId: string): Promise<Commitments> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(READ_BINDING, [[accountId]]))
  return commitmentsFrom(rows as BindingRow[], [accountId], keys).get(accountId)!
}

export async function readCosts<T>(db: Kysely<T>, lotIds: readonly string[]): Promise<LotCosts> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(READ_COSTS, [lotIds]))
  return costsFrom(rows as CostsRow[])
}

/** What a bidder has committed in all, in minor units. */
export async function committedOf<T>(db: Kysely<T>, keys: Keys, accountId: string): Promise<Money> {
  return (await readCommitments(db, keys, accountId)).sums().committed
}
