import { sql } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import { ROOT } from '#server/platform/root.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { anyTopic } from '../harness/any-topic.ts'

const LOTS = 8
const PER_LOT = 60

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
const crew = new Set<ChildProcess>()

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, pino({ level: 'silent' }))
  await sql`create table receipt (at serial, lot text, n integer)`.execute(database.db)
  await sql`create table tally (lot text primary key, count integer not null default 0)`.execute(database.db)
})

afterAll(async () => {
  for (const each of crew) each.kill('SIGKILL')
  await database.close()
  await fresh.drop()
})

async function join(): Promise<ChildProcess> {
  const file = path.join(ROOT, 'server/platform/outbox/outbox-crew.test-support.ts')
  const child = spawn(process.execPath, [file, fresh.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  crew.add(child)
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGKILL')
  await ended
  crew.delete(child)
}

async function left(): Promise<number> {
  const found = await sql<{ count: number }>`select count(*) from outbox`.execute(database.db)
  return found.rows[0]!.count
}

test('killed processes leave every message with exactly one effect, and each lot in order', async () => {
  const outbox = anyTopic(createOutbox(database.db, pino({ level: 'silent' })))
  const lots = Array.from({ length: LOTS }, (_, index) => `lot ${index}`)
  await sql`insert into tally (lot) select * from unnest(${lots}::text[])`.execute(database.db)
  await database.db.transaction().execute(async (trx) => {
    for (let n = 0; n < PER_LOT; n += 1) for (const lotId of lots) await outbox.add(trx, 'counted', { lotId, n })
  })
  for (let before = await left(); before > 0; before = await left()) {
    const two = await Promise.all([join(), join()])
    await expect.poll(left, { timeout: 20_000, interval: 5 }).toBeLessThan(Math.max(1, before - 150))
    await kill(two[0])
    // The other process takes over the first one's messages immediately.
    await wait(50)
    await kill(two[1])
  }
  const receipts = await sql<{ lot: string; order: number[] }>`
    select lot, array_agg(n order by at) as order from receipt group by lot order by lot`.execute(database.db)
  const inOrder = Array.from({ length: PER_LOT }, (_, n) => n)
  expect(receipts.rows).toEqual(lots.map((lot) => ({ lot, order: inOrder })))
  const tallies = await sql<{ count: number }>`select distinct count from tally`.execute(database.db)
  expect(tallies.rows).toEqual([{ count: PER_LOT }])
})
