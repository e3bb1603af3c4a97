import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Standing } from '#contract/bidding/bidding.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

let server: TestServer
let other: TestServer
let ada: CastMember
let boris: CastMember

beforeAll(async () => {
  server = await openTestServer()
  other = await openTestServer({ databaseUrl: server.app.databaseUrl })
  ada = await castPerson(server.app.pool, { name: 'Ada', biddingLimit: 9_876_500 })
  boris = await castPerson(server.app.pool, { name: 'Boris' })
})

afterAll(async () => {
  await other.close()
  await server.close()
})

const read = (at: TestServer, lotId: string, who: CastMember | null, headers?: Record<string, string>) =>
  at.call('GET', `/api/lots/${lotId}/standing`, { ...(who && { token: who.token }), ...(headers && { headers }) })

const bid = (at: TestServer, lotId: string, who: CastMember, kind: 'firm' | 'maximum', amount: number) =>
  sendBid(at, who, { lotId }, kind, amount)

const sequenceOf = async (at: TestServer, lotId: string) => ((await read(at, lotId, ada)).body as Standing).sequence

test('an answered bidder sees their own bid immediately, through the same process', async () => {
  const lot = await castLot(server.app)
  for (let amount = 10_000; amount < 60_000; amount += 2500) {
    const answer = await bid(server, lot.lotId, amount % 5000 === 0 ? ada : boris, 'firm', amount)
    const standing = (await read(server, lot.lotId, boris)).body as Standing
    expect(standing.sequence).toBeGreaterThanOrEqual((answer.body as { sequence: number }).sequence)
    expect(standing.price).toBe(amount)
  }
})

test('another process is behind by no more than the message delay, and never goes back', async () => {
  const lot = await castLot(server.app)
  // Cached there before the first bid; by then the lot may have opened automatically.
  expect(await sequenceOf(other, lot.lotId)).toBeLessThanOrEqual(1)
  let newest = 0
  let seen = 0
  for (let amount = 10_000; amount < 40_000; amount += 2500) {
    const answer = await bid(server, lot.lotId, amount % 5000 === 0 ? ada : boris, 'firm', amount)
    newest = (answer.body as { sequence: number }).sequence
    const now = await sequenceOf(other, lot.lotId)
    expect(now).toBeGreaterThanOrEqual(seen)
    seen = now
  }
  // Shorter than the interval after which everything is re-read without news.
  await vi.waitFor(async () => expect(await sequenceOf(other, lot.lotId)).toBe(newest), { timeout: 900, interval: 20 })
})

test('is the same for everyone who may see it, with nothing personal, and matches the live view', async () => {
  const lot = await castLot(server.app)
  await bid(server, lot.lotId, ada, 'maximum', 7_654_300)
  const mine = await read(server, lot.lotId, ada)
  const his = await read(server, lot.lotId, boris)
  expect(his.headers.get('etag')).toBe(mine.headers.get('etag'))
  expect(his.body).toEqual(mine.body)
  expect(JSON.stringify(mine.body)).not.toMatch(/7654300|9876500/)
  for (const who of [ada, boris]) {
    const live = await server.call('GET', `/api/lots/${lot.lotId}/live`, { token: who.token })
    expect(live.headers.get('cache-control')).toBe('no-store')
    expect(live.headers.get('etag')).toBeNull()
    expect((live.body as { standing: Standing }).standing).toEqual(mine.body)
  }
})

