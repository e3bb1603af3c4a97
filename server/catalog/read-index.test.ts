import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { readFilter } from './filter.ts'
import { LotIndex } from './lot-index.ts'
import { readOnOffer, readRest } from './read-index.ts'
import { search } from './search.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

test('lots on offer are read before past ones, and reading these changes nothing about a lot that is there already', async () => {
  const { db, pool } = server.app
  const [open, past] = [await castLot(server.app), await castLot(server.app)]
  await pool.query(`update standing set status = 'sold', price = 50000 where lot_id = $1`, [past.lotId])
  await pool.query(`update lot set closed_at = now(), outcome = 'sold' where id = $1`, [past.lotId])
  const index = new LotIndex()
  await readOnOffer(db, index)
  expect(index.ids).toEqual([open.lotId])
  const ordinal = index.ordinalOf(open.lotId)!
  index.price[ordinal] = 12_345
  await readRest(db, index)
  expect(index.ids).toEqual([open.lotId, past.lotId])
  expect(index.price[ordinal]).toBe(12_345)
})

test('ended lots have no count until all of them are read', async () => {
  const { db } = server.app
  const index = new LotIndex()
  await readOnOffer(db, index)
  const counts = (canSeePrices: boolean) => {
    const filter = readFilter({}, canSeePrices, { currency: 'USD', costs: null })
    const { facets } = search(index, { filter, sort: 'ending', after: null, limit: 1, now: Date.now(), canSeePrices })
    const { values } = facets.find(({ facet }) => facet === 'state')!
    return values
      .filter(({ value }) => !['open', 'scheduled'].includes(value))
      .map(({ value, count }) => [value, count])
  }
  expect(counts(true)).toEqual([
    ['sold', null],
    ['unsold', null],
  ])
  expect(counts(false)).toEqual([['ended', null]])
  await readRest(db, index)
  expect(counts(true)).toEqual([['sold', 1]])
  expect(counts(false)).toEqual([['ended', 1]])
})

test('reading past lots ends when it is no longer wanted', async () => {
  const index = new LotIndex()
  await readRest(server.app.db, index, AbortSignal.abort())
  expect([index.size, index.isWhole]).toEqual([0, false])
})
