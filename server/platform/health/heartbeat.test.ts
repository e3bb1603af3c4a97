import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { noServerMs, startHeartbeat } from './heartbeat.ts'
import { newId } from '../id.ts'

const log = pino({ level: 'silent' })
/** A moment on the house's clock, in ms. */
const NOON = Date.UTC(2026, 4, 1, 12)
const S = 1000

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, log)
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

beforeEach(() => database.pool.query('truncate server_run'))

/** A server that took bids between two moments, in seconds after noon. */
const ran = (from: number, to: number) =>
  database.pool.query(
    'insert into server_run (id, started_at, last_at) values ($1, to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0))',
    [newId(), NOON + from * S, NOON + to * S],
  )
const missing = (from: number, to: number) => noServerMs(database.pool, NOON + from * S, NOON + to * S)

test('while one of several servers runs, none is missing', async () => {
  await ran(0, 100)
  await ran(50, 300)
  expect(await missing(10, 290)).toBe(0)
})

test('the time between the last beat, with its grace of 10 s, and the next start is missing', async () => {
  await ran(0, 100)
  await ran(200, 300)
  expect(await missing(0, 300)).toBe(90 * S)
  expect(await missing(120, 150)).toBe(30 * S)
})

test('when no server came back, all is missing; before the first start of the house, nothing', async () => {
  expect(await missing(0, 100)).toBe(0)
  await ran(0, 100)
  expect(await missing(-500, 50)).toBe(0)
  expect(await missing(200, 500)).toBe(300 * S)
})

test('a server that begins to run counts at once, and one whose beats paused has a gap', async () => {
  const heartbeat = await startHeartbeat(database.pool, log)
  await database.pool.query(
    `update server_run set started_at = started_at - interval '10 minutes', last_at = last_at - interval '5 minutes'`,
  )
  await heartbeat.stop()
  const clock = await database.pool.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  const now = Number(clock.rows[0]!.now)
  const gap = await noServerMs(database.pool, now - 400 * S, now)
  expect(gap).toBeGreaterThan(285 * S)
  expect(gap).toBeLessThan(295 * S)
})
