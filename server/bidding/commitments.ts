import { CompiledQuery, type Kysely } from 'kysely'
import { costOf, type CostTerms } from '#contract/invoices/costs.ts'
import type { LotStatus, Money } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import type { Account } from '#server/platform/person.ts'
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

/** Bidding limits of a person, in minor units. On lots of an auction that `byAuction` names, its limit replaces the general one. */
export type Limits = { general: Money | null; byAuction: Readonly<Record<string, Money>> | null }

export function limitsOf(person: Pick<Account, 'biddingLimit' | 'auctionLimits'>): Limits {
  return { general: person.biddingLimit, byAuction: person.auctionLimits }
}

export function isLimited({ general, byAuction }: Limits): boolean {
  return general !== null || byAuction !== null
}

/** The limit for lots of an auction; null: none. */
export function limitIn({ general, byAuction }: Limits, auctionId: string): Money | null {
  return byAuction?.[auctionId] ?? general
}

/** A lot that binds a bidder's money: led (`sealed` holds the maximum), or bought and unpaid (`amount` is owed). */
export type BindingRow = {
  lot_id: string
  auction_id: string
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
  select lot_id, standing.auction_id, leader_id as bidder_id, standing.status, sealed, null::bigint as amount, cost_terms.terms as costs
  from standing left join lot on lot.id = lot_id left join cost_terms on cost_terms.id = lot.cost_terms_id
  where leader_id = any($1::uuid[]) and standing.status in ('scheduled', 'open', 'reserve-not-met')
  union all
  select purchase_due.lot_id, standing.auction_id, bidder_id, 'sold', null, amount, null
  from purchase_due join standing on standing.lot_id = purchase_due.lot_id where bidder_id = any($1::uuid[])`

/** In minor units; `committed` is the sum of the others. */
export type CommitmentSums = { committed: Money; atRisk: Money; inNegotiations: Money; owed: Money }

type Binding = { auctionId: string; status: LotStatus; amount: Money }

/**
 * One bidder's commitments, lot by lot, in total cost. The limit check of a bid and the meter the bidder sees both use this sum, so they
 * can't disagree.
 */
export class Commitments {
  #lots = new Map<string, Binding>()

  /** Sets what a lot binds from now on: the total cost of its leader's maximum until it is sold, then the amount owed for it. */
  bind(lotId: string, binding: Binding): void {
    this.#lots.set(lotId, binding)
  }

  release(lotId: string): void {
    this.#lots.delete(lotId)
  }

  /**
   * What counts against the limit for lots of an auction: that auction alone where it has a limit of its own, else everything outside of
   * such auctions. `lotId`: without this lot.
   */
  within({ byAuction }: Limits, auctionId: string, lotId?: string): Money {
    const isOwn = (id: string) => byAuction?.[id] !== undefined
    let sum = 0
    for (const [id, lot] of this.#lots) {
      const counts = isOwn(auctionId) ? lot.auctionId === auctionId : !isOwn(lot.auctionId)
      if (counts && id !== lotId) sum += lot.amount
    }
    return sum
  }

  /** What counts against the general limit. */
  outside({ byAuction }: Limits): Money {
    let sum = 0
    for (const { auctionId, amount } of this.#lots.values()) if (byAuction?.[auctionId] === undefined) sum += amount
    return sum
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
  for (const { lot_id: lotId, auction_id: auctionId, bidder_id: bidderId, status, sealed, amount, costs } of rows) {
    const maximum = amount === null ? openSealed(keys, lotId, sealed).leaderMaximum : null
    const bound = amount ?? (maximum === null ? 0 : totalBy(costs)(maximum))
    found.get(bidderId)?.bind(lotId, { auctionId, status, amount: bound })
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
