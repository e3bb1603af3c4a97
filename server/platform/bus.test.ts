import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { openBus, type Bus } from './bus.ts'

const log = pino({ level: 'silent' })

let database: Awaited<ReturnType<typeof freshDatabase>>
let here: Bus
let there: Bus

beforeAll(async () => {
  database = await freshDatabase()
  here = await openBus(database.url, log)
  there = await openBus(database.url, log)
})

afterAll(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

function heardBy(bus: Bus, topic: string): string[] {
  const heard: string[] = []
  bus.subscribe(topic, (payload) => heard.push(payload))
  return heard
}

test('a hint is heard here at once and once, and by the other process soon and once', async () => {
  const [mine, theirs] = [heardBy(here, 'lot'), heardBy(there, 'lot')]
  here.publish('lot', 'first')
  expect(mine).toEqual(['first'])
  await vi.waitFor(() => expect(theirs).toEqual(['first']))
  there.publish('lot', 'second')
  await vi.waitFor(() => expect(mine).toEqual(['first', 'second']))
  expect(theirs).toEqual(['first', 'second'])
})

test('hints of other topics are not heard, nor hints after the subscription ended', async () => {
  const heard: string[] = []
  const end = there.subscribe('account', (payload) => heard.push(payload))
  const last = heardBy(there, 'last')
  here.publish('other', 'x')
  here.publish('account', 'before')
  await vi.waitFor(() => expect(heard).toEqual(['before']))
  end()
  here.publish('account', 'after')
  here.publish('last', 'x')
  await vi.waitFor(() => expect(last).toEqual(['x']))
  expect(heard).toEqual(['before'])
})

test('many hints go in few notifications, in order, also with letters of several bytes', async () => {
  const sent = Array.from({ length: 500 }, (_, index) => `${index} ${'ü'.repeat(40)}`)
  const theirs = heardBy(there, 'many')
  for (const payload of sent) here.publish('many', payload)
  await vi.waitFor(() => expect(theirs).toHaveLength(sent.length))
  expect(theirs).toEqual(sent)
})

test('after a lost connection it comes back, tells of the gap and sends what waited', async () => {
  const theirs = heardBy(there, 'lost')
  let gaps = 0
  here.onGap(() => (gaps += 1))
  const admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'paddock bus' and datname = current_database() order by backend_start limit 1`,
  )
  await admin.end()
  here.publish('lost', 'while the connection was gone')
  await vi.waitFor(() => expect(gaps).toBe(1), { timeout: 10_000 })
  here.publish('lost', 'after it came back')
  await vi.waitFor(() => expect(theirs).toEqual(['while the connection was gone', 'after it came back']))
})

test('what is said last is sent before the bus closes', async () => {
  const theirs = heardBy(there, 'farewell')
  const leaving = await openBus(database.url, log)
  leaving.publish('farewell', 'bye')
  await leaving.close()
  await vi.waitFor(() => expect(theirs).toEqual(['bye']))
})
