import type { Kysely } from 'kysely'
import type { OwnCosts } from '#contract/auctions/own-costs.ts'
import type { Guide } from '#contract/lots/lot-entry.ts'
import type { Commission } from '#contract/sellers/commission.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { isMoney, type Money } from '#engine'
import { faultsOfOwnCosts } from '#server/auctions/create-auction.ts'
import { lockAuction } from '#server/auctions/run-list.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput, notFound } from '#server/platform/problem.ts'
import { holderOf, insertLot, lastPosition, lockVehicleName, type Holder } from './entry-store.ts'
import { titleOf } from './title.ts'

/** An auctioneer's input for a lot. Amounts in minor units. */
export type LotInput = {
  auctionId: string
  vehicleId: string
  /** The account that may not bid on it. */
  sellerId: string | null
  /** Whose vehicle it is, and the commission agreed for this lot; null or missing: none, and the seller's. */
  consignorId?: string | null
  commission?: Commission | null
  /** Premium and tax instead of its auction's, and what the lot is expected to fetch; null or missing: neither. */
  costs?: OwnCosts | null
  guide?: Guide | null
  openingBid: Money
  reserve: Money | null
  buyNow: Money | null
}

/**
 * Puts a vehicle at the end of an auction's run list, unpublished, and returns the lot's id. Throws `invalid-input` with a fault for every
 * wrong field, and `not-found` if the auction or the vehicle does not exist.
 */
export async function createLot<T>(trx: Kysely<T>, input: LotInput, id = newId()): Promise<string> {
  const auction = await lockAuction(trx, input.auctionId)
  if (auction === undefined) throw notFound('this auction')
  if (auction.canceled !== null) throw invalidInput([{ field: 'auctionId', message: 'This auction is canceled.' }])
  const vehicle = await lockVehicleName(trx, input.vehicleId)
  if (vehicle === undefined) throw notFound('this vehicle')
  const faults = [...faultsOfAmounts(input, auction.terms.bidUnit), ...faultsOfOwnCosts(input.costs ?? null)]
  const holder = await holderOf(trx, input.vehicleId)
  if (vehicle.is_released) faults.push({ field: 'vehicleId', message: RELEASED_WORDS })
  if (holder !== undefined) faults.push({ field: 'vehicleId', message: heldWords(holder) })
  if (faults.length > 0) throw invalidInput(faults)
  await insertLot(trx, {
    id,
    auction_id: auction.id,
    vehicle_id: input.vehicleId,
    position: (await lastPosition(trx, auction.id)) + 1,
    title: titleOf(vehicle),
    seller_id: input.sellerId,
    consignor_id: input.consignorId ?? null,
    commission: input.commission ?? null,
    opening_bid: input.openingBid,
    reserve: input.reserve,
    buy_now: input.buyNow,
    costs: input.costs ?? null,
    guide_low: input.guide?.low ?? null,
    guide_high: input.guide?.high ?? null,
  })
  return id
}

/** Why a vehicle can't be entered: it left. */
export const RELEASED_WORDS = 'This vehicle was released. Record its arrival first.'

/** Why a vehicle can't be entered: another lot holds it. */
export function heldWords({ lot_number: lotNumber, outcome }: Holder): string {
  if (outcome === 'sold') return `This vehicle was sold as lot ${lotNumber}.`
  if (outcome === 'reserve-not-met') return `The price of lot ${lotNumber} with this vehicle is being negotiated.`
  return `This vehicle is in lot ${lotNumber}, which has not ended.`
}

/** Faults in a lot's amounts, by field. */
export function faultsOfAmounts(
  { openingBid, reserve, buyNow, guide = null }: Pick<LotInput, 'openingBid' | 'reserve' | 'buyNow' | 'guide'>,
  bidUnit: Money,
): FieldFault[] {
  const faults: FieldFault[] = []
  for (const [field, amount] of Object.entries({ openingBid, reserve, buyNow })) {
    const isUsable = amount === null || (isMoney(amount) && amount > 0 && amount % bidUnit === 0)
    if (!isUsable) faults.push({ field, message: 'Use a positive amount in whole bid units.' })
  }
  if (reserve !== null && reserve < openingBid) {
    faults.push({ field: 'reserve', message: 'The reserve can’t be below the opening bid.' })
  }
  if (guide !== null && (guide.low <= 0 || guide.low > guide.high)) {
    faults.push({
      field: 'guide',
      message: 'The guide price needs a low amount above 0, and a high one that isn’t below it.',
    })
  }
  if (buyNow !== null && buyNow <= Math.max(openingBid, reserve ?? 0)) {
    faults.push({ field: 'buyNow', message: 'The buy-now price must be above the opening bid and the reserve.' })
  }
  return faults
}
