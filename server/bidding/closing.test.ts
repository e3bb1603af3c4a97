import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { ledgerOf, openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, databaseNow, type CastLot } from '#test/inventory.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let bid: BiddingStage['bid']
let ledger: BiddingStage['ledger']

beforeAll(async () => {
  ;({ server, ada, boris, bid, ledger } = await openBiddingStage())
})

afterAll(() => server.close())

async function closed(lot: CastLot): Promise<void> {
  await expect.poll(async () => (await ledger(lot)).at(-1)?.type, { timeout: 8000 }).toBe('closed')
}

test('a lot closes on its own within a second of its end, and later features learn the winner', async () => {
  const lot = await castLot(server.app, { closesInMs: 600, extensionWindowMs: 0 })
  await bid(ada, lot, 'firm', 10_000)
  await closed(lot)
  const last = (await ledger(lot)).at(-1)!
  expect(last.outcome).toBe('sold')
  expect(last.at - lot.terms.scheduledCloseAt!).toBeLessThan(1000)
})

test('a bid in the last moments extends the end; a silent raise or a refused bid does not', async () => {
  const lot = await castLot(server.app, { closesInMs: 60_000 })
  expect((await bid(ada, lot, 'maximum', 50_000)).body).toMatchObject({ extended: true })
  expect((await bid(ada, lot, 'maximum', 60_000)).body).toMatchObject({ extended: false })
  await bid(boris, lot, 'firm', 5000)
  expect((await ledger(lot)).filter(({ type }) => type === 'extended')).toHaveLength(1)
})

test('a lot without bids passes; one below its reserve waits for a decision', async () => {
  const bare = await castLot(server.app, { closesInMs: 400 })
  const low = await castLot(server.app, { closesInMs: 400, reserve: 1_000_000, extensionWindowMs: 0 })
  await bid(ada, low, 'firm', 10_000)
  await closed(bare)
  await closed(low)
  expect([(await ledger(bare)).at(-1)!.outcome, (await ledger(low)).at(-1)!.outcome]).toEqual([
    'passed',
    'reserve-not-met',
  ])
})

test('a paused lot of a live auction blocks the auction, keeps its time, and resumes where it stopped', async () => {
  const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  const live = { auctionKind: 'live', liveStartMs: 60_000, extensionWindowMs: 300, extensionMs: 300 } as const
  const auctionId = randomUUID()
  const first = await castLot(server.app, { ...live, auctionId, position: 1 })
  const second = await castLot(server.app, { ...live, auctionId, position: 2 })
  await expect.poll(async () => (await ledger(first)).length, { timeout: 5000 }).toBe(1)
  const action = (name: string) => {
    const body = { reason: 'A question from the yard' }
    return server.call('POST', `/api/admin/lots/${first.lotId}/${name}`, { token: aukje.token, body })
  }
  expect((await action('resumption')).body).toMatchObject({ code: 'not-paused' })
  expect((await action('pause')).body).toMatchObject({ status: 'open', closesAt: null })
  expect((await bid(ada, first, 'firm', 10_000)).body).toMatchObject({ code: 'lot-paused' })
  expect((await action('pause')).body).toMatchObject({ code: 'lot-paused' })
  const [opened, paused] = await ledger(first)
  const leftMs = paused!.leftMs
  expect(leftMs).toBe(opened!.closesAt! - paused!.at)
  expect((await action('resumption')).status).toBe(200)
  const resumed = (await ledger(first)).at(-1)!
  expect([resumed.type, resumed.closesAt! - resumed.at]).toEqual(['resumed', leftMs])
  expect((await bid(ada, first, 'firm', 10_000)).status).toBe(200)
  expect(await ledger(second)).toEqual([])
  const audit = await server.app.pool.query('select action from audit where subject_id = $1 order by id', [first.lotId])
  expect(audit.rows).toEqual([{ action: 'pause' }, { action: 'resume' }])
})

test('in a live auction, the next lot opens when the previous one ends, with the maximums set before', async () => {
  const live = { auctionKind: 'live', liveStartMs: 700, extensionWindowMs: 300, extensionMs: 300 } as const
  const auctionId = randomUUID()
  const lots = [
    await castLot(server.app, { ...live, auctionId, position: 1 }),
    await castLot(server.app, { ...live, auctionId, position: 2 }),
  ] as const
  expect((await bid(ada, lots[1], 'maximum', 50_000)).status).toBe(200)
  await closed(lots[1])
  const [first, second] = [await ledger(lots[0]), await ledger(lots[1])]
  expect(first.map(({ type }) => type)).toEqual(['opened', 'closed'])
  expect(second.map(({ type }) => type)).toEqual(['bid-placed', 'opened', 'closed'])
  expect(second.find(({ type }) => type === 'opened')!.at).toBeGreaterThanOrEqual(first.at(-1)!.at)
})

