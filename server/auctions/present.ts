import type { Auction } from '#contract/auctions/auctions.ts'
import { photoUrlOf } from '#contract/lots/photos.ts'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import type { AuctionTerms as ShownTerms } from '#contract/auctions/auction-terms.ts'
import { entryOf } from './enter-auction.ts'
import type { AuctionTerms } from './auction.ts'
import type { StaffAuctionRow } from './staff-store.ts'
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

export function presentTerms(terms: AuctionTerms): ShownTerms {
  const { bidUnit, increments, extensionWindowMs, extensionMs, hardEndAt, buyNowUntil, outageExtensionMs } = terms
  const { liveStartMs, lotEveryMs, costs = null } = terms
  return {
    bidUnit,
    increments: increments.map(([from, step]) => [from, step]),
    extensionWindowMs,
    extensionMs,
    hardEndAt,
    buyNowUntil,
    outageExtensionMs,
    liveStartMs,
    lotEveryMs,
    costs,
  }
}

export function presentStaffAuction(row: StaffAuctionRow): StaffAuction {
  const { id, state, ends_at: endsAt, lot_count: lotCount } = row
  const heroPhoto = row.hero_photo === null ? null : photoUrlOf(row.hero_photo)
  return { ...entryOf(row), id, state, endsAt, lotCount, heroPhoto }
}
