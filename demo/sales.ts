import type { Kysely } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import type { Money } from '#engine'
import { createAuction, usualSaleTerms, type AuctionInput } from '#server/auctions/create-auction.ts'
import { publishAuction } from '#server/auctions/publish-auction.ts'
import { openStanding } from '#server/bidding/open-standing.ts'
import { createLot } from '#server/lots/create-lot.ts'
import { createVehicle } from '#server/lots/create-vehicle.ts'
import { publishLots, type PublishedLot } from '#server/lots/publish-lots.ts'
import type { House } from '#server/platform/house.ts'
import { randomFrom, type Random } from './random.ts'
import { makeVehicle, MODELS, YARDS } from './vehicles.ts'

/** A demo sale as it is planned. Instants and durations in ms. */
export type DemoSale = Pick<AuctionInput, 'title' | 'kind' | 'description' | 'opensAt' | 'startsAt'> & {
  yard: number
  lots: number
  lotEveryMs: number
}

/** A lot on sale and what it is worth, in minor units: what people's budgets are made from. */
export type DemoLot = PublishedLot & { worth: Money }

/** Every fifth lot, from the third on, belongs to somebody who also bids. */
const LOTS_PER_CONSIGNED = 5

/** A few vehicles of every sale came too late to be inspected. */
const LOTS_PER_UNINSPECTED = 11

/** Enters and publishes a sale with all its lots, ready for bids. One transaction of the caller. */
export async function enterSale<T>(
  house: House,
  trx: Kysely<T>,
  terms: HouseTerms,
  sale: DemoSale & { consignorId: string | null },
  now: number,
): Promise<DemoLot[]> {
  const { consignorId, title, kind, description, opensAt, startsAt, lotEveryMs } = sale
  const random = randomFrom(`${title} ${startsAt}`)
  const location = YARDS[sale.yard % YARDS.length] ?? ''
  const auctionId = await createAuction(trx, {
    title,
    kind,
    description,
    opensAt,
    startsAt,
    location,
    currency: terms.currency,
    terms: { ...usualSaleTerms(terms, kind), lotEveryMs },
    heroPhoto: `${MODELS[sale.yard % MODELS.length]?.folder}-hero`,
    demo: true,
  })
  const worths = new Map<string, Money>()
  for (const [index, model] of runList(sale.lots, random).entries()) {
    const unit = terms.currency === 'USD' || terms.currency === 'GBP' ? 'mi' : 'km'
    const inspectedOn = index % LOTS_PER_UNINSPECTED === 6 ? null : dayBefore(Math.min(opensAt, now), 2 + (index % 3))
    const vehicle = makeVehicle(model, random, { unit, location, inspectedOn })
    const vehicleId = await createVehicle(trx, vehicle.input, now)
    const prices = pricesOf(vehicle.worth, index % 2 === 1, random)
    const sellerId = index % LOTS_PER_CONSIGNED === 2 ? consignorId : null
    const lotId = await createLot(trx, { auctionId, vehicleId, sellerId, ...prices })
    worths.set(lotId, vehicle.worth * 100)
  }
  await publishAuction(trx, auctionId)
  const published = await publishLots(house, trx, auctionId)
  for (const lot of published) await openStanding(trx, lot)
  return published.map((lot) => ({ ...lot, worth: worths.get(lot.lotId) ?? 0 }))
}

function dayBefore(instant: number, days: number): string {
  return new Date(instant - days * 86_400_000).toISOString().slice(0, 10)
}

/** Every model once before any comes again, each round in another order. */
function runList(count: number, random: Random): typeof MODELS {
  const list: typeof MODELS = []
  while (list.length < count) list.push(...random.some(MODELS, MODELS.length))
  return list.slice(0, count)
}

/** Opens at three tenths of the worth; every second has a reserve, some a buy-now price. In minor units, round as a clerk would. */
function pricesOf(
  worth: number,
  hasReserve: boolean,
  random: Random,
): { openingBid: Money; reserve: Money | null; buyNow: Money | null } {
  return {
    openingBid: rounded(worth * OPENING_SHARE),
    reserve: hasReserve ? rounded(worth * (0.72 + 0.2 * random.next())) : null,
    buyNow: random.chance(0.15) ? rounded(worth * 1.25) : null,
  }
}

/** The opening bid's part of the worth. */
export const OPENING_SHARE = 0.3

function rounded(units: number): Money {
  return Math.max(50, Math.round(units / 50) * 50) * 100
}
