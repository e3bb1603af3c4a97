import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castCrowd, castPerson, type CastMember } from '#test/cast.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { faultsInStream, watchFeed, type Watch } from './watch-feed.test-support.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let one: TestServer
let two: TestServer
let ada: CastMember
let boris: CastMember
let dana: CastMember

beforeAll(async () => {
  database = await freshDatabase()
  one = await openTestServer({ databaseUrl: database.url })
  two = await openTestServer({ databaseUrl: database.url })
  const { pool } = one.app
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  dana = await castPerson(pool, { name: 'Dana' })
})

afterAll(async () => {
  await one?.close()
  await two?.close()
  await database?.drop()
})

/** Ada and Boris place firm bids in turn, one through each server, each exactly the next bid, one after the other. */
async function contest(lot: CastLot, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const [server, who] = round % 2 === 0 ? [one, ada] : [two, boris]
    const live = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: who.token })
    const { standing } = live.body as { standing: { nextBid: number } }
    const answer = await sendBid(server, who, lot, 'firm', standing.nextBid)
    expect(answer.status).toBe(200)
  }
}

async function sequenceOf(lot: CastLot): Promise<number> {
  const found = await one.app.pool.query<{ sequence: number }>('select sequence from standing where lot_id = $1', [
    lot.lotId,
  ])
  return Number(found.rows[0]?.sequence)
}

const reached = (watch: Watch, lot: CastLot, sequence: number) =>
  watch.until(() => (watch.lotMessages(lot.lotId).at(-1)?.standing.sequence ?? -1) >= sequence)

test('a subscriber gets the current standing first, then every event in order without gaps, from both processes', async () => {
  const lot = await castLot(one.app)
  const here = await watchFeed(one.url, { token: dana.token, lots: [lot.lotId] })
  const there = await watchFeed(two.url, { token: dana.token, lots: [lot.lotId] })
  await Promise.all([reached(here, lot, 0), reached(there, lot, 0)])
  await contest(lot, 20)
  const last = await sequenceOf(lot)
  for (const watch of [here, there]) {
    await reached(watch, lot, last)
    expect(faultsInStream(watch.messages, lot.lotId)).toEqual([])
    expect(watch.lotMessages(lot.lotId)[0]?.lines).toEqual([])
    const lines = watch.lotMessages(lot.lotId).flatMap((message) => message.lines)
    const from = watch.lotMessages(lot.lotId)[0]?.from ?? -1
    expect(lines.map((line) => line.sequence)).toEqual(
      Array.from({ length: last - from }, (_, index) => from + index + 1),
    )
    watch.close()
  }
})

