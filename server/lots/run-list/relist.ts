import type { Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { relistVehicles as endpoint } from '#contract/lots/lot-entry.ts'
import { lockAuction } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { notFound, Problem } from '#server/platform/problem.ts'
import { sellerForLot } from '#server/sellers/find-sellers.ts'
import { createLot } from '../create-lot.ts'
import { lastLotsOf, type LastLot } from './run-list-store.ts'

/**
 * Puts unsold vehicles at the end of another auction's run list, on the terms of their last lots. A vehicle that can't be entered is
 * skipped with the reason, so pressing twice enters each once.
 */
export async function relistVehicles(
  app: App,
  actorId: string,
  auctionId: string,
  vehicleIds: readonly string[],
): Promise<ReplyOf<typeof endpoint>> {
  return app.db.transaction().execute(async (trx) => {
    const auction = await lockAuction(trx, auctionId)
    if (auction === undefined) throw notFound('this auction')
    const lots = await lastLotsOf(trx, vehicleIds)
    const entered: { lotId: string; from: number }[] = []
    const skipped: { vehicleId: string; reason: string }[] = []
    // createLot locks the vehicles: by ascending id, so that two people who relist the same ones don't wait for each other.
    for (const vehicleId of [...new Set(vehicleIds)].toSorted()) {
      const lot = lots.find((each) => each.vehicle_id === vehicleId)
      const outcome = await relist(trx, auction, vehicleId, lot)
      if ('reason' in outcome) skipped.push({ vehicleId, reason: outcome.reason })
      else entered.push(outcome)
    }
    if (entered.length > 0) {
      const subject = { subjectKind: 'auction', subjectId: auctionId }
      await audit(trx, { actorId, action: 'relist-lots', ...subject, after: { lots: entered } })
    }
    return { entered: entered.length, skipped }
  })
}

async function relist<T>(
  trx: Kysely<T>,
  auction: { id: string; currency: string },
  vehicleId: string,
  lot: LastLot | undefined,
): Promise<{ lotId: string; from: number } | { reason: string }> {
  if (lot === undefined) return { reason: 'This vehicle wasn’t in an auction before.' }
  if (lot.currency !== auction.currency)
    return { reason: `Lot ${lot.lot_number} has amounts in ${lot.currency}. Add the vehicle with new amounts.` }
  const { consignor_id: consignorId, commission, costs, guide, opening_bid: openingBid, reserve, buy_now: buyNow } = lot
  // The account linked now; it may be another than at the last lot.
  const sellerId = consignorId === null ? lot.seller_id : ((await sellerForLot(trx, consignorId))?.accountId ?? null)
  try {
    const agreed = { sellerId, consignorId, commission, costs, guide }
    const terms = { auctionId: auction.id, vehicleId, ...agreed, openingBid, reserve, buyNow }
    return { lotId: await createLot(trx, terms), from: lot.lot_number }
  } catch (error) {
    // Nothing was written for this vehicle: its lot still holds it, or an amount doesn't fit this auction's bid unit.
    if (error instanceof Problem && error.status === 400) return { reason: error.message }
    throw error
  }
}
