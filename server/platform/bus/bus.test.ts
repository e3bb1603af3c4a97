import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { hasRedis, openRedis, REDIS_MISSING, type TestRedis } from '#test/harness/redis.ts'
import { openBus, publishWithCommit, type Bus } from './bus.ts'
import { openDatabase } from '../database/database.ts'

const LOST = { timeout: 10_000 }

let database: Awaited<ReturnType<typeof freshDatabase>>
let redis: TestRedis | null = null

beforeAll(async () => {
  database = await freshDatabase()
  redis = hasRedis ? await openRedis() : null
})

afterAll(async () => {
  await redis?.close()
  await database.drop()
})

/** Log lines of the buses, and a logger that records them. */
const logged: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })

function receivedBy(bus: Bus, topic: string): string[] {
  const received: string[] = []
  bus.subscribe(topic, (payload) => received.push(payload))
  return received
}

function gapsOf(bus: Bus): () => number {
  let gaps = 0
  bus.onGap(() => (gaps += 1))
  return () => gaps
}

/** Ends the connection on which the oldest bus listens to the database. */
async function cutDatabaseLine(): Promise<void> {
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'paddock bus' and datname = current_database() order by backend_start limit 1`,
  )
  await admin.end()
}

const WAYS = [
  { over: 'PostgreSQL', isHere: true, missing: '' },
  { over: 'Redis', isHere: hasRedis, missing: REDIS_MISSING },
]

for (const { over, isHere, missing } of WAYS) {
  describe.runIf(isHere)(`over ${over}${missing}`, () => {
    let here: Bus
    let there: Bus

    const open = () => openBus(database.url, log, over === 'Redis' ? redis!.url : null)

    beforeAll(async () => {
      here = await open()
      there = await open()
    })

    afterAll(async () => {
      await here?.close()
      await there?.close()
    })

    test('a hint is received here at once and once, and by the other process soon and once', async () => {
      const [mine, theirs] = [receivedBy(here, 'lot'), receivedBy(there, 'lot')]
      here.publish('lot', 'first')
      expect(mine).toEqual(['first'])
      await vi.waitFor(() => expect(theirs).toEqual(['first']), { timeout: 5000 })
      there.publish('lot', 'second')
      await vi.waitFor(() => expect(mine).toEqual(['first', 'second']), { timeout: 5000 })
      expect(theirs).toEqual(['first', 'second'])
      expect([here.lacks(), there.lacks()]).toEqual([null, null])
    })

    test('hints of other topics are not received, nor hints after the subscription ended', async () => {
      const received: string[] = []
      const end = there.subscribe('account', (payload) => received.push(payload))
      const last = receivedBy(there, 'last')
      here.publish('other', 'x')
      here.publish('account', 'before')
      await vi.waitFor(() => expect(received).toEqual(['before']), { timeout: 5000 })
      end()
      here.publish('account', 'after')
      here.publish('last', 'x')
      await vi.waitFor(() => expect(last).toEqual(['x']), { timeout: 5000 })
      expect(received).toEqual(['before'])
    })

    test('many hints are sent in few messages, in order, also with multi-byte characters', async () => {
      const sent = Array.from({ length: 2000 }, (_, index) => `${index} ${'ü'.repeat(40)}`)
      const theirs = receivedBy(there, 'many')
      for (const payload of sent) here.publish('many', payload)
      await vi.waitFor(() => expect(theirs).toHaveLength(sent.length), { timeout: 5000 })
      expect(theirs).toEqual(sent)
    })

    test('the longest hint is sent, and a longer one is refused with a log message and blocks no other', async () => {
      const theirs = receivedBy(there, 'long')
      const longest = 'x'.repeat(7500 - JSON.stringify(['long', '']).length)
      here.publish('long', `${longest}x`)
      here.publish('long', longest)
      await vi.waitFor(() => expect(theirs).toEqual([longest]), { timeout: 5000 })
      expect(logged.join()).toContain('a hint is too large for the bus')
    })

    test('a hint of a transaction is received by all after the commit, and by nobody without one', async () => {
      const [mine, theirs] = [receivedBy(here, 'committed'), receivedBy(there, 'committed')]
      const { db, close } = openDatabase(database.url, log)
      const failed = db.transaction().execute(async (trx) => {
        await publishWithCommit(trx, 'committed', 'never')
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      await db.transaction().execute((trx) => publishWithCommit(trx, 'committed', 'done'))
      await vi.waitFor(() => expect([mine, theirs]).toEqual([['done'], ['done']]), { timeout: 5000 })
      await close()
    })

    test('after losing its database connection it reconnects, reports the gap and sends what waited', async () => {
      const theirs = receivedBy(there, 'lost')
      const gaps = gapsOf(here)
      await cutDatabaseLine()
      here.publish('lost', 'while the connection was gone', 'database')
      await vi.waitFor(() => expect(gaps()).toBe(1), LOST)
      here.publish('lost', 'after it came back', 'database')
      await vi.waitFor(() => expect(theirs).toEqual(['while the connection was gone', 'after it came back']), {
        timeout: 5000,
      })
    })

    test('the last hint is sent before the bus closes', async () => {
      const theirs = receivedBy(there, 'farewell')
      const leaving = await open()
      leaving.publish('farewell', 'bye')
      await leaving.close()
      await vi.waitFor(() => expect(theirs).toEqual(['bye']), { timeout: 5000 })
    })
  })
}

describe.runIf(hasRedis)(`when Redis is unavailable${REDIS_MISSING}`, () => {
  let here: Bus
  let there: Bus

  beforeAll(async () => {
    here = await openBus(database.url, log, redis!.url)
    there = await openBus(database.url, log, redis!.url)
  })

  afterAll(async () => {
    redis?.goOn()
    await Promise.all([here?.close(), there?.close()])
  })

  test('hints continue through the database, both processes report a gap, and Redis is used again when it is back', async () => {
    const theirs = receivedBy(there, 'killed')
    const gaps = [gapsOf(here), gapsOf(there)]
    await redis!.kill()
    await vi.waitFor(() => expect([here.lacks(), there.lacks()]).not.toContain(null), LOST)
    expect(here.lacks()).toContain('Redis is unavailable')
    here.publish('killed', 'without it')
    await vi.waitFor(() => expect(theirs).toEqual(['without it']), { timeout: 5000 })
    await redis!.start()
    await vi.waitFor(() => expect([here.lacks(), there.lacks()]).toEqual([null, null]), LOST)
    // One for what was lost with it, one for what others said over it before both were back.
    expect(gaps.map((count) => count())).toEqual([2, 2])
    here.publish('killed', 'with it')
    await vi.waitFor(() => expect(theirs).toEqual(['without it', 'with it']), { timeout: 5000 })
  })

  test('a Redis that accepts connections without replying is abandoned within seconds, and its hints take the other route', async () => {
    const theirs = receivedBy(there, 'still')
    redis!.standStill()
    here.publish('still', 'heard all the same')
    await vi.waitFor(() => expect(theirs).toContain('heard all the same'), LOST)
    await vi.waitFor(() => expect([here.lacks(), there.lacks()]).not.toContain(null), { timeout: 20_000 })
    redis!.goOn()
    await vi.waitFor(() => expect([here.lacks(), there.lacks()]).toEqual([null, null]), LOST)
  })

  test('urgent hints are received at once while it hangs', async () => {
    const theirs = receivedBy(there, 'account')
    redis!.standStill()
    here.publish('account', 'logged out', 'database')
    await vi.waitFor(() => expect(theirs).toEqual(['logged out']), { timeout: 1000 })
    redis!.goOn()
  })

  test('a server starts without it and finds it later; a wrong password is reported without being repeated', async () => {
    await redis!.kill()
    const early = await openBus(database.url, log, redis!.url)
    expect(early.lacks()).toContain('Redis is unavailable')
    await redis!.start()
    await vi.waitFor(() => expect(early.lacks()).toBeNull(), LOST)
    await early.close()
    const wrong = new URL(redis!.url)
    wrong.password = 'horsesandsaddles'
    const stranger = await openBus(database.url, log, wrong.href)
    expect(stranger.lacks()).toContain('Redis is unavailable')
    await stranger.close()
    expect(logged.join()).toMatch(/WRONGPASS/)
    expect(logged.join()).not.toContain('horsesandsaddles')
    expect(logged.join()).not.toContain(new URL(redis!.url).password)
  })

  test('two installations on one Redis do not receive each other’s hints', async () => {
    const other = await freshDatabase()
    const neighbor = await openBus(other.url, log, redis!.url)
    const [theirs, mine] = [receivedBy(neighbor, 'lot'), receivedBy(there, 'lot')]
    await vi.waitFor(() => expect(here.lacks()).toBeNull(), LOST)
    await vi.waitFor(() => expect(there.lacks()).toBeNull(), LOST)
    here.publish('lot', 'ours')
    await vi.waitFor(() => expect(mine).toEqual(['ours']), { timeout: 5000 })
    neighbor.publish('lot', 'theirs')
    await vi.waitFor(() => expect(theirs).toEqual(['theirs']), { timeout: 5000 })
    expect(mine).toEqual(['ours'])
    await neighbor.close()
    await other.drop()
  })
})