test('the access level is checked each time, also for clients with the tag, however often others were answered', async () => {
  const lot = await castLot(server.app)
  const { pool } = server.app
  const unpaid = await castPerson(pool, { name: 'Chidi', hasPaid: false, verification: 'pending' })
  const waiting = await castPerson(pool, { name: 'Dana', verification: 'pending', document: 'submitted' })
  const elif = await castPerson(pool, { name: 'Elif' })
  for (let time = 0; time < 3; time += 1) expect((await read(server, lot.lotId, elif)).status).toBe(200)
  const tag = (await read(server, lot.lotId, elif)).headers.get('etag')!
  expect((await read(server, lot.lotId, elif, { 'if-none-match': tag })).status).toBe(304)
  for (const [who, status] of [
    [null, 401],
    [{ ...ada, token: 'x'.repeat(43) }, 401],
    [unpaid, 402],
    [waiting, 403],
  ] as const) {
    for (const headers of [{}, { 'if-none-match': tag }, { 'if-none-match': '*' }]) {
      const refused = await read(server, lot.lotId, who, headers)
      expect(refused.status).toBe(status)
      expect(refused.headers.get('etag')).toBeNull()
      expect(refused.headers.get('cache-control')).toBe('no-store')
    }
  }
  expect((await server.call('POST', '/api/logout', { token: elif.token })).status).toBeLessThan(300)
  expect((await read(server, lot.lotId, elif, { 'if-none-match': tag })).status).toBe(401)
})

test('a lot that is not published has no standing, and a missing one is not cached', async () => {
  const lotId = randomUUID()
  for (let time = 0; time < 3; time += 1) expect((await read(server, lotId, ada)).status).toBe(404)
  const lot = await castLot(server.app)
  await server.app.pool.query('update standing set lot_id = $1 where lot_id = $2', [lotId, lot.lotId])
  expect((await read(server, lotId, ada)).status).toBe(200)
})

describe('the standings of an auction and of named lots', () => {
  const list = async (at: TestServer, query: string, who = ada) => {
    const answer = await at.call('GET', `/api/standings?${query}`, { token: who.token })
    return { ...answer, items: (answer.body as { items: Standing[] }).items }
  }
  const pricesOf = (items: Standing[]) => new Set(items.map(({ price }) => price))

  test('are as fresh as that of one lot: an answered bidder finds the bid in all of them', async () => {
    const first = await castLot(server.app)
    const second = await castLot(server.app, { auctionId: first.auctionId, position: 2 })
    const queries = [`auction=${first.auctionId}`, `lots=${first.lotId},${second.lotId}`]
    // Waits until the lot has opened, which is also news, so that it does not happen while the answers are compared.
    await vi.waitFor(async () => expect(await sequenceOf(server, first.lotId)).toBe(1), { timeout: 5000, interval: 20 })
    for (let amount = 10_000; amount < 40_000; amount += 2500) {
      await bid(server, second.lotId, amount % 5000 === 0 ? ada : boris, 'firm', amount)
      for (const query of queries) expect(pricesOf((await list(server, query)).items)).toEqual(new Set([null, amount]))
      for (const { lotId } of [first, second]) {
        const one = (await read(server, lotId, ada)).body as Standing
        expect((await list(server, queries[0]!)).items).toContainEqual(one)
      }
    }
    for (const query of queries) {
      const elsewhere = async () => pricesOf((await list(other, query)).items)
      await vi.waitFor(async () => expect(await elsewhere()).toEqual(new Set([null, 37_500])), {
        timeout: 900,
        interval: 20,
      })
    }
  })

  test('are the same bytes for everyone who may see them, and include a newly published lot', async () => {
    const lot = await castLot(server.app)
    await bid(server, lot.lotId, ada, 'maximum', 7_654_300)
    const query = `auction=${lot.auctionId}`
    // They hold the time of their reading and are re-read every second.
    const mine = await vi.waitFor(
      async () => {
        const [one, another] = [await list(server, query), await list(server, query, boris)]
        expect(another.headers.get('etag')).toBe(one.headers.get('etag'))
        return one
      },
      { timeout: 5000 },
    )
    expect(mine.headers.get('cache-control')).toBe('private, no-cache')
    expect(JSON.stringify(mine.body)).not.toMatch(/7654300|9876500/)
    expect((await server.call('GET', `/api/standings?${query}`)).status).toBe(401)
    await castLot(server.app, { auctionId: lot.auctionId, position: 2 })
    expect((await list(server, query)).items).toHaveLength(2)
  })
})
