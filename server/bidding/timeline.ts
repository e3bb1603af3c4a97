import { sql } from 'kysely'
import type { TimelineEntry } from '#contract/accounts/timeline.ts'
import { firstBidWords, winWords } from '#contract/accounts/timeline-words.ts'
import type { TimelineSource } from '#server/accounts/timeline/timeline.ts'
import { moneyText } from '#server/platform/money-text.ts'

type Row = {
  lot_id: string
  auction_id: string
  lot_number: number
  title: string
  at: number
  price: number | null
  currency: string
}

/** The lots a person bid on, each at their first bid, and those they won. */
export const bidEvents: TimelineSource = async (db, accountId, before, limit) => {
  const [bids, wins] = await Promise.all([
    sql<Row>`
      select p.lot_id, l.auction_id, l.lot_number, l.title, p.first_at_ms as at, null::bigint as price, a.currency
      from participation p join lot l on l.id = p.lot_id join auction a on a.id = l.auction_id
      where p.bidder_id = ${accountId} and p.first_at_ms < ${before.getTime()}
      order by p.first_at_ms desc, p.lot_id desc limit ${limit}`.execute(db),
    sql<Row>`
      select s.lot_id, l.auction_id, l.lot_number, l.title, l.closed_at as at, s.price, a.currency
      from standing s join lot l on l.id = s.lot_id join auction a on a.id = l.auction_id
      where s.leader_id = ${accountId} and s.status = 'sold' and l.closed_at < ${before}
      order by l.closed_at desc, s.lot_id desc limit ${limit}`.execute(db),
  ])
  return [...bids.rows.map((row) => entryOf(row, 'bid')), ...wins.rows.map((row) => entryOf(row, 'win'))]
}

function entryOf(row: Row, kind: 'bid' | 'win'): TimelineEntry {
  const { lot_id: lotId, auction_id: auctionId, lot_number: number, title, at, price, currency } = row
  return {
    id: `${kind}-${lotId}`,
    at,
    kind,
    text: price === null ? firstBidWords(number, title) : winWords(number, title, moneyText(price, currency)),
    page: `auctions/${auctionId}?q=${number}`,
  }
}
