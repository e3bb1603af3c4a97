import { CompiledQuery, type Kysely } from 'kysely'
import { costOf, type CostTerms } from '#contract/invoices/costs.ts'
import type { LotStatus, Money } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import { openSealed } from './sealed.ts'

/** The costs of lots on top of their price, by lot id: fixed when the lot was published. */
export type LotCosts = ReadonlyMap<string, CostTerms>

/** A row of {@link READ_COSTS}. */
export type CostsRow = { lot_id: string; costs: CostTerms }

export const READ_COSTS = `select lot.id as lot_id, cost_terms.terms as costs
  from lot join cost_terms on cost_terms.id = lot.cost_terms_id where lot.id = any($1::uuid[])`

export function costsFrom(rows: readonly CostsRow[]): LotCosts {
  return new Map(rows.map((row) => [row.lot_id, row.costs]))
}

/**
 * The total of a price with premium, fees and tax, in minor units: what it commits, and what the invoice will state. The price alone for
 * lots published before costs were fixed.
 */
export function totalBy(costs: CostTerms | null | undefined): (price: Money) => Money {
  return (price) => (costs === null || costs === undefined ? price : costOf(price, costs).total)
}

/** A lot that binds a bidder's money: led (`sealed` holds the maximum), or bought and unpaid (`amount` is owed). */
export type BindingRow = {
  lot_id: string
  bidder_id: string
  status: LotStatus
  sealed: Buffer | null
  amount: number | null
  costs: CostTerms | null
}

/**
 * Everything that binds money of the given bidders (`$1`, ids). One statement, so one snapshot: a lot sold meanwhile appears as led or as
 * owed, never as both or neither. Source: the rulebook, "Bidding limit" and "How a lot ends".
 */
export const READ_BINDING = `
  select lot_id, leader_id as bidder_id, standing.status, sealed, null::bigint as amount, cost_terms.terms as costs
  from standing left join lot on lot.id = lot_id left join cost_terms on cost_terms.id = lot.cost_terms_id
  where leader_id = any($1::uuid[]) and standing.status in ('scheduled', 'open', 'reserve-not-met')
  union all
  select lot_id, bidder_id, 'sold', null, amount, null from purchase_due where bidder_id = any($1::uuid[])`

/** In minor units; `committed` is the sum of the others. */
export type CommitmentSums = { committed: Money; atRisk: Money; inNegotiations: Money; owed: Money }

/**
 * One bidder's commitments, lot by lot, in total cost. The limit check of a bid and the meter the bidder sees both use this sum, so they
 * can't disagree.
 */
export class Commitments {
  #lots = new Map<string, { status: LotStatus; amount: Money }>()

  /** Sets what a lot binds from now on: the total cost of its leader's maximum until it is sold, then the amount owed for it. */
  bind(lotId: string, status: LotStatus, amount: Money): void {
    this.#lots.set(lotId, { status, amount })
  }

  release(lotId: string): void {
    this.#lots.delete(lotId)
  }

  /** The amount bound by all lots but this one. */
  elsewhere(lotId: string): Money {
    return this.sums().committed - (this.#lots.get(lotId)?.amount ?? 0)
  }

  /** The lots that bind money. */
  lotIds(): string[] {
    return [...this.#lots.keys()]
  }

  sums(): CommitmentSums {
    const sums: CommitmentSums = { committed: 0, atRisk: 0, inNegotiations: 0, owed: 0 }
    for (const { status, amount } of this.#lots.values()) {
      sums.committed += amount
      if (status === 'sold') sums.owed += amount
      else if (status === 'reserve-not-met') sums.inNegotiations += amount
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

/** A bidder's total commitments, in minor units. */
export async function committedOf<T>(db: Kysely<T>, keys: Keys, accountId: string): Promise<Money> {
  return (await readCommitments(db, keys, accountId)).sums().committed
}
