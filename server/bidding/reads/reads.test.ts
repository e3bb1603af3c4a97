import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLot, Standing } from '#contract/bidding.ts'
import type { MyBid } from '#contract/my-bids.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { readLedger } from '#contract/ledger.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castLot, databaseNow, type CastLot } from '#test/inventory.ts'
import { positionOf } from '../position.ts'

let house: TestHouse
let ada: CastMember
let boris: CastMember
let dana: CastMember
let aukje: CastMember

beforeAll(async () => {
  house = await openHouse()
  const { pool } = house.house
  ada = await castPerson(pool, { name: 'Ada', biddingLimit: 1_000_000 })
  boris = await castPerson(pool, { name: 'Boris' })
  dana = await castPerson(pool, { name: 'Dana' })
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => house?.close())

async function bid(who: CastMember, lot: CastLot, kind: 'firm' | 'maximum', amount: number): Promise<void> {
  const body = { bidId: randomUUID(), kind, amount }
  const answer = await house.call('POST', `/api/lots/${lot.lotId}/bids`, { token: who.token, body })
  expect(answer.status).toBe(200)
}

async function read<T>(path: string, who: CastMember): Promise<T> {
  const answer = await house.call('GET', path, { token: who.token })
  expect(answer.status).toBe(200)
  return answer.body as T
}

const live = (lot: CastLot, who: CastMember) => read<LiveLot>(`/api/lots/${lot.lotId}/live`, who)

describe('the live view of a lot', () => {
  test('tells each person where he stands, and a maximum only to the one who left it', async () => {
    const lot = await castLot(house.house, { isFree: true })
    await bid(boris, lot, 'firm', 10_000)
    await bid(ada, lot, 'maximum', 300_000)
    expect((await live(lot, ada)).you).toMatchObject({
      paddle: ada.paddle,
      position: 'leading',
      maximum: 300_000,
      limit: { limit: 1_000_000, committed: 300_000 },
    })
    expect((await live(lot, boris)).you).toMatchObject({ position: 'outbid', maximum: null, limit: null })
    expect((await live(lot, dana)).you).toMatchObject({ position: 'none', maximum: null })
  })

  test('carries the time of the database', async () => {
    const lot = await castLot(house.house, { isFree: true })
    const before = await databaseNow(house.house.pool)
    const { serverTime } = await live(lot, dana)
    expect(serverTime).toBeGreaterThanOrEqual(before)
    expect(serverTime).toBeLessThanOrEqual(await databaseNow(house.house.pool))
  })

  test('is not there for a lot that is not published', async () => {
    const answer = await house.call('GET', `/api/lots/${randomUUID()}/live`, { token: ada.token })
    expect(answer.status).toBe(404)
  })
})

test('where a person stands follows from the lot’s status, whether he leads and whether he ever bid', () => {
  expect(positionOf('open', true, true)).toBe('leading')
  expect(positionOf('open', false, true)).toBe('outbid')
  expect(positionOf('open', false, false)).toBe('none')
  expect(positionOf('reserve-not-met', true, true)).toBe('leading')
  expect(positionOf('sold', true, true)).toBe('won')
  expect(positionOf('sold', false, true)).toBe('lost')
  expect(positionOf('sold', false, false)).toBe('none')
  expect(positionOf('withdrawn', true, true)).toBe('lost')
  expect(positionOf('passed', false, true)).toBe('lost')
})

describe('staff who are no bidders', () => {
  let kofi: CastMember

  beforeAll(async () => {
    kofi = await castPerson(house.house.pool, {
      name: 'Kofi',
      role: 'cashier',
      hasPaid: false,
      verification: 'pending',
    })
  })

  const paths = (lot: CastLot) => [
    `/api/lots/${lot.lotId}/live`,
    `/api/standings?lots=${lot.lotId}`,
    `/api/lots/${lot.lotId}/ledger`,
  ]

  test('see standing and ledger as bidders do, and no maximum: neither while the lot is open nor after the close', async () => {
    const lot = await castLot(house.house, { isFree: true, reserve: 7_654_300 })
    await bid(boris, lot, 'maximum', 432_100)
    await bid(await castPerson(house.house.pool, { name: 'Elif' }), lot, 'maximum', 987_600)
    const secrets = /432100|987600|7654300/
    for (const path of paths(lot)) expect(JSON.stringify(await read(path, kofi))).not.toMatch(secrets)
    expect((await live(lot, kofi)).you).toMatchObject({ position: 'none', maximum: null })
    const withdrawal = { token: aukje.token, body: { reason: 'The seller withdrew' } }
    expect((await house.call('POST', `/api/admin/lots/${lot.lotId}/withdrawal`, withdrawal)).status).toBe(200)
    for (const path of paths(lot)) expect(JSON.stringify(await read(path, kofi))).not.toMatch(secrets)
  })

  test('may not bid; who is suspended sees nothing, staff or bidder', async () => {
    const lot = await castLot(house.house, { isFree: true })
    const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    const refused = await house.call('POST', `/api/lots/${lot.lotId}/bids`, { token: kofi.token, body })
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'membership-required' }])
    for (const role of ['member', 'cashier', 'owner']) {
      const suspended = await castPerson(house.house.pool, { name: 'Sven', role, status: 'suspended' })
      for (const path of paths(lot)) {
        const answer = await house.call('GET', path, { token: suspended.token })
        // The ledger opens to everyone, suspended people too, and only at the close.
        const refusal = path.includes('/ledger')
          ? [409, { code: 'lot-not-over' }]
          : [403, { code: 'account-not-active' }]
        expect([answer.status, answer.body]).toMatchObject(refusal)
      }
    }
  })
})

