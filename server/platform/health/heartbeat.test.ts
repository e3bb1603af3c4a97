import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { absencesBetween, startHeartbeat } from './heartbeat.ts'
import { newId } from '../id.ts'

const log = pino({ level: 'silent' })
/** An instant on the server's clock, in ms. */
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

/** A server that took bids between two times, in seconds after noon. */
const ran = (from: number, to: number) =>
  database.pool.query(
    'insert into server_run (id, started_at, last_at) values ($1, to_timestamp($2 / 1000.0), to_timestamp($3 / 1000.0))',
    [newId(), NOON + from * S, NOON + to * S],
  )
/** The gaps between two times, all in seconds after noon. */
const gaps = async (from: number, to: number) =>
  (await absencesBetween(database.pool, NOON + from * S, NOON + to * S)).map((gap) => [
    (gap.from - NOON) / S,
    (gap.to - NOON) / S,
  ])
const clock = async () => {
  const { rows } = await database.pool.query<{ now: number }>(
    'select extract(epoch from clock_timestamp()) * 1000 as now',
  )
  return Number(rows[0]!.now)
}

test('while one of several servers runs, no time is missing', async () => {
  await ran(0, 100)
  await ran(50, 300)
  expect(await gaps(10, 290)).toEqual([])
})

test('the missing time is exactly from the last heartbeat to the next start, and every gap counts', async () => {
  await ran(0, 100)
  await ran(103, 200)
  await ran(290, 300)
  expect(await gaps(0, 300)).toEqual([
    [100, 103],
    [200, 290],
  ])
  expect(await gaps(120, 250)).toEqual([[200, 250]])
})

test('if no server came back, all time is missing; before the very first start, none', async () => {
  expect(await gaps(0, 100)).toEqual([])
  await ran(0, 100)
  expect(await gaps(-500, 50)).toEqual([])
  expect(await gaps(200, 500)).toEqual([[200, 500]])
})

test('no time is missing between two heartbeats, and they are frequent enough to show two seconds of silence', async () => {
  const heartbeat = await startHeartbeat(fresh.url, log)
  const began = await clock()
  await expect
    .poll(async () => (await database.pool.query('select 1 from server_run where last_at > started_at')).rowCount, {
      timeout: 1900,
    })
    .toBe(1)
  expect(await absencesBetween(database.pool, began, await clock())).toEqual([])
  await heartbeat.stop()
})

test('a database that could not be written for three seconds is a gap of three seconds in a continuing run', async () => {
  const heartbeat = await startHeartbeat(fresh.url, log)
  const began = await clock()
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table server_run in share mode')
    await client.query('select pg_sleep(3)')
    await client.query('commit')
  } finally {
    client.release()
  }
  const beats = async () => {
    const { rows } = await database.pool.query<{ runs: number }>('select count(*)::int as runs from server_run')
    return rows[0]!.runs
  }
  await expect.poll(beats, { timeout: 8000 }).toBe(2)
  const found = await absencesBetween(database.pool, began, await clock())
  expect(found).toHaveLength(1)
  const lengthMs = found[0]!.to - found[0]!.from
  expect(lengthMs).toBeGreaterThan(2000)
  expect(lengthMs).toBeLessThan(6500)
  await heartbeat.stop()
})
