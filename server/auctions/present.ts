import type { Auction } from '#contract/auctions.ts'
import { photoUrlOf } from '#contract/photos.ts'
import type { StaffSale } from '#contract/sale-entry.ts'
import type { SaleTerms as ShownTerms } from '#contract/sale-terms.ts'
import { entryOf } from './enter-sale.ts'
import type { SaleTerms } from './sale.ts'
import type { StaffSaleRow } from './staff-store.ts'
import type { AuctionRow } from './store.ts'

export function presentAuction(row: AuctionRow): Auction {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    state: row.state,
    location: row.location,
    description: row.description,
    currency: row.currency,
    opensAt: row.opens_at,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    lotCount: row.lot_count,
    heroPhoto: row.hero_photo === null ? null : photoUrlOf(row.hero_photo),
  }
}

export function presentTerms(terms: SaleTerms): ShownTerms {
  const { bidUnit, ladder, extensionWindowMs, extensionMs, hardEndAt, buyNowUntil, outageExtensionMs } = terms
  const { liveStartMs, lotEveryMs } = terms
  return {
    bidUnit,
    ladder: ladder.map(([from, step]) => [from, step]),
    extensionWindowMs,
    extensionMs,
    hardEndAt,
    buyNowUntil,
    outageExtensionMs,
    liveStartMs,
    lotEveryMs,
  }
}

export function presentStaffSale(row: StaffSaleRow): StaffSale {
  const { id, state, ends_at: endsAt, lot_count: lotCount } = row
  const heroPhoto = row.hero_photo === null ? null : photoUrlOf(row.hero_photo)
  return { ...entryOf(row), id, state, endsAt, lotCount, heroPhoto }
}
