import { expect, test } from 'vitest'
import { played, rowsOf } from './story-runner.test-support.ts'
import { clock, LIVE, TIMED } from './saleroom.test-support.ts'
import { EBAY_INCREMENTS } from './increments.ts'
import type { Terms } from './terms.ts'

/** Whole auctions as tables: see story-runner.test-support.ts for the columns. */
function auction(title: string, terms: Terms, table: string): void {
  test(title, () => expect(played(terms, table)).toEqual(rowsOf(table)))
}

auction(
  'the highest maximum wins one increment above the second, whichever came first',
  TIMED,
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:05 | Ada   | max 2,000 | 500   | Ada    | none    | 11:00 | opened, first-bid
  10:06 | Boris | max 800   | 825   | Ada    | none    | 11:00 | answered-by-proxy
  10:07 | Chidi | max 3,000 | 2,050 | Chidi  | none    | 11:00 | took-the-lead
  10:08 | Ada   | max 2,500 | 2,550 | Chidi  | none    | 11:00 | answered-by-proxy
  11:00 | staff | close     | 2,550 | Chidi  | none    | 11:00 | sold
  `,
)

auction(
  'a tie goes to the earlier maximum, and a raise by its owner completes the price',
  TIMED,
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:05 | Ada   | max 1,000 | 500   | Ada    | none    | 11:00 | opened, first-bid
  10:06 | Boris | max 1,000 | 1,000 | Ada    | none    | 11:00 | earlier-equal-maximum
  10:07 | Ada   | max 1,020 | 1,020 | Ada    | none    | 11:00 | completed-own-cap
  10:08 | Ada   | max 1,500 | 1,050 | Ada    | none    | 11:00 | completed-own-cap
  10:09 | Ada   | max 1,600 | 1,050 | Ada    | none    | 11:00 | silently raised
  10:10 | Boris | firm 1,600| 1,600 | Ada    | none    | 11:00 | earlier-equal-maximum
  `,
)

auction(
  'the proxy answers with its full maximum if less than an increment is left',
  TIMED,
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:05 | Ada   | max 1,000 | 500   | Ada    | none    | 11:00 | opened, first-bid
  10:06 | Boris | max 990   | 1,000 | Ada    | none    | 11:00 | answered-by-proxy
  10:07 | Chidi | max 1,049 | 1,000 | Ada    | none    | 11:00 | refused: below-next-bid
  10:08 | Chidi | max 1,050 | 1,050 | Chidi  | none    | 11:00 | took-the-lead
  10:09 | Dana  | max 1,120 | 1,100 | Dana   | none    | 11:00 | took-the-lead
  10:10 | Elif  | max 1,160 | 1,160 | Elif   | none    | 11:00 | took-the-lead
  `,
)

auction(
  'a firm bid sets the price, including jumps, also above your own maximum',
  TIMED,
  `
  time  | who   | act        | price | leader | reserve | ends  | note
  10:05 | Ada   | firm 700   | 700   | Ada    | none    | 11:00 | opened, first-bid
  10:06 | Boris | firm 1,500 | 1,500 | Boris  | none    | 11:00 | took-the-lead
  10:07 | Boris | firm 1,549 | 1,500 | Boris  | none    | 11:00 | refused: below-next-bid
  10:08 | Boris | firm 2,000 | 2,000 | Boris  | none    | 11:00 | raised-own-price
  10:09 | Boris | max 4,000  | 2,000 | Boris  | none    | 11:00 | silently raised
  10:10 | Boris | firm 3,000 | 3,000 | Boris  | none    | 11:00 | raised-own-price
  10:11 | Ada   | firm 3,500 | 3,550 | Boris  | none    | 11:00 | answered-by-proxy
  10:12 | Boris | firm 5,000 | 5,000 | Boris  | none    | 11:00 | raised-own-price
  10:13 | Ada   | max 6,000  | 5,100 | Ada    | none    | 11:00 | took-the-lead
  `,
)

auction(
  'the price jumps to the reserve as soon as the leader reaches it, and a lower maximum is never exposed',
  { ...TIMED, reserve: 5_000_00 },
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:05 | Ada   | max 4,900 | 500   | Ada    | not met | 11:00 | opened, first-bid
  10:06 | Boris | max 4,000 | 4,050 | Ada    | not met | 11:00 | answered-by-proxy
  10:07 | Ada   | max 6,000 | 5,000 | Ada    | met     | 11:00 | jumped-to-reserve, reserve-met
  10:08 | Boris | max 5,100 | 5,200 | Ada    | met     | 11:00 | answered-by-proxy
  11:00 | staff | close     | 5,200 | Ada    | met     | 11:00 | sold
  `,
)

