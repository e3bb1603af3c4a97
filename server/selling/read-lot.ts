import type { Negotiation } from '#contract/bidding/negotiations.ts'
import { photoUrlOf } from '#contract/lots/photos.ts'
import type { SellerNegotiation, SellingDetail, SellingLot } from '#contract/selling/selling.ts'
import { negotiationOf } from '#server/bidding/negotiations/seller-steps.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { sellerBy, type SellerFacts } from '#server/sellers/find-sellers.ts'
import { requestsOfLot } from './request-store.ts'
import { lotOfSeller, type SellingRow } from './store.ts'

/** The seller whose account this is. Throws `not-found` for everyone else. */
export async function requireSeller(app: App, accountId: string): Promise<SellerFacts> {
  const seller = await sellerBy(app.db, accountId)
  if (seller === null) throw notFound('a seller with your account')
  return seller
}

/** One of the seller's own lots. Throws `not-found` for another's, as for none. */
export async function requireOwnLot(app: App, sellerId: string, lotId: string): Promise<SellingRow> {
  const row = await lotOfSeller(app.db, sellerId, lotId)
  if (row === undefined) throw notFound('this lot among yours')
  return row
}

export async function readOwnLot(app: App, accountId: string, lotId: string): Promise<SellingDetail> {
  const seller = await requireSeller(app, accountId)
  const row = await requireOwnLot(app, seller.id, lotId)
  const [requests, negotiation] = await Promise.all([requestsOfLot(app.db, lotId), negotiationOf(app, lotId)])
  return {
    lot: presentLot(row),
    bidUnit: row.bidUnit,
    canAsk:
      (row.state === 'entered' || row.state === 'published') &&
      !row.isOpen &&
      row.price === null &&
      !requests.some(({ state }) => state === 'open'),
    requests,
    negotiation: negotiation === null ? null : withoutBidder(negotiation),
  }
}

export function presentLot(row: SellingRow): SellingLot {
  const { hero, lotId, lotNumber, title, auction, startsAt, currency, state, isOpen, openingBid, reserve } = row
  const { reserveMet, isCountered, price, bidCount, views, watchers, closesAt, buyerPaid, net } = row
  return {
    lotId,
    lotNumber,
    title,
    auction,
    startsAt,
    currency,
    state,
    isOpen,
    openingBid,
    reserve,
    reserveMet,
    isCountered,
    price,
    bidCount,
    views,
    watchers,
    closesAt,
    buyerPaid,
    net,
    heroPhoto: hero === null ? null : photoUrlOf(hero),
  }
}

/** Without what would name the high bidder, and without the salts, which prove only to them and to us what was sealed. */
function withoutBidder(negotiation: Negotiation): SellerNegotiation {
  const { lotId, lotNumber, title, currency, bidUnit, phase, highBid, boundUntil, lapsesAt } = negotiation
  const { counter, offer, soldAt, serverTime, steps } = negotiation
  return {
    lotId,
    lotNumber,
    title,
    currency,
    bidUnit,
    phase,
    highBid,
    boundUntil,
    lapsesAt,
    counter,
    offer,
    soldAt,
    serverTime,
    steps: steps.map(({ sequence, at, what, by, amount }) => ({ sequence, at, what, by, amount })),
  }
}
