import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteClose, noteSaleUndone } from '#server/lots/note-close.ts'
import type { LOT_ENDS } from '#server/platform/outbox/topics.ts'
import { newId } from '#server/platform/id.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { type CastLot, castLot } from '#test/inventory.ts'
import { seeded } from '#test/many-lots.ts'

const LOTS = 40
const MINUTE_MS = 60_000
const ENDS: readonly (readonly (typeof LOT_ENDS)[number][])[] = [
  ['lot-sold'],
  ['lot-passed'],
  ['lot-withdrawn'],
  ['lot-reserve-not-met'],
  ['lot-reserve-not-met', 'lot-sold'],
  ['lot-reserve-not-met', 'lot-passed'],
  // Topics may arrive in any order, and more than once.
  ['lot-sold', 'lot-reserve-not-met'],
  ['lot-sold', 'lot-sold'],
]

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const rows = async (text: string) => (await server.app.pool.query<object>(text)).rows

/** As the sums are defined, from every lot. */
const PLAIN = `
  select l.auction_id, date_bin('15 minutes', l.closed_at, 'epoch') as at, count(*)::int as ended,
    (count(*) filter (where s.status = 'sold'))::int as sold, coalesce(sum(s.price) filter (where s.status = 'sold'), 0)::bigint as hammer
  from lot l join standing s on s.lot_id = l.id where l.closed_at is not null and s.status <> 'withdrawn' group by 1, 2 order by 1, 2`
const KEPT = 'select auction_id, at, ended, sold, hammer from ended_lots where ended > 0 order by auction_id, at'

/** What bidding writes first, and then announces. `at` in ms. */
async function end({ lotId, auctionId }: CastLot, topic: (typeof LOT_ENDS)[number], at: number, price: number) {
  const { app } = server
  const status = topic.slice('lot-'.length)
  await app.pool.query(
    `update standing set price = $3, status = case when status = 'sold' then status else $2 end where lot_id = $1`,
    [lotId, status, price],
  )
  await app.db
    .transaction()
    .execute((trx) => noteClose(trx, topic, { lotId, auctionId, accountId: null, hammer: price, at, by: 'closed' }))
}

async function undo({ lotId }: CastLot) {
  await server.app.pool.query(`update standing set status = 'withdrawn' where lot_id = $1`, [lotId])
  await server.app.db.transaction().execute((trx) => noteSaleUndone(trx, lotId))
}

test('the sums of ended lots are what all lots come to, however they end at once', async () => {
  const random = seeded(20_261_128)
  const auctions = [newId(), newId()]
  const lots: CastLot[] = []
  for (let position = 1; position <= LOTS; position += 1)
    lots.push(await castLot(server.app, { isFree: true, auctionId: auctions[position % 2]!, position }))
  const from = Date.now() - 60 * MINUTE_MS
  await Promise.all(
    lots.map(async (lot, index) => {
      const at = from + Math.floor(random() * 40) * MINUTE_MS
      const price = 100 * Math.ceil(random() * 900)
      const ends = ENDS[index % ENDS.length]!
      for (const topic of ends) await end(lot, topic, at, price)
      if (ends.includes('lot-sold') && index % 3 === 0) await undo(lot)
    }),
  )
  const kept = await rows(KEPT)
  expect(kept.length).toBeGreaterThan(4)
  expect(kept).toEqual(await rows(PLAIN))
})