test('a stream starts with the database time and the reconnect delay, and no proxy may cache it', async () => {
  const watch = await watchFeed(one.url, { token: dana.token })
  await watch.until((messages) => messages.length >= 3)
  expect(watch.messages.map((message) => message.type)).toEqual(['time', 'time', 'time'])
  const clock = await one.app.pool.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  expect(Math.abs((watch.messages[2]?.serverTime ?? 0) - Number(clock.rows[0]?.now))).toBeLessThan(1000)
  expect(watch.text()).toMatch(/^retry: 1000\n/)
  expect(watch.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(watch.headers['transfer-encoding']).toBeUndefined()
  watch.close()
})

describe('reconnecting', () => {
  test('with its last sequence, a subscriber gets what it missed in one message, also from the other process', async () => {
    const lot = await castLot(one.app)
    await contest(lot, 2)
    const before = await watchFeed(one.url, { token: dana.token, lots: [lot.lotId] })
    await reached(before, lot, await sequenceOf(lot))
    before.close()
    const held = before.lotMessages(lot.lotId).at(-1)?.standing.sequence ?? -1
    await contest(lot, 6)
    const last = await sequenceOf(lot)
    const after = await watchFeed(two.url, { token: dana.token, lots: [lot.lotId], since: `${lot.lotId}.${held}` })
    await reached(after, lot, last)
    const [first] = after.lotMessages(lot.lotId)
    expect(first?.from).toBe(held)
    expect(first?.lines).toHaveLength(last - held)
    await contest(lot, 4)
    await reached(after, lot, await sequenceOf(lot))
    expect(faultsInStream([...before.messages, ...after.messages], lot.lotId)).toEqual([])
    after.close()
  })

  test('repeatedly during a contest, a subscriber misses nothing and gets nothing twice', async () => {
    const lot = await castLot(one.app)
    let running = true
    const seen: Watch['messages'] = []
    const watching = (async () => {
      let held: number | null = null
      for (let turn = 0; running || held !== (await sequenceOf(lot)); turn += 1) {
        const since = held === null ? {} : { since: `${lot.lotId}.${held}` }
        const watch: Watch = await watchFeed(turn % 2 === 0 ? one.url : two.url, {
          token: dana.token,
          lots: [lot.lotId],
          ...since,
        })
        await watch.until(() => watch.lotMessages(lot.lotId).length >= (running ? 2 : 1)).catch(() => undefined)
        watch.close()
        seen.push(...watch.messages)
        held = watch.lotMessages(lot.lotId).at(-1)?.standing.sequence ?? held
      }
    })()
    await contest(lot, 40)
    running = false
    await watching
    expect(faultsInStream(seen, lot.lotId)).toEqual([])
    expect(seen.filter((message) => message.type === 'lot').at(-1)?.standing.sequence).toBe(await sequenceOf(lot))
  })

  test('with an invalid sequence, a subscriber starts with the current standing', async () => {
    const lot = await castLot(one.app)
    await contest(lot, 2)
    const last = await sequenceOf(lot)
    const watch = await watchFeed(one.url, { token: dana.token, lots: [lot.lotId], since: `${lot.lotId}.999` })
    await reached(watch, lot, last)
    expect(watch.lotMessages(lot.lotId)[0]).toMatchObject({ from: last, lines: [] })
    watch.close()
  })
})

test('a subscriber to an auction gets all its lots, and a later one from its first event on', async () => {
  const first = await castLot(one.app)
  const { auctionId } = first
  const watch = await watchFeed(two.url, { token: dana.token, auctions: [auctionId] })
  await reached(watch, first, 0)
  const added = await castLot(one.app, { auctionId, position: 2 })
  expect((await sendBid(one, ada, added, 'firm', 10_000)).status).toBe(200)
  await reached(watch, added, await sequenceOf(added))
  expect(faultsInStream(watch.messages, added.lotId)).toEqual([])
  watch.close()
})

test('an outbid person is notified on every connection and in every process, and nobody else is', async () => {
  const lot = await castLot(one.app)
  expect((await sendBid(one, ada, lot, 'firm', 10_000)).status).toBe(200)
  const adas = [await watchFeed(one.url, { token: ada.token }), await watchFeed(two.url, { token: ada.token })]
  const danas = await watchFeed(two.url, { token: dana.token, lots: [lot.lotId] })
  expect((await sendBid(two, boris, lot, 'firm', 20_000)).status).toBe(200)
  for (const watch of adas) {
    await watch.until((messages) => messages.some((message) => message.type === 'you' && message.position === 'outbid'))
    // The message that she led may arrive later when the other process sent it: the browser goes by the sequence.
    expect(watch.messages.find((message) => message.type === 'you' && message.position === 'outbid')).toMatchObject({
      lotId: lot.lotId,
      lotNumber: lot.lotNumber,
      title: '2010 Kiri Urban',
      about: 'lead',
      status: 'open',
      position: 'outbid',
      price: 20_000,
    })
    watch.close()
  }
  await reached(danas, lot, await sequenceOf(lot))
  expect(danas.messages.some((message) => message.type === 'you')).toBe(false)
  danas.close()
})

test('a maximum never appears in another person’s stream, nor in the lot’s public messages', async () => {
  const lot = await castLot(one.app, { reserve: 7_654_300 })
  const secret = 1_234_500
  const everybody = await Promise.all([
    watchFeed(one.url, { token: dana.token, lots: [lot.lotId], auctions: [lot.auctionId] }),
    watchFeed(two.url, { token: boris.token, lots: [lot.lotId] }),
    watchFeed(two.url, { token: ada.token, lots: [lot.lotId] }),
  ])
  expect((await sendBid(one, ada, lot, 'maximum', secret)).status).toBe(200)
  expect((await sendBid(two, boris, lot, 'firm', 20_000)).status).toBe(200)
  expect((await sendBid(one, boris, lot, 'maximum', 500_000)).status).toBe(200)
  for (const watch of everybody) {
    await reached(watch, lot, await sequenceOf(lot))
    expect(watch.text()).not.toMatch(/1234500|7654300|500000\D.*"seal"/)
    watch.close()
  }
  for (const path of ['live', 'ledger']) {
    const answer = await one.call('GET', `/api/lots/${lot.lotId}/${path}`, { token: boris.token })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toMatch(/1234500|7654300/)
  }
})

describe('access', () => {
  test('a visitor must sign in, an unpaid member who names lots must pay, and gets the private feed without them', async () => {
    const lot = await castLot(one.app)
    const unpaid = await castPerson(one.app.pool, { name: 'Elif', hasPaid: false, verification: 'pending' })
    const visitor = await one.call('GET', `/api/feed?lots=${lot.lotId}`)
    expect([visitor.status, visitor.body]).toMatchObject([401, { code: 'login-required' }])
    const refused = await one.call('GET', `/api/feed?lots=${lot.lotId}`, { token: unpaid.token })
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'membership-required' }])
    expect((await one.call('GET', `/api/feed?auctions=${lot.auctionId}`, { token: unpaid.token })).status).toBe(402)
    const own = await watchFeed(one.url, { token: unpaid.token })
    await own.until((messages) => messages.length > 0)
    own.close()
  })

  test('staff watch lots without being bidders, until they are suspended', async () => {
    const aukje = await castPerson(one.app.pool, { name: 'Aukje', role: 'auctioneer', hasPaid: false })
    const lot = await castLot(one.app)
    const watch = await watchFeed(two.url, { token: aukje.token, lots: [lot.lotId], auctions: [lot.auctionId] })
    expect((await sendBid(one, ada, lot, 'firm', 10_000)).status).toBe(200)
    await reached(watch, lot, await sequenceOf(lot))
    const body = { accountStatus: 'suspended', reason: 'Left the company' }
    const owner = await castPerson(one.app.pool, { name: 'Olga', role: 'owner' })
    expect((await one.call('PATCH', `/api/admin/accounts/${aukje.id}`, { token: owner.token, body })).status).toBe(200)
    await watch.ended
    await expect(watchFeed(one.url, { token: aukje.token, lots: [lot.lotId] })).rejects.toThrow(/40[13]/)
  })

  test('a suspension ends that person’s streams in every process, and nobody else’s', async () => {
    const rita = await castPerson(one.app.pool, { name: 'Rita', role: 'reviewer' })
    const chidi = await castPerson(one.app.pool, { name: 'Chidi' })
    const lot = await castLot(one.app)
    const chidis = [
      await watchFeed(one.url, { token: chidi.token, lots: [lot.lotId] }),
      await watchFeed(two.url, { token: chidi.token }),
    ]
    const danas = await watchFeed(two.url, { token: dana.token, lots: [lot.lotId] })
    const body = { accountStatus: 'suspended', reason: 'Payment dispute' }
    const answer = await one.call('PATCH', `/api/admin/accounts/${chidi.id}`, { token: rita.token, body })
    expect(answer.status).toBe(200)
    await Promise.all(chidis.map((watch) => watch.ended))
    await expect(watchFeed(two.url, { token: chidi.token, lots: [lot.lotId] })).rejects.toThrow(/40[13]/)
    expect((await sendBid(one, ada, lot, 'firm', 10_000)).status).toBe(200)
    await reached(danas, lot, await sequenceOf(lot))
    danas.close()
  })

  test('signing out ends the streams of that session', async () => {
    const elif = await castPerson(one.app.pool, { name: 'Elif' })
    const watch = await watchFeed(two.url, { token: elif.token })
    await one.call('POST', '/api/logout', { token: elif.token })
    await watch.ended
    await expect(watchFeed(two.url, { token: elif.token })).rejects.toThrow('401')
  })

  test('more than 20 streams of one person, more than 200 lots and invalid ids are refused', async () => {
    const crowded = await castPerson(one.app.pool, { name: 'Crowded' })
    const streams = await Promise.all(Array.from({ length: 20 }, () => watchFeed(one.url, { token: crowded.token })))
    const refused = await one.call('GET', '/api/feed', { token: crowded.token })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    for (const stream of streams) stream.close()
    const many = Array.from({ length: 201 }, () => randomUUID()).join()
    expect((await one.call('GET', `/api/feed?lots=${many}`, { token: dana.token })).status).toBe(400)
    expect((await one.call('GET', '/api/feed?lots=7', { token: dana.token })).status).toBe(400)
  })
})

test('hundreds of subscribers of one lot all get the same, in order', async () => {
  const lot = await castLot(one.app)
  const crowd = await castCrowd(one.app.pool, 10)
  const watches = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      watchFeed(index % 2 === 0 ? one.url : two.url, { token: crowd[index % 10]!.token, lots: [lot.lotId] }),
    ),
  )
  await contest(lot, 10)
  const last = await sequenceOf(lot)
  for (const watch of watches) {
    await reached(watch, lot, last)
    expect(faultsInStream(watch.messages, lot.lotId)).toEqual([])
    watch.close()
  }
})
