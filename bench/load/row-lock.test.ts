import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '#test/harness/database.ts'
import { prepareRowLock, rowLockBid } from './row-lock.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let pool: pg.Pool
beforeAll(async () => {
  database = await emptyDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 8 })
  // A connection that is still closing when the database is dropped reports that it was cut.
  pool.on('error', () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

async function newLot(): Promise<string> {
  const lotId = randomUUID()
  await prepareRowLock(pool, [lotId])
  return lotId
}

const bid = (lotId: string, amount: number) => {
  const amountAt = (price: number) => (amount > price ? amount : null)
  return rowLockBid(pool, { id: randomUUID(), lotId, bidder: randomUUID(), amountAt })
}

async function stateOf(lotId: string): Promise<{ price: number; bids: number }> {
  const text = `select price::int, (select count(*)::int from yardstick_bid where lot_id = $1) as bids from yardstick_lot where id = $1`
  return (await pool.query<{ price: number; bids: number }>(text, [lotId])).rows[0]!
}

test('a bid above the price moves it, and one that is too low leaves nothing behind', async () => {
  const lotId = await newLot()
  expect(await bid(lotId, 100)).toBe(true)
  expect(await bid(lotId, 100)).toBe(false)
  expect(await stateOf(lotId)).toEqual({ price: 100, bids: 1 })
})

test('of bids at the same moment each sees the one before it', async () => {
  const lotId = await newLot()
  const raise = () =>
    rowLockBid(pool, { id: randomUUID(), lotId, bidder: randomUUID(), amountAt: (price) => price + 1 })
  await Promise.all(Array.from({ length: 40 }, raise))
  expect(await stateOf(lotId)).toEqual({ price: 40, bids: 40 })
})

test('a bid that fails releases its lot', async () => {
  const lotId = await newLot()
  const id = randomUUID()
  const again = () => rowLockBid(pool, { id, lotId, bidder: randomUUID(), amountAt: (price) => price + 1 })
  await again()
  await expect(again()).rejects.toThrow('duplicate key')
  expect(await bid(lotId, 7)).toBe(true)
  expect(await stateOf(lotId)).toEqual({ price: 7, bids: 2 })
})
