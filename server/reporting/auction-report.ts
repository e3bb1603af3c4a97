import type { AuctionReport, LotLine, LotSums } from '#contract/reporting/auction-report.ts'
import { ENGLISH, isCode } from '#contract/lots/vocabulary.ts'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import type { App } from '#server/platform/app.ts'
import { notFound } from '#server/platform/problem.ts'
import { lotsOfAuction, peopleOfAuction } from './report-store.ts'

const ALL = { label: 'All lots' }

/** How an auction went. Throws 404 for one that was never published. */
export async function readAuctionReport({ db }: App, auctionId: string): Promise<AuctionReport> {
  const [auction, lots, people] = await Promise.all([
    readAuctionRow(db, auctionId),
    lotsOfAuction(db, auctionId),
    peopleOfAuction(db, auctionId),
  ])
  if (auction === undefined || lots.length === 0) throw notFound('this auction')
  const { title, startsAt, currency } = auction
  // A withdrawn lot was not offered to the end.
  const offered = lots.filter(({ result }) => result !== 'withdrawn')
  const by = (of: (lot: LotLine) => string) =>
    [...Map.groupBy(offered, of)]
      .map(([group, own]) => sumsOf(group, currency, own))
      .toSorted((one, other) => other.offered - one.offered || one.group.localeCompare(other.group))
  return {
    auctionId,
    title,
    startsAt,
    currency,
    all: sumsOf(ALL.label, currency, offered),
    byBody: by(({ body }) => (isCode('body', body) ? ENGLISH.body[body] : body)),
    byMake: by(({ make }) => make),
    people,
    lots,
  }
}

function sumsOf(group: string, currency: string, lots: readonly LotLine[]): LotSums {
  const sums: LotSums = {
    group,
    currency,
    offered: lots.length,
    ended: lots.filter(({ result }) => result !== 'open' && result !== 'scheduled').length,
    sold: 0,
    hammer: 0,
    bids: 0,
    reserved: { price: 0, reserve: 0 },
    guided: { price: 0, guide: 0 },
  }
  for (const { result, price, reserve, guide, bids } of lots) {
    sums.bids += bids
    if (result !== 'sold' || price === null) continue
    sums.sold += 1
    sums.hammer += price
    if (reserve !== null) {
      sums.reserved.price += price
      sums.reserved.reserve += reserve
    }
    if (guide !== null) {
      sums.guided.price += price
      sums.guided.guide += guide
    }
  }
  return sums
}
