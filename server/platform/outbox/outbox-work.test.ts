import { sql, type Kysely } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anyTopic, type AnyTopic } from '#test/harness/any-topic.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { createOutbox, type OutboxLimits } from './outbox.ts'

/** On a busy machine draining takes longer than the usual second. */
const PATIENCE = { timeout: 20_000 }

const log = pino({ level: 'silent' })

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let database: Database
const opened: AnyTopic[] = []

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, log, { connections: 30 })
  await sql`create table receipt (what text)`.execute(database.db)
})

afterAll(async () => {
  await database.close()
  await fresh.drop()
})

beforeEach(async () => {
  await sql`truncate outbox, receipt`.execute(database.db)
  return async () => {
    await Promise.all(opened.splice(0).map((one) => one.stop()))
  }
})

function open(limits: Partial<OutboxLimits> = {}): AnyTopic {
  const outbox = anyTopic(createOutbox(database.db, log, limits))
  opened.push(outbox)
  return outbox
}

async function add(outbox: AnyTopic, topic: string, payload: object): Promise<void> {
  await database.db.transaction().execute((trx) => outbox.add(trx, topic, payload))
}

async function note(trx: Kysely<object>, what: string): Promise<void> {
  await sql`insert into receipt values (${what})`.execute(trx)
}

async function receipts(): Promise<string[]> {
  const found = await sql<{ what: string }>`select what from receipt order by ctid`.execute(database.db)
  return found.rows.map(({ what }) => what)
}

/** A promise that the test resolves. */
function gate(): { passed: Promise<void>; open(): void } {
  let release = () => {}
  const passed = new Promise<void>((resolve) => (release = resolve))
  return { passed, open: () => release() }
}

test('a topic with slow handlers delays no other, however long its queue', async () => {
  const outbox = open()
  const slow = gate()
  outbox.on('slow', () => slow.passed)
  outbox.on('quick', (payload, trx) => note(trx, `quick ${(payload as { n: number }).n}`))
  outbox.start()
  for (let n = 0; n < 20; n += 1) await add(outbox, 'slow', { n })
  outbox.nudge()
  await wait(50)
  for (let n = 0; n < 5; n += 1) await add(outbox, 'quick', { n })
  outbox.nudge()
  await vi.waitFor(async () => expect(await receipts()).toHaveLength(5), { timeout: 900 })
  slow.open()
})

test('a topic that fails delays no other, and its messages are retried one by one, with growing delays', async () => {
  const outbox = open()
  outbox.on('broken', () => Promise.reject(new Error('out of paper')))
  outbox.on('quick', (_, trx) => note(trx, 'quick'))
  for (let n = 0; n < 12; n += 1) await add(outbox, 'broken', { n })
  await add(outbox, 'quick', {})
  await outbox.drain()
  expect(await receipts()).toEqual(['quick'])
  const waits = async () => {
    const found = await sql<{ s: number }>`
      select extract(epoch from next_try_at - clock_timestamp())::float8 as s from outbox order by 1`.execute(
      database.db,
    )
    return found.rows.map(({ s }) => s)
  }
  const first = await waits()
  expect(first[0]).toBeGreaterThan(0)
  expect(first.at(-1)).toBeLessThanOrEqual(1.5)
  expect(first.at(-1)! - first[0]!).toBeGreaterThan(0.05)
  await sql`update outbox set tries = 8, next_try_at = clock_timestamp()`.execute(database.db)
  await outbox.drain()
  const later = await waits()
  expect(later[0]).toBeGreaterThan(120)
  expect(later.at(-1)).toBeLessThanOrEqual(384)
})

test('the number of messages of a topic handled at once is limited', async () => {
  const outbox = open({ perTopic: 3, more: 10 })
  let [active, most] = [0, 0]
  outbox.on('busy', async () => {
    active += 1
    most = Math.max(most, active)
    await wait(20)
    active -= 1
  })
  for (let n = 0; n < 30; n += 1) await add(outbox, 'busy', { n })
  await outbox.drain()
  expect(most).toBe(3)
})

test('messages of one lot are handled in order, over topics, processes and failures; other lots do not wait for it', async () => {
  const processes = [open(), open(), open()]
  let isBroken = true
  for (const each of processes) {
    for (const topic of ['sold', 'voided']) {
      each.on(topic, async (payload, trx) => {
        const { lotId, n } = payload as { lotId: string; n: number }
        if (isBroken && lotId === 'a' && n === 0) throw new Error('not yet')
        await note(trx, `${lotId}${n}`)
        await wait(Math.random() * 5)
      })
    }
  }
  for (let n = 0; n < 12; n += 1)
    for (const lotId of ['a', 'b', 'c']) await add(processes[0]!, n % 2 === 0 ? 'sold' : 'voided', { lotId, n })
  const all = async () => Promise.all(processes.map((each) => each.drain()))
  const of = async (lotId: string) => (await receipts()).filter((what) => what.startsWith(lotId))
  const expected = (lotId: string) => Array.from({ length: 12 }, (_, n) => `${lotId}${n}`)
  await vi.waitFor(async () => {
    await all()
    expect([await of('b'), await of('c')]).toEqual([expected('b'), expected('c')])
  }, PATIENCE)
  expect(await of('a')).toEqual([])
  isBroken = false
  await sql`update outbox set next_try_at = clock_timestamp()`.execute(database.db)
  await vi.waitFor(async () => {
    await all()
    expect(await of('a')).toEqual(expected('a'))
  }, PATIENCE)
})

test('a failed message does not block later ones', async () => {
  const outbox = open()
  outbox.on('sold', (payload, trx) => note(trx, (payload as { n: string }).n))
  await add(outbox, 'sold', { lotId: 'a', n: 'first' })
  await sql`update outbox set dead = true`.execute(database.db)
  await add(outbox, 'sold', { lotId: 'a', n: 'second' })
  await outbox.drain()
  expect(await receipts()).toEqual(['second'])
})

test('a handler that does not finish is abandoned after its time, and what it writes later is discarded', async () => {
  const outbox = open({ handleMs: 40 })
  const late = gate()
  const ended = gate()
  let outcome: unknown
  outbox.on('endless', async (_, trx) => {
    await note(trx, 'begun')
    await late.passed
    outcome = await note(trx, 'too late').catch((error: unknown) => error)
    ended.open()
  })
  await add(outbox, 'endless', {})
  await outbox.drain()
  late.open()
  await ended.passed
  expect(String(outcome)).toContain('this message has expired')
  expect(await receipts()).toEqual([])
  const left = await sql<{ tries: number; failure: string }>`select tries, failure from outbox`.execute(database.db)
  expect(left.rows).toEqual([{ tries: 1, failure: 'no result within 0.04 s' }])
})
