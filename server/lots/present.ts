import type { Lot, LotTeaser, Vehicle } from '#contract/lots.ts'
import { photoUrlOf } from '#contract/photos.ts'
import type { Sale } from '#server/auctions/sale.ts'
import type { LotRow, TeaserRow, VehicleRow } from './store.ts'

/** What a visitor may see of a lot. Source: the rulebook, "What each may know". */
export function presentTeaser(row: TeaserRow): LotTeaser {
  return {
    id: row.id,
    lotNumber: row.lot_number,
    auctionId: row.auction_id,
    vehicleId: row.vehicle_id,
    title: row.title,
    heroPhoto: row.hero === null ? null : photoUrlOf(row.hero),
    opensAt: row.opens_at,
    scheduledCloseAt: row.scheduled_close_at,
    closedAt: row.closed_at,
  }
}

/** The facts of a lot for a complete bidder. The reserve's amount never leaves: only whether there is one. */
export function presentLot(
  row: LotRow,
  sale: Sale,
  neighbours: { previous: number | null; next: number | null },
): Omit<Lot, 'corrections'> {
  const { terms } = sale
  return {
    ...presentTeaser(row),
    auctionTitle: sale.title,
    saleKind: sale.kind,
    currency: sale.currency,
    openingBid: row.opening_bid,
    bidUnit: terms.bidUnit,
    hasReserve: row.reserve !== null,
    buyNow: row.buy_now,
    ladder: terms.ladder.map(([from, step]) => [from, step]),
    extensionWindowMs: terms.extensionWindowMs,
    extensionMs: terms.extensionMs,
    previousLotNumber: neighbours.previous,
    nextLotNumber: neighbours.next,
    vehicle: presentVehicle(row.vehicle),
  }
}

function presentVehicle(row: VehicleRow): Vehicle {
  const { id, year, make, model, trim, body, vin, facts, photos } = row
  const shown = photos.map(({ name, placeholder = null, pins = [], ...photo }) => ({
    url: photoUrlOf(name),
    ...photo,
    placeholder,
    pins,
  }))
  return { id, year, make, model, trim, body, vin, ...facts, inspection: facts.inspection ?? null, photos: shown }
}
