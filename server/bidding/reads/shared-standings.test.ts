import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Standing } from '#contract/bidding.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'

let house: TestHouse
let other: TestHouse
let ada: CastMember
let boris: CastMember

beforeAll(async () => {
  house = await openHouse()
  other = await openHouse({ databaseUrl: house.house.databaseUrl })
  ada = await castPerson(house.house.pool, { name: 'Ada', biddingLimit: 9_876_500 })
  boris = await castPerson(house.house.pool, { name: 'Boris' })
})

afterAll(async () => {
  await other.close()
  await house.close()
})

const read = (at: TestHouse, lotId: string, who: CastMember | null, headers?: Record<string, string>) =>
  at.call('GET', `/api/lots/${lotId}/standing`, { ...(who && { token: who.token }), ...(headers && { headers }) })

const bid = (at: TestHouse, lotId: string, who: CastMember, kind: 'firm' | 'maximum', amount: number) =>
  at.call('POST', `/api/lots/${lotId}/bids`, { token: who.token, body: { bidId: randomUUID(), kind, amount } })

const sequenceOf = async (at: TestHouse, lotId: string) => ((await read(at, lotId, ada)).body as Standing).sequence

test('whoever was answered reads his own bid at once, through the same process', async () => {
  const lot = await castLot(house.house)
  for (let amount = 10_000; amount < 60_000; amount += 2500) {
    const answer = await bid(house, lot.lotId, amount % 5000 === 0 ? ada : boris, 'firm', amount)
    const standing = (await read(house, lot.lotId, boris)).body as Standing
    expect(standing.sequence).toBeGreaterThanOrEqual((answer.body as { sequence: number }).sequence)
    expect(standing.price).toBe(amount)
  }
})

test('another process is behind by no more than the news take, and never goes back', async () => {
  const lot = await castLot(house.house)
  // Remembered there before the first bid; by then the lot may have opened by itself.
  expect(await sequenceOf(other, lot.lotId)).toBeLessThanOrEqual(1)
  let newest = 0
  let seen = 0
  for (let amount = 10_000; amount < 40_000; amount += 2500) {
    const answer = await bid(house, lot.lotId, amount % 5000 === 0 ? ada : boris, 'firm', amount)
    newest = (answer.body as { sequence: number }).sequence
    const now = await sequenceOf(other, lot.lotId)
    expect(now).toBeGreaterThanOrEqual(seen)
    seen = now
  }
  // Less than it takes until everything is read anew without news.
  await vi.waitFor(async () => expect(await sequenceOf(other, lot.lotId)).toBe(newest), { timeout: 900, interval: 20 })
})

test('is the same for everybody who may see it, with nothing of one’s own, and is what the live view says', async () => {
  const lot = await castLot(house.house)
  await bid(house, lot.lotId, ada, 'maximum', 7_654_300)
  const mine = await read(house, lot.lotId, ada)
  const his = await read(house, lot.lotId, boris)
  expect(his.headers.get('etag')).toBe(mine.headers.get('etag'))
  expect(his.body).toEqual(mine.body)
  expect(JSON.stringify(mine.body)).not.toMatch(/7654300|9876500/)
  for (const who of [ada, boris]) {
    const live = await house.call('GET', `/api/lots/${lot.lotId}/live`, { token: who.token })
    expect(live.headers.get('cache-control')).toBe('no-store')
    expect(live.headers.get('etag')).toBeNull()
    expect((live.body as { standing: Standing }).standing).toEqual(mine.body)
  }
})

test('the rung is asked each time, for those who hold the tag as well, however often others were answered', async () => {
  const lot = await castLot(house.house)
  const { pool } = house.house
  const unpaid = await castPerson(pool, { name: 'Chidi', hasPaid: false, verification: 'pending' })
  const waiting = await castPerson(pool, { name: 'Dana', verification: 'pending', document: 'submitted' })
  const elif = await castPerson(pool, { name: 'Elif' })
  for (let time = 0; time < 3; time += 1) expect((await read(house, lot.lotId, elif)).status).toBe(200)
  const tag = (await read(house, lot.lotId, elif)).headers.get('etag')!
  expect((await read(house, lot.lotId, elif, { 'if-none-match': tag })).status).toBe(304)
  for (const [who, status] of [
    [null, 401],
    [{ ...ada, token: 'x'.repeat(43) }, 401],
    [unpaid, 402],
    [waiting, 403],
  ] as const) {
    for (const headers of [{}, { 'if-none-match': tag }, { 'if-none-match': '*' }]) {
      const refused = await read(house, lot.lotId, who, headers)
      expect(refused.status).toBe(status)
      expect(refused.headers.get('etag')).toBeNull()
      expect(refused.headers.get('cache-control')).toBe('no-store')
    }
  }
  expect((await house.call('POST', '/api/logout', { token: elif.token })).status).toBeLessThan(300)
  expect((await read(house, lot.lotId, elif, { 'if-none-match': tag })).status).toBe(401)
})

test('a lot that is not published has no standing, and what was not there is not remembered', async () => {
  const lotId = randomUUID()
  for (let time = 0; time < 3; time += 1) expect((await read(house, lotId, ada)).status).toBe(404)
  const lot = await castLot(house.house)
  await house.house.pool.query('update standing set lot_id = $1 where lot_id = $2', [lotId, lot.lotId])
  expect((await read(house, lotId, ada)).status).toBe(200)
})

describe('the standings of a sale and of named lots', () => {
  const list = async (at: TestHouse, query: string, who = ada) => {
    const answer = await at.call('GET', `/api/standings?${query}`, { token: who.token })
    return { ...answer, items: (answer.body as { items: Standing[] }).items }
  }
  const pricesOf = (items: Standing[]) => new Set(items.map(({ price }) => price))

  test('are as fresh as that of one lot: whoever was answered finds his bid in all of them', async () => {
    const first = await castLot(house.house)
    const second = await castLot(house.house, { auctionId: first.auctionId, position: 2 })
    const queries = [`auction=${first.auctionId}`, `lots=${first.lotId},${second.lotId}`]
    // It opens by itself, which is news as well: not while the answers are held against each other.
    await vi.waitFor(async () => expect(await sequenceOf(house, first.lotId)).toBe(1), { timeout: 5000, interval: 20 })
    for (let amount = 10_000; amount < 40_000; amount += 2500) {
      await bid(house, second.lotId, amount % 5000 === 0 ? ada : boris, 'firm', amount)
      for (const query of queries) expect(pricesOf((await list(house, query)).items)).toEqual(new Set([null, amount]))
      for (const { lotId } of [first, second]) {
        const one = (await read(house, lotId, ada)).body as Standing
        expect((await list(house, queries[0]!)).items).toContainEqual(one)
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

  test('are the same bytes for everybody who may see them, and take in a lot that is published', async () => {
    const lot = await castLot(house.house)
    await bid(house, lot.lotId, ada, 'maximum', 7_654_300)
    const query = `auction=${lot.auctionId}`
    // They tell the time of their reading, and are read anew every second.
    const mine = await vi.waitFor(async () => {
      const [one, another] = [await list(house, query), await list(house, query, boris)]
      expect(another.headers.get('etag')).toBe(one.headers.get('etag'))
      return one
    })
    expect(mine.headers.get('cache-control')).toBe('private, no-cache')
    expect(JSON.stringify(mine.body)).not.toMatch(/7654300|9876500/)
    expect((await house.call('GET', `/api/standings?${query}`)).status).toBe(401)
    await castLot(house.house, { auctionId: lot.auctionId, position: 2 })
    expect((await list(house, query)).items).toHaveLength(2)
  })
})