auction(
  'the first maximum may meet the reserve, and a firm bid meets it at its own price',
  { ...TIMED, reserve: 2_000_00 },
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:05 | Ada   | max 2,000 | 2,000 | Ada    | met     | 11:00 | opened, jumped-to-reserve, reserve-met
  10:06 | Ada   | max 2,500 | 2,000 | Ada    | met     | 11:00 | silently raised
  10:07 | Boris | firm 3,000| 3,000 | Boris  | met     | 11:00 | took-the-lead
  `,
)

auction(
  'an opening bid at the reserve meets it immediately',
  { ...TIMED, reserve: 500_00 },
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:05 | Ada   | max 900   | 500   | Ada    | met     | 11:00 | opened, first-bid, reserve-met
  `,
)

auction(
  'below the reserve the lot is undecided until the operator accepts the high bid',
  { ...TIMED, reserve: 5_000_00 },
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:00 | staff | open      | -     | -      | not met | 11:00 | opened
  10:05 | Ada   | firm 4,000| 4,000 | Ada    | not met | 11:00 | first-bid
  10:59 | staff | close     | 4,000 | Ada    | not met | 11:00 | refused: not-due
  10:59 | staff | approve   | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
  11:00 | Boris | firm 5,000| 4,000 | Ada    | not met | 11:00 | refused: lot-closed
  11:00 | staff | close     | 4,000 | Ada    | not met | 11:00 | reserve-not-met
  11:01 | Boris | firm 5,000| 4,000 | Ada    | not met | 11:00 | refused: lot-closed
  12:00 | staff | approve   | 4,000 | Ada    | not met | 11:00 | approved
  12:01 | staff | lapse     | 4,000 | Ada    | not met | 11:00 | refused: not-undecided
  `,
)

auction(
  'bids near the end extend it, refused bids and silent raises do not',
  TIMED,
  `
  time     | who   | act       | price | leader | reserve | ends     | note
  10:57:59 | Ada   | max 1,000 | 500   | Ada    | none    | 11:00    | opened, first-bid
  10:58    | Boris | firm 600  | 625   | Ada    | none    | 11:00    | answered-by-proxy
  10:58:30 | Boris | firm 700  | 725   | Ada    | none    | 11:00:30 | answered-by-proxy, extended (bid)
  10:59    | Ada   | max 2,000 | 725   | Ada    | none    | 11:00:30 | silently raised
  11:00    | Boris | firm 740  | 725   | Ada    | none    | 11:00:30 | refused: below-next-bid
  11:00:29 | Boris | max 900   | 925   | Ada    | none    | 11:02:29 | answered-by-proxy, extended (bid)
  11:02:29 | Boris | max 3,000 | 925   | Ada    | none    | 11:02:29 | refused: lot-closed
  11:02:29 | staff | close     | 925   | Ada    | none    | 11:02:29 | sold
  `,
)

auction(
  'a hard end limits extensions by bids, but not by an outage',
  { ...TIMED, hardEndAt: clock('11:01') },
  `
  time     | who   | act                  | price | leader | reserve | ends  | note
  10:59:30 | Ada   | max 1,000            | 500   | Ada    | none    | 11:01 | opened, first-bid, extended (bid)
  11:00:30 | Boris | max 600              | 625   | Ada    | none    | 11:01 | answered-by-proxy
  11:01    | staff | close after 1:01 out | 625   | Ada    | none    | 11:11 | extended (outage)
  11:10    | Boris | max 700              | 725   | Ada    | none    | 11:11 | answered-by-proxy
  11:11    | staff | close after 1:00 out | 725   | Ada    | none    | 11:11 | sold
  `,
)

auction(
  'a live lot that lost more than three seconds restarts its clock, whatever was left of it, and only then ends',
  LIVE,
  `
  time     | who   | act                    | price | leader | reserve | ends     | note
  9:59     | staff | restart after 0:10 out | -     | -      | none    | -        | refused: not-due
  10:00    | staff | open                   | -     | -      | none    | 10:00:30 | opened
  10:00:05 | staff | restart after 0:03 out | -     | -      | none    | 10:00:30 | refused: not-due
  10:00:10 | staff | restart after 0:04 out | -     | -      | none    | 10:00:40 | extended (outage)
  10:00:20 | Ada   | firm 500               | 500   | Ada    | none    | 10:00:40 | first-bid
  10:01:20 | staff | close after 0:04 out   | 500   | Ada    | none    | 10:00:40 | refused: not-due
  10:01:20 | staff | restart after 0:20 out | 500   | Ada    | none    | 10:01:50 | extended (outage)
  10:01:30 | staff | extend 10:05           | 500   | Ada    | none    | 10:05    | extended (operator)
  10:01:40 | staff | restart after 0:04 out | 500   | Ada    | none    | 10:05    | extended (outage)
  10:05    | staff | close after 0:03 out   | 500   | Ada    | none    | 10:05    | sold
  10:06    | staff | restart after 0:04 out | 500   | Ada    | none    | 10:05    | refused: not-due
  `,
)

auction(
  'the clock of a timed lot does not restart: it is extended when it is due',
  TIMED,
  `
  time     | who   | act                    | price | leader | reserve | ends  | note
  10:05    | Ada   | firm 500               | 500   | Ada    | none    | 11:00 | opened, first-bid
  10:58    | staff | restart after 5:00 out | 500   | Ada    | none    | 11:00 | refused: not-due
  11:00    | staff | close after 1:00 out   | 500   | Ada    | none    | 11:00 | sold
  `,
)

auction(
  'in a live auction maximums can be set before the lot opens, and every bid leaves fifteen seconds',
  LIVE,
  `
  time     | who   | act       | price | leader | reserve | ends     | note
  9:00     | Ada   | max 2,000 | 500   | Ada    | none    | -        | first-bid
  9:01     | Boris | max 800   | 825   | Ada    | none    | -        | answered-by-proxy
  9:02     | Chidi | firm 900  | 825   | Ada    | none    | -        | refused: lot-not-open
  9:03     | Ada   | lower 900 | 825   | Ada    | none    | -        | silently lowered
  10:00    | staff | open      | 825   | Ada    | none    | 10:00:30 | opened
  10:00:10 | Boris | firm 850  | 875   | Ada    | none    | 10:00:30 | answered-by-proxy
  10:00:15 | Boris | firm 900  | 900   | Ada    | none    | 10:00:30 | earlier-equal-maximum
  10:00:16 | Boris | firm 925  | 925   | Boris  | none    | 10:00:31 | took-the-lead, extended (bid)
  10:00:30 | Ada   | max 1,500 | 950   | Ada    | none    | 10:00:45 | took-the-lead, extended (bid)
  10:00:45 | staff | close     | 950   | Ada    | none    | 10:00:45 | sold
  `,
)

auction(
  'buy now ends the lot immediately, at its buy-now price',
  { ...TIMED, reserve: 5_000_00, buyNow: 9_000_00 },
  `
  time  | who   | act       | price | leader | reserve | ends  | note
  10:05 | Ada   | max 3,000 | 500   | Ada    | not met | 11:00 | opened, first-bid
  10:06 | Boris | buy now   | 9,000 | Boris  | met     | 10:06 | bought-now, sold
  10:07 | Ada   | max 9,500 | 9,000 | Boris  | met     | 10:06 | refused: lot-closed
  `,
)

auction(
  "with eBay's bid increments the price moves as in its bid histories, to the cent",
  { ...TIMED, openingBid: 99, bidUnit: 1, increments: EBAY_INCREMENTS },
  `
  time  | who   | act        | price  | leader | reserve | ends  | note
  10:05 | Ada   | max 20     | 0.99   | Ada    | none    | 11:00 | opened, first-bid
  10:06 | Boris | max 1.03   | 0.99   | Ada    | none    | 11:00 | refused: below-next-bid
  10:07 | Boris | max 1.04   | 1.29   | Ada    | none    | 11:00 | answered-by-proxy
  10:08 | Chidi | max 19.80  | 20     | Ada    | none    | 11:00 | answered-by-proxy
  10:09 | Dana  | max 24.99  | 20.50  | Dana   | none    | 11:00 | took-the-lead
  10:10 | Elif  | max 252.51 | 25.49  | Elif   | none    | 11:00 | took-the-lead
  10:11 | Ada   | max 250    | 252.51 | Elif   | none    | 11:00 | answered-by-proxy
  10:12 | Boris | max 5,100  | 257.51 | Boris  | none    | 11:00 | took-the-lead
  10:13 | Chidi | max 5,000  | 5,100  | Boris  | none    | 11:00 | answered-by-proxy
  `,
)

auction(
  'the operator can add time but never remove it, and can withdraw a lot before its end',
  TIMED,
  `
  time     | who   | act          | price | leader | reserve | ends  | note
  9:59     | staff | open         | -     | -      | none    | 11:00 | refused: not-due
  9:59     | staff | extend 11:10 | -     | -      | none    | 11:00 | refused: lot-not-open
  9:59     | staff | close        | -     | -      | none    | 11:00 | refused: lot-not-open
  10:00    | staff | open         | -     | -      | none    | 11:00 | opened
  10:01    | staff | open         | -     | -      | none    | 11:00 | refused: not-due
  10:02    | staff | extend 11:00 | -     | -      | none    | 11:00 | refused: not-due
  10:03    | staff | extend 11:10 | -     | -      | none    | 11:10 | extended (operator)
  10:04    | staff | withdraw     | -     | -      | none    | 11:10 | withdrawn
  10:05    | staff | withdraw     | -     | -      | none    | 11:10 | refused: lot-withdrawn
  10:05    | Ada   | max 600      | -     | -      | none    | 11:10 | refused: lot-withdrawn
  10:05    | staff | open         | -     | -      | none    | 11:10 | refused: lot-withdrawn
  11:10    | staff | close        | -     | -      | none    | 11:10 | refused: lot-withdrawn
  `,
)

auction(
  'a void gives the lead to the next in line who may hold it, and the same applies at the close',
  TIMED,
  `
  time  | who   | act           | price | leader | reserve | ends  | note
  10:05 | Ada   | firm 600      | 600   | Ada    | none    | 11:00 | opened, first-bid
  10:06 | Boris | max 2,000     | 625   | Boris  | none    | 11:00 | took-the-lead
  10:07 | Chidi | max 3,000     | 2,050 | Chidi  | none    | 11:00 | took-the-lead
  10:08 | Dana  | firm 4,000    | 4,000 | Dana   | none    | 11:00 | took-the-lead
  10:09 | staff | suspend Chidi | 4,000 | Dana   | none    | 11:00 |
  10:10 | staff | void 5        | 625   | Boris  | none    | 11:00 | voided, passed-over
  10:11 | staff | void 4        | 625   | Boris  | none    | 11:00 | refused: nothing-to-void
  10:12 | staff | suspend Boris | 625   | Boris  | none    | 11:00 |
  11:00 | staff | close         | 600   | Ada    | none    | 11:00 | passed-over, sold
  `,
)

auction(
  'if nobody in line may hold the lead, the lot passes',
  TIMED,
  `
  time  | who   | act           | price | leader | reserve | ends  | note
  10:05 | Ada   | max 2,000     | 500   | Ada    | none    | 11:00 | opened, first-bid
  10:06 | Boris | max 900       | 925   | Ada    | none    | 11:00 | answered-by-proxy
  10:09 | staff | suspend Ada   | 925   | Ada    | none    | 11:00 |
  10:09 | staff | suspend Boris | 925   | Ada    | none    | 11:00 |
  11:00 | staff | close         | -     | -      | none    | 11:00 | passed-over, passed-over, passed
  `,
)