describe('standings', () => {
  test('come for a sale in the order of its run list, or for named lots', async () => {
    const second = await castLot(house.house, { isFree: true, position: 2 })
    const first = await castLot(house.house, { isFree: true, auctionId: second.auctionId, position: 1 })
    const other = await castLot(house.house, { isFree: true })
    const ofSale = await read<{ items: Standing[] }>(`/api/standings?auction=${second.auctionId}`, dana)
    expect(ofSale.items.map((item) => item.lotId)).toEqual([first.lotId, second.lotId])
    const named = await read<{ items: Standing[] }>(`/api/standings?lots=${other.lotId},${first.lotId}`, dana)
    expect(named.items.map((item) => item.lotId).toSorted()).toEqual([first.lotId, other.lotId].toSorted())
  })

  test('of nothing, of what is no id and of more than a hundred lots are refused', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID()).join()
    for (const query of ['', '?lots=7', `?lots=${many}`]) {
      const answer = await house.call('GET', `/api/standings${query}`, { token: dana.token })
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid-input' }])
    }
  })
})

describe('the ledger', () => {
  type Page = ReplyOf<typeof readLedger>

  async function contested(): Promise<CastLot> {
    const lot = await castLot(house.house, { isFree: true })
    for (const [index, who] of [ada, boris, ada, boris, ada].entries())
      await bid(who, lot, 'firm', 10_000 + index * 5000)
    return lot
  }

  test('is read newest first, page by page, or onward from a sequence', async () => {
    const lot = await contested()
    const path = `/api/lots/${lot.lotId}/ledger`
    const newest = await read<Page>(`${path}?limit=2`, dana)
    const total = newest.items[0]?.line.sequence ?? 0
    expect(newest.items.map((item) => item.line.sequence)).toEqual([total, total - 1])
    const older = await read<Page>(`${path}?limit=500&before=${newest.next}`, dana)
    expect(older.items.map((item) => item.line.sequence)).toEqual(
      Array.from({ length: total - 2 }, (_, index) => total - 2 - index),
    )
    expect(older.next).toBeNull()
    const onward = await read<Page>(`${path}?limit=2&after=1`, dana)
    expect([onward.items.map((item) => item.line.sequence), onward.next]).toEqual([[2, 3], 3])
  })

  test('of a closed lot is open to everyone, with where its chain starts and what it leads to; of an open one it is not', async () => {
    const lot = await contested()
    const path = `/api/lots/${lot.lotId}/ledger`
    const unpaid = await castPerson(house.house.pool, { name: 'Chidi', hasPaid: false, verification: 'pending' })
    expect(await house.call('GET', path)).toMatchObject({ status: 409, body: { code: 'lot-not-over' } })
    expect((await house.call('GET', path, { token: unpaid.token })).body).not.toHaveProperty('items')
    expect((await house.call('GET', `/api/lots/${randomUUID()}/ledger`)).status).toBe(404)
    await house.house.pool.query(
      'update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1',
      [lot.lotId],
    )
    await expect.poll(async () => (await house.call('GET', path)).status, { timeout: 5000 }).toBe(200)
    expect((await house.call('GET', path, { token: unpaid.token })).status).toBe(200)
    const page = (await house.call('GET', path)).body as Page
    const start = createHash('sha256').update(`lot:${lot.lotId}`).digest('hex')
    expect(page.closed).toMatchObject({
      chainStart: { text: `lot:${lot.lotId}`, hash: start },
      currency: 'USD',
      terms: { saleKind: 'timed', openingBid: 10_000, extensionMs: 120_000 },
      standing: { status: 'sold', price: 30_000 },
    })
    expect(JSON.stringify(page)).not.toContain('"reserve":1')
    expect(page).toEqual(await read<Page>(path, dana))
    const [first] = page.items.toReversed()
    const hash = createHash('sha256').update(Buffer.from(start, 'hex')).update(first!.text!).digest('hex')
    expect(first!.hash).toBe(hash)
  })

  test('shows texts and hashes once the lot is over, and the chain holds', async () => {
    const lot = await contested()
    const open = await read<Page>(`/api/lots/${lot.lotId}/ledger`, dana)
    expect(JSON.stringify(open)).not.toMatch(/"hash"|"text"/)
    const withdrawn = await house.call('POST', `/api/admin/lots/${lot.lotId}/withdrawal`, {
      token: aukje.token,
      body: { reason: 'The seller withdrew' },
    })
    expect(withdrawn.status).toBe(200)
    const { items } = await read<Page>(`/api/lots/${lot.lotId}/ledger`, dana)
    let previous = createHash('sha256').update(`lot:${lot.lotId}`).digest()
    for (const { text = '', hash, line } of items.toReversed()) {
      previous = createHash('sha256').update(previous).update(text).digest()
      expect(hash).toBe(previous.toString('hex'))
      expect(JSON.parse(text)).toEqual(line)
    }
  })
})

