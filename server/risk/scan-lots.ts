import { sharedOfPairs } from '#server/accounts/identifiers/identifiers.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { behaviorOf, type LotHistory, type Usual } from './behavior.ts'
import {
  bidsOn,
  lotsToScan,
  type NewCase,
  openingsOf,
  type Pair,
  pastOf,
  retractionsOn,
  type ScannedLot,
  storeScan,
} from './scan-store.ts'
import { riskScore, SHOWN_FROM } from './score.ts'
import { signalsOf } from './signals.ts'

/** Lots looked at in one go: a fixed number of statements for all of them. */
const BATCH = 100

/** Looks at every lot that ended since the last time. Reads only what is final, so no bid waits for it. */
export async function scanLots(app: App): Promise<void> {
  for (;;) {
    const lots = await lotsToScan(app.db, BATCH)
    if (lots.length === 0) return
    const cases = await casesOf(app, lots)
    const ids = lots.map(({ id }) => id)
    await app.db.transaction().execute((trx) => storeScan(trx, ids, cases))
  }
}

async function casesOf({ db }: App, lots: readonly ScannedLot[]): Promise<NewCase[]> {
  const histories = await historiesOf(db, lots)
  const bidders = histories.flatMap((history) =>
    [...new Set(history.lot.bids.map(({ bidderId }) => bidderId))].map((bidderId) => ({ ...history, bidderId })),
  )
  if (bidders.length === 0) return []
  const [pasts, shared] = await Promise.all([
    pastOf(
      db,
      bidders.map(({ lot, bidderId }): Pair => [bidderId, lot.sellerId]),
    ),
    // A seller without an account shares nothing: the pair is then of the bidder with nobody.
    sharedOfPairs(
      db,
      bidders.map(({ accountId, bidderId }) => [bidderId, accountId]),
    ),
  ])
  return bidders.flatMap(({ lot, consignorId, accountId, usual, bidderId }, index) => {
    const past = pasts[index]!
    const signals = signalsOf(lot, bidderId, past, shared[index]!)
    const score = riskScore(behaviorOf(lot, bidderId, past, usual), signals)
    if (signals.length === 0 || score < SHOWN_FROM) return []
    return [{ id: newId(), lotId: lot.lotId, bidderId, consignorId, sellerId: accountId, score, signals }]
  })
}

/** `accountId`: of the seller. */
type History = { lot: LotHistory; usual: Usual; consignorId: string | null; accountId: string | null }

async function historiesOf(db: App['db'], lots: readonly ScannedLot[]): Promise<History[]> {
  const ids = lots.map(({ id }) => id)
  const [bids, openings, retractions] = await Promise.all([
    bidsOn(db, ids),
    openingsOf(db, ids),
    retractionsOn(db, ids),
  ])
  const bidsOf = Map.groupBy(bids, ({ lot_id: lotId }) => lotId)
  const retractionsOf = Map.groupBy(retractions, ({ lot_id: lotId }) => lotId)
  return lots.map((row) => ({
    consignorId: row.consignor_id,
    accountId: row.seller_id,
    usual: { bids: row.usual_bids, openingBid: row.usual_opening },
    lot: {
      lotId: row.id,
      sellerId: row.seller,
      firstAt: openings.get(row.id) ?? row.closed_at,
      closedAt: row.closed_at,
      openingBid: row.opening_bid,
      reserve: row.reserve,
      guide: row.guide_high,
      winnerId: row.winner_id,
      bids: (bidsOf.get(row.id) ?? []).map(({ bidder_id: bidderId, at, price }) => ({ bidderId, at, price })),
      retractions: (retractionsOf.get(row.id) ?? []).map(({ bidder_id: bidderId, at }) => ({ bidderId, at })),
    },
  }))
}
