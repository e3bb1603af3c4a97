import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { LotIndex } from './lot-index.ts'
import { readOnOffer, readRest } from './read-index.ts'

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

test('reading past lots ends when it is no longer wanted', async () => {
  const index = new LotIndex()
  await readRest(server.app.db, index, AbortSignal.abort())
  expect(index.size).toBe(0)
})
