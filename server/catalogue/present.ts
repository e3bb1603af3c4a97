import type { FoundLot } from '#contract/catalogue.ts'
import { photoUrlOf } from '#contract/photos.ts'
import type { ShownRow } from './store.ts'

/** A lot as a search shows it: a teaser, and for the informed what of its facts stands in a list. */
export function presentFound(
  row: ShownRow,
  { informed, watched }: { informed: boolean; watched: Set<string> | null },
): FoundLot {
  const { id, facts } = row
  const { odometer, titleBrand, damagePrimary: damage, isInspected, runState, location } = facts
  return {
    id,
    lotNumber: row.lot_number,
    auctionId: row.auction_id,
    vehicleId: row.vehicle_id,
    title: row.title,
    heroPhoto: row.hero === null ? null : photoUrlOf(row.hero),
    opensAt: row.opens_at,
    scheduledCloseAt: row.scheduled_close_at,
    closedAt: row.closed_at,
    currency: row.currency,
    auctionTitle: row.auction_title,
    facts: informed ? { year: row.year, odometer, titleBrand, damage, isInspected, runState, location } : null,
    watching: watched === null ? null : watched.has(id),
  }
}
