import type { Lot, LotPreview, LotSummary, Photo, Vehicle } from '#contract/lots/lots.ts'
import { photoUrlOf } from '#contract/lots/photos.ts'
import type { StoredAuction } from '#server/auctions/auction.ts'
import {
  wholeFacts,
  type LotRow,
  type PreviewRow,
  type StoredPhoto,
  type SummaryRow,
  type VehicleRow,
} from './store.ts'

export type ShownSummary = Omit<SummaryRow, 'due_at'>

/** What a visitor may see of a lot in a list. Source: the rulebook, "What each may know". */
export function presentSummary(row: ShownSummary): LotSummary {
  return {
    id: row.id,
    lotNumber: row.lot_number,
    auctionId: row.auction_id,
    vehicleId: row.vehicle_id,
    title: row.title,
    currency: row.currency,
    heroPhoto: row.hero === null ? null : photoUrlOf(row.hero),
    opensAt: row.opens_at,
    scheduledCloseAt: row.scheduled_close_at,
    closedAt: row.closed_at,
  }
}

/** What a visitor may see of a lot on its own page: the same, all photos without their marks, and the main facts. */
export function presentPreview(row: PreviewRow): LotPreview {
  const photos = row.photos.map(presentPhoto).map(({ url, view, width, height, placeholder }) => {
    return { url, view, width, height, placeholder }
  })
  return {
    ...presentSummary(row),
    photos,
    ...row.facts,
    isInspected: row.is_inspected,
  }
}

/** The facts of a lot for a verified member. The reserve's amount is never sent: only whether there is one. */
export function presentLot(
  row: LotRow,
  auction: StoredAuction,
  neighbors: { previous: number | null; next: number | null },
): Omit<Lot, 'corrections'> {
  const { terms } = auction
  return {
    ...presentSummary(row),
    auctionTitle: auction.title,
    auctionKind: auction.kind,
    openingBid: row.opening_bid,
    bidUnit: terms.bidUnit,
    hasReserve: row.reserve !== null,
    buyNow: row.buy_now,
    increments: terms.increments.map(([from, step]) => [from, step]),
    extensionWindowMs: terms.extensionWindowMs,
    extensionMs: terms.extensionMs,
    previousLotNumber: neighbors.previous,
    nextLotNumber: neighbors.next,
    vehicle: presentVehicle(row.vehicle),
  }
}

function presentVehicle(row: VehicleRow): Vehicle {
  const { id, year, make, model, trim, body, vin, facts, photos } = row
  return { id, year, make, model, trim, body, vin, ...wholeFacts(facts), photos: photos.map(presentPhoto) }
}

function presentPhoto({ name, placeholder = null, pins = [], ...photo }: StoredPhoto): Photo {
  return { url: photoUrlOf(name), ...photo, placeholder, pins }
}