/** A server whose recorded past holds only the given server runs, as [from, to] in seconds from now. It does not listen yet. */
async function serverThatRan(...runs: [from: number, to: number][]): Promise<TestServer> {
  const place = await openTestServer({ listen: false })
  for (const [from, to] of runs)
    await place.app.pool.query(
      `insert into server_run (id, started_at, last_at)
       values ($1, clock_timestamp() + $2 * interval '1 s', clock_timestamp() + $3 * interval '1 s')`,
      [randomUUID(), from, to],
    )
  return place
}

const DAY_S = 86_400

test('lots that came due during a long outage are extended, visibly, and not sold', async () => {
  const place = await serverThatRan([-DAY_S, -120])
  const lot = await castLot(place.app, { closesInMs: -1000, opensInMs: -3_600_000 })
  await place.running.listen(0, '127.0.0.1')
  await expect.poll(async () => (await ledgerOf(place, lot)).length, { timeout: 5000 }).toBe(2)
  const extended = (await ledgerOf(place, lot))[1]!
  expect(extended).toMatchObject({ type: 'extended', cause: 'outage', closesAt: extended.at + 600_000 })
  await place.close()
})

test('several short outages in the last five minutes add up; one before the lot opened does not count', async () => {
  const place = await serverThatRan([-DAY_S, -280], [-255, -200], [-180, -100], [-83, 0])
  const lots = {
    struck: await castLot(place.app, { closesInMs: -1000, opensInMs: -3_600_000 }),
    openedLater: await castLot(place.app, { closesInMs: -1000, opensInMs: -185_000 }),
    struckLess: await castLot(place.app, { closesInMs: -101_000, opensInMs: -3_600_000 }),
  }
  await place.running.listen(0, '127.0.0.1')
  const last = async (lot: CastLot) => {
    const { type, cause } = (await ledgerOf(place, lot)).at(-1) ?? {}
    return [type, cause].join(' ')
  }
  await expect.poll(() => last(lots.struck), { timeout: 5000 }).toBe('extended outage')
  await expect.poll(() => last(lots.openedLater), { timeout: 5000 }).toBe('closed ')
  await expect.poll(() => last(lots.struckLess), { timeout: 5000 }).toBe('closed ')
  await place.close()
})

test('time restored by an outage extension is not restored again', async () => {
  const place = await serverThatRan([-DAY_S, -90])
  const lot = await castLot(place.app, { closesInMs: -1000, opensInMs: -3_600_000, outageExtensionMs: 1500 })
  await place.running.listen(0, '127.0.0.1')
  const types = async () => (await ledgerOf(place, lot)).map(({ type }) => type)
  await expect.poll(types, { timeout: 8000 }).toEqual(['opened', 'extended', 'closed'])
  await place.close()
})

test('a live lot that lost more than three seconds gets its time back, and the next lot keeps its own', async () => {
  const first = await openTestServer()
  const { databaseUrl } = first.app
  const live = { auctionKind: 'live', liveStartMs: 5000, extensionWindowMs: 300, extensionMs: 300 } as const
  const auctionId = randomUUID()
  const lot = await castLot(first.app, { ...live, auctionId, position: 1 })
  const next = await castLot(first.app, { ...live, auctionId, position: 2 })
  await expect.poll(async () => (await ledgerOf(first, lot)).length, { timeout: 5000 }).toBe(1)
  await first.running.stop()
  const goneAt = await databaseNow(first.app.pool)
  await expect.poll(() => databaseNow(first.app.pool), { timeout: 9000 }).toBeGreaterThan(goneAt + 3200)

  const second = await openTestServer({ databaseUrl })
  const backAt = await databaseNow(second.app.pool)
  await expect
    .poll(async () => (await ledgerOf(second, next)).map(({ type }) => type), { timeout: 20_000 })
    .toEqual(['opened', 'closed'])
  const [, restarted, ended] = await ledgerOf(second, lot)
  expect(restarted).toMatchObject({ type: 'extended', cause: 'outage', closesAt: restarted!.at + 5000 })
  expect(restarted!.at).toBeLessThanOrEqual(backAt)
  expect(ended).toMatchObject({ type: 'closed' })
  const [opened, closedAfter] = await ledgerOf(second, next)
  expect(opened!.closesAt).toBe(opened!.at + 5000)
  expect(closedAfter!.at - opened!.closesAt!).toBeLessThan(1000)
  await second.close()
  await first.close()
})
