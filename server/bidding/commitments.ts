import { CompiledQuery, type Kysely } from 'kysely'
import { costOf, type CostTerms } from '#contract/invoices/costs.ts'
import type { BidderFacts, LotStatus, Money } from '#engine'
import type { Keys } from '#server/platform/keys.ts'
import type { Account } from '#server/platform/person.ts'
import { openSealed } from './sealed.ts'

/** A row of {@link READ_COSTS}. */
export type CostsRow = { lot_id: string; currency: string; costs: CostTerms | null }

/** The currency of lots and their costs on top of the price, by lot id: fixed when the lot was published. */
export type LotCosts = ReadonlyMap<string, Omit<CostsRow, 'lot_id'>>

export const READ_COSTS = `select lot_id, auction.currency, cost_terms.terms as costs
  from standing join auction on auction.id = auction_id left join lot on lot.id = lot_id
  left join cost_terms on cost_terms.id = lot.cost_terms_id where lot_id = any($1::uuid[])`

export function costsFrom(rows: readonly CostsRow[]): LotCosts {
  return new Map(rows.map(({ lot_id: lotId, ...costs }) => [lotId, costs]))
}

/**
 * The total of a price with premium, fees and tax, in minor units: what it commits, and what the invoice will state. The price alone for
 * lots published before costs were fixed.
 */
export function totalBy(costs: CostTerms | null | undefined): (price: Money) => Money {
  return (price) => (costs === null || costs === undefined ? price : costOf(price, costs).total)
}

/**
 * Bidding limits of a person, in minor units. The general one is in `currency`, the company's, and covers and counts only lots of auctions
 * in it. On lots of an auction that `byAuction` names, its limit replaces the general one, in the auction's currency.
 */
export type Limits = { general: Money | null; currency: string; byAuction: Readonly<Record<string, Money>> | null }

/** `currency`: the company's. */
export function limitsOf(person: Pick<Account, 'biddingLimit' | 'auctionLimits'>, currency: string): Limits {
  return { general: person.biddingLimit, currency, byAuction: person.auctionLimits }
}

export function isLimited(person: Pick<Account, 'biddingLimit' | 'auctionLimits'>): boolean {
  return person.biddingLimit !== null || person.auctionLimits !== null
}

/** An auction and its currency. */
type Place = { auctionId: string; currency: string | undefined }

/** The limit for lots of an auction; null: none; zero where the general one is in another currency. */
export function limitIn(limits: Limits, place: Place): Money | null {
  return limits.byAuction?.[place.auctionId] ?? (isOutside(limits, place) ? 0 : limits.general)
}

/** Whether the general limit doesn't cover lots of an auction because of their currency. */
function isOutside({ general, currency, byAuction }: Limits, place: Place): boolean {
  return general !== null && byAuction?.[place.auctionId] === undefined && place.currency !== currency
}

/** What a bid on a lot is checked against; null: no limit counts there. */
export function limitOn(
  limits: Limits,
  commitments: Commitments,
  { lotId, totalOf, ...place }: Place & { lotId: string; totalOf: (price: Money) => Money },
): BidderFacts['limit'] {
  const limit = limitIn(limits, place)
  if (limit === null) return null
  const why = isOutside(limits, place) ? ({ why: 'other-currency' } as const) : {}
  return { limit, committedElsewhere: commitments.within(limits, place, lotId), totalOf, ...why }
}

/** A lot that binds a bidder's money: led (`sealed` holds the maximum), or bought and unpaid (`amount` is owed). */
export type BindingRow = {
  lot_id: string
  auction_id: string
  currency: string
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
  select lot_id, standing.auction_id, auction.currency, leader_id as bidder_id, standing.status, sealed, null::bigint as amount,
    cost_terms.terms as costs
  from standing join auction on auction.id = standing.auction_id left join lot on lot.id = lot_id
  left join cost_terms on cost_terms.id = lot.cost_terms_id
  where leader_id = any($1::uuid[]) and standing.status in ('scheduled', 'open', 'reserve-not-met')
  union all
  select purchase_due.lot_id, standing.auction_id, auction.currency, bidder_id, 'sold', null, amount, null
  from purchase_due join standing on standing.lot_id = purchase_due.lot_id join auction on auction.id = standing.auction_id
  where bidder_id = any($1::uuid[])`

/** In minor units; `committed` is the sum of the others. */
export type CommitmentSums = { committed: Money; atRisk: Money; inNegotiations: Money; owed: Money }

type Binding = Place & { status: LotStatus; amount: Money }

/**
 * One bidder's commitments, lot by lot, in total cost and in the currency of each lot; amounts of two currencies are never added. The
 * limit check of a bid and the meter the bidder sees both use this sum, so they can't disagree.
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
   * What counts against the limit for lots of an auction: that auction alone where it has a limit of its own, else everything in its
   * currency outside of such auctions. `lotId`: without this lot.
   */
  within({ byAuction }: Limits, { auctionId, currency }: Place, lotId?: string): Money {
    const isOwn = (id: string) => byAuction?.[id] !== undefined
    let sum = 0
    for (const [id, lot] of this.#lots) {
      const counts = isOwn(auctionId) ? lot.auctionId === auctionId : !isOwn(lot.auctionId) && lot.currency === currency
      if (counts && id !== lotId) sum += lot.amount
    }
    return sum
  }

  /** What counts against the general limit. */
  outside(limits: Limits): Money {
    return this.within(limits, { auctionId: '', currency: limits.currency })
  }

  /** The currency of a lot that binds money. */
  currencyOf(lotId: string): string | undefined {
    return this.#lots.get(lotId)?.currency
  }

  /** The lots that bind money. */
  lotIds(): string[] {
    return [...this.#lots.keys()]
  }

  /** The currencies of these lots, in alphabetical order. */
  currencies(): string[] {
    return [...new Set([...this.#lots.values()].flatMap(({ currency }) => currency ?? []))].toSorted()
  }

  sums(currency: string): CommitmentSums {
    const sums: CommitmentSums = { committed: 0, atRisk: 0, inNegotiations: 0, owed: 0 }
    for (const { currency: own, status, amount } of this.#lots.values()) {
      if (own !== currency) continue
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
  for (const {
    lot_id: lotId,
    auction_id: auctionId,
    currency,
    bidder_id: bidderId,
    status,
    sealed,
    amount,
    costs,
  } of rows) {
    const maximum = amount === null ? openSealed(keys, lotId, sealed).leaderMaximum : null
    const bound = amount ?? (maximum === null ? 0 : totalBy(costs)(maximum))
    found.get(bidderId)?.bind(lotId, { auctionId, currency, status, amount: bound })
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
