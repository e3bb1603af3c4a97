import type { Kysely } from 'kysely'
import type { FieldFault } from '#contract/problem.ts'
import { isMoney, type Money } from '#engine'
import { lockSale } from '#server/auctions/run-list.ts'
import { newId } from '#server/platform/id.ts'
import { invalidInput, notFound } from '#server/platform/problem.ts'
import { holderOf, insertLot, lastPosition, lockVehicleName, type Holder } from './entry-store.ts'
import { titleOf } from './title.ts'

/** What an auctioneer says of a lot. Amounts in minor units. */
export type LotInput = {
  auctionId: string
  vehicleId: string
  sellerId: string | null
  openingBid: Money
  reserve: Money | null
  buyNow: Money | null
}

/**
 * Puts a vehicle at the end of a sale's run list, not yet published, and returns the lot's id. Throws `invalid-input` with a fault
 * for every field that is wrong, and `not-found` where the sale or the vehicle is not there.
 */
export async function createLot<T>(trx: Kysely<T>, input: LotInput, id = newId()): Promise<string> {
  const sale = await lockSale(trx, input.auctionId)
  if (sale === undefined) throw notFound('this sale')
  const vehicle = await lockVehicleName(trx, input.vehicleId)
  if (vehicle === undefined) throw notFound('this vehicle')
  const faults = faultsOfAmounts(input, sale.terms.bidUnit)
  const holder = await holderOf(trx, input.vehicleId)
  if (holder !== undefined) faults.push({ field: 'vehicleId', message: heldWords(holder) })
  if (faults.length > 0) throw invalidInput(faults)
  await insertLot(trx, {
    id,
    auction_id: sale.id,
    vehicle_id: input.vehicleId,
    position: (await lastPosition(trx, sale.id)) + 1,
    title: titleOf(vehicle),
    seller_id: input.sellerId,
    opening_bid: input.openingBid,
    reserve: input.reserve,
    buy_now: input.buyNow,
  })
  return id
}

/** Why a vehicle cannot be entered: the lot that holds it. */
export function heldWords({ lot_number: lotNumber, outcome }: Holder): string {
  if (outcome === 'sold') return `This vehicle was sold as lot ${lotNumber}.`
  if (outcome === 'reserve-not-met') return `The price of lot ${lotNumber} with this vehicle is being negotiated.`
  return `This vehicle is in lot ${lotNumber}, which has not ended.`
}

/** What is wrong with a lot's amounts, by field. */
export function faultsOfAmounts(
  { openingBid, reserve, buyNow }: Pick<LotInput, 'openingBid' | 'reserve' | 'buyNow'>,
  bidUnit: Money,
): FieldFault[] {
  const faults: FieldFault[] = []
  for (const [field, amount] of Object.entries({ openingBid, reserve, buyNow })) {
    const isUsable = amount === null || (isMoney(amount) && amount > 0 && amount % bidUnit === 0)
    if (!isUsable) faults.push({ field, message: 'Use a positive amount in whole bid units.' })
  }
  if (reserve !== null && reserve < openingBid) {
    faults.push({ field: 'reserve', message: 'The reserve cannot be below the opening bid.' })
  }
  if (buyNow !== null && buyNow <= Math.max(openingBid, reserve ?? 0)) {
    faults.push({ field: 'buyNow', message: 'The buy-now price must be above the opening bid and the reserve.' })
  }
  return faults
}
