import { sql, type Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { Increments, Money } from '#engine'
import { createAuction, usualAuctionTerms, type AuctionInput } from '#server/auctions/create-auction.ts'
import { markPublished } from '#server/auctions/publish-auction.ts'
import { noteHero } from '#server/auctions/run-list.ts'
import { openStanding } from '#server/bidding/open-standing.ts'
import { createLot } from '#server/lots/create-lot.ts'
import { createVehicle } from '#server/lots/create-vehicle.ts'
import { publishLots, type PublishedLot } from '#server/lots/publish-lots.ts'
import type { App } from '#server/platform/app.ts'
import { onIncrement } from './history.ts'
import { randomFrom, type Random } from './random.ts'
import { makeVehicle, MODELS, YARDS } from './vehicles.ts'

/** Whose lot it is, by its place in the run list; null: nobody’s that we settle with. */
export type SellerOfLot = (index: number) => { consignorId: string | null; accountId: string | null }

/** The plan of a demo auction. Instants and durations in ms. */
export type DemoAuction = Pick<AuctionInput, 'title' | 'kind' | 'description' | 'opensAt' | 'startsAt'> & {
  yard: number
  lots: number
  lotEveryMs: number
}

/** An open lot and its worth in minor units, from which the bidders' budgets are derived. */
export type DemoLot = PublishedLot & { worth: Money }

/** A few vehicles of every auction arrived too late to be inspected. */
const LOTS_PER_UNINSPECTED = 11

/** Enters and publishes an auction with all its lots, ready for bids, in one transaction of the caller. */
export async function enterAuction<T>(
  app: App,
  trx: Kysely<T>,
  terms: CompanyTerms,
  auction: DemoAuction & { sellerOf: SellerOfLot },
  now: number,
): Promise<DemoLot[]> {
  const { sellerOf, title, kind, description, opensAt, startsAt, lotEveryMs } = auction
  const random = randomFrom(`${title} ${startsAt}`)
  const location = YARDS[auction.yard % YARDS.length] ?? ''
  const auctionId = await createAuction(trx, {
    title,
    kind,
    description,
    opensAt,
    startsAt,
    location,
    currency: terms.currency,
    terms: { ...usualAuctionTerms(terms, kind), lotEveryMs },
    heroPhoto: null,
    demo: true,
  })
  const worths = new Map<string, Money>()
  const models = runList(auction.lots, random, await setsInUse(trx))
  // The most valuable one represents the auction.
  const hero = models.toSorted((a, b) => b.value - a.value)[0]
  for (const [index, model] of models.entries()) {
    const unit = terms.currency === 'USD' || terms.currency === 'GBP' ? 'mi' : 'km'
    const inspectedOn = index % LOTS_PER_UNINSPECTED === 6 ? null : dayBefore(Math.min(opensAt, now), 2 + (index % 3))
    const vehicle = makeVehicle(model, random, { unit, location, inspectedOn })
    const vehicleId = await createVehicle(trx, vehicle.input, now)
    const prices = pricesOf(vehicle.worth, index % 2 === 1, terms.increments, random)
    const { accountId: sellerId, consignorId } = sellerOf(index)
    const lotId = await createLot(trx, { auctionId, vehicleId, sellerId, consignorId, ...prices })
    worths.set(lotId, vehicle.worth * 100)
    // As our own list would name it; the number of the lot is the only one at hand that is never used twice.
    await sql`
      update vehicle set stock_number = 'P' || lot_number from lot where lot.id = ${lotId} and vehicle.id = lot.vehicle_id`.execute(
      trx,
    )
    if (model === hero) await noteHero(trx, auctionId, { name: `${model.folder}-hero`, vehicleId })
  }
  await markPublished(trx, auctionId)
  const published = await publishLots(app, trx, auctionId)
  for (const lot of published) await openStanding(trx, lot)
  return published.map((lot) => ({ ...lot, worth: worths.get(lot.lotId) ?? 0 }))
}

function dayBefore(instant: number, days: number): string {
  return new Date(instant - days * 86_400_000).toISOString().slice(0, 10)
}

/** Folders of pictures by how many open lots show them, and how many lots at all. */
type SetsInUse = Map<string, { open: number; all: number }>

async function setsInUse<T>(trx: Kysely<T>): Promise<SetsInUse> {
  const found = await sql<{ folder: string; open: number; all: number }>`
    select regexp_replace(v.photos -> 0 ->> 'name', '-hero$', '') as folder,
      count(*) filter (where s.status in ('scheduled', 'open'))::int as open, count(*)::int as "all"
    from lot l join vehicle v on v.id = l.vehicle_id join standing s on s.lot_id = l.id where jsonb_array_length(v.photos) > 0 group by 1`.execute(
    trx,
  )
  return new Map(found.rows.map(({ folder, ...uses }) => [folder, uses]))
}

/** In a random order, those that no open lot shows first, then the least shown: so that no view shows a set of pictures twice. */
function runList(count: number, random: Random, inUse: SetsInUse): typeof MODELS {
  const uses = ({ folder }: (typeof MODELS)[number]) => inUse.get(folder) ?? { open: 0, all: 0 }
  const round = random
    .some(MODELS, MODELS.length)
    .toSorted((a, b) => uses(a).open - uses(b).open || uses(a).all - uses(b).all)
  const chosen = Array.from({ length: count }, (_, index) => round[index % round.length]!)
  return random.some(chosen, count)
}

/** Opens at three tenths of the worth; every second lot has a reserve, some a buy-now price. In minor units, on increments. */
function pricesOf(
  worth: number,
  hasReserve: boolean,
  increments: Increments,
  random: Random,
): { openingBid: Money; reserve: Money | null; buyNow: Money | null } {
  return {
    openingBid: rounded(worth * OPENING_SHARE, increments),
    reserve: hasReserve ? rounded(worth * (0.72 + 0.2 * random.next()), increments) : null,
    buyNow: random.chance(0.15) ? rounded(worth * 1.25, increments) : null,
  }
}

/** The opening bid's share of the worth. */
export const OPENING_SHARE = 0.3

function rounded(units: number, increments: Increments): Money {
  return onIncrement(increments, Math.max(50, Math.round(units / 50) * 50) * 100)
}
