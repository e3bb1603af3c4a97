import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anyTopic, type AnyTopic } from '#test/harness/any-topic.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { createOutbox } from './outbox.ts'

const log = pino({ level: 'silent' })

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
let outbox: AnyTopic

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, log)
  await sql`create table receipt (lot text)`.execute(database.db)
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

beforeEach(async () => {
  await sql`truncate outbox, receipt`.execute(database.db)
  outbox = anyTopic(createOutbox(database.db, log))
})

const add = (lot: string) => database.db.transaction().execute((trx) => outbox.add(trx, 'lot-sold', { lot }))

async function issue(payload: unknown, trx: Kysely<object>): Promise<void> {
  await sql`insert into receipt values (${(payload as { lot: string }).lot})`.execute(trx)
}

async function receipts(): Promise<string[]> {
  return (await sql<{ lot: string }>`select lot from receipt order by lot`.execute(database.db)).rows.map(
    ({ lot }) => lot,
  )
}

async function waiting(): Promise<{ tries: number; dead: boolean; failure: string | null }[]> {
  return (
    await sql<{ tries: number; dead: boolean; failure: string | null }>`
    select tries, dead, failure from outbox`.execute(database.db)
  ).rows
}

const makeDue = () => sql`update outbox set next_try_at = clock_timestamp()`.execute(database.db)

test('a message from a failed transaction was never sent', async () => {
  outbox.on('lot-sold', issue)
  const failing = database.db.transaction().execute(async (trx) => {
    await outbox.add(trx, 'lot-sold', { lot: 'A' })
    throw new Error('no auction')
  })
  await expect(failing).rejects.toThrow('no auction')
  await outbox.drain()
  expect(await receipts()).toEqual([])
})

test('each of many messages is handled exactly once, however many processes poll', async () => {
  const lots = Array.from({ length: 40 }, (_, index) => `lot ${String(index).padStart(2, '0')}`)
  const processes = [outbox, createOutbox(database.db, log), createOutbox(database.db, log)]
  for (const one of processes) one.on('lot-sold', issue)
  for (const lot of lots) await add(lot)
  await Promise.all(processes.map((one) => one.drain()))
  expect(await receipts()).toEqual(lots)
  expect(await waiting()).toEqual([])
})

test('work that begins while another look is under way finds what was added before', async () => {
  outbox.on('lot-sold', issue)
  for (let round = 1; round <= 40; round += 1) {
    const others = [outbox.drain(), outbox.drain()]
    await add('A')
    await outbox.drain()
    expect(await receipts()).toHaveLength(round)
    await Promise.all(others)
  }
})

test('a handler that fails leaves nothing behind, and the message is retried later', async () => {
  let isBroken = true
  outbox.on('lot-sold', issue)
  outbox.on('lot-sold', async () => {
    if (isBroken) throw new Error('the printer is out of paper')
  })
  await add('A')
  await outbox.drain()
  expect(await receipts()).toEqual([])
  expect(await waiting()).toEqual([{ tries: 1, dead: false, failure: 'the printer is out of paper' }])
  isBroken = false
  await outbox.drain()
  expect(await receipts(), 'not before its time').toEqual([])
  await makeDue()
  await outbox.drain()
  expect(await receipts()).toEqual(['A'])
})

test('a handler whose statement the database refuses does not block the messages behind it', async () => {
  outbox.on('lot-sold', async (payload, trx) => {
    await issue(payload, trx)
    if ((payload as { lot: string }).lot === 'A') await sql`select 1 / 0`.execute(trx)
  })
  await add('A')
  await add('B')
  await outbox.drain()
  expect(await receipts()).toEqual(['B'])
})

test('after its last attempt a message is marked as failed and kept with its error', async () => {
  outbox.on('lot-sold', () => Promise.reject(new Error('never')))
  await add('A')
  for (let tries = 0; tries < 15; tries += 1) {
    await makeDue()
    await outbox.drain()
  }
  expect(await waiting()).toEqual([{ tries: 12, dead: true, failure: 'never' }])
})

test('a running outbox is woken by a nudge, and finds other messages on its own', async () => {
  outbox.on('lot-sold', issue)
  outbox.start()
  await add('A')
  outbox.nudge()
  await vi.waitFor(async () => expect(await receipts()).toEqual(['A']), { timeout: 5000 })
  await add('B')
  await vi.waitFor(async () => expect(await receipts()).toEqual(['A', 'B']), { timeout: 5000 })
  await outbox.stop()
})