describe('my bids', () => {
  type Mine = { items: MyBid[]; committed: number; limit: number | null }

  test('lists what one bids on and watches, with the position in each and what is committed in all', async () => {
    const elif = await castPerson(house.house.pool, { name: 'Elif', biddingLimit: 2_000_000 })
    const [led, lost, watched] = [
      await castLot(house.house, { isFree: true }),
      await castLot(house.house, { isFree: true }),
      await castLot(house.house, { isFree: true }),
    ]
    await bid(elif, led, 'maximum', 400_000)
    await bid(elif, lost, 'firm', 10_000)
    await bid(boris, lost, 'firm', 20_000)
    const put = await house.call('PUT', `/api/lots/${watched.lotId}/watch`, {
      token: elif.token,
      body: { watching: true },
    })
    expect(put.body).toEqual({ watching: true })
    const mine = await read<Mine>('/api/my-bids', elif)
    expect(new Map(mine.items.map((item) => [item.lotId, item.position]))).toEqual(
      new Map([
        [led.lotId, 'leading'],
        [lost.lotId, 'outbid'],
        [watched.lotId, 'watching'],
      ]),
    )
    expect(mine.items.find((item) => item.lotId === led.lotId)).toMatchObject({
      lotNumber: led.lotNumber,
      title: '2010 Kiri Urban',
      currency: 'USD',
      maximum: 400_000,
    })
    expect(mine).toMatchObject({ committed: 400_000, limit: 2_000_000 })
    const outbid = await read<Mine>('/api/my-bids?position=outbid', elif)
    expect(outbid.items.map((item) => item.lotId)).toEqual([lost.lotId])
  })

  test('a lot no longer watched is gone from the list, and one that does not exist cannot be watched', async () => {
    const lot = await castLot(house.house, { isFree: true })
    const watch = (lotId: string, watching: boolean) =>
      house.call('PUT', `/api/lots/${lotId}/watch`, { token: dana.token, body: { watching } })
    await watch(lot.lotId, true)
    await watch(lot.lotId, true)
    expect((await live(lot, dana)).you.watching).toBe(true)
    await watch(lot.lotId, false)
    expect((await live(lot, dana)).you.watching).toBe(false)
    expect((await read<Mine>('/api/my-bids', dana)).items).toEqual([])
    const refused = await watch(randomUUID(), true)
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'lot-not-found' }])
  })
})
