import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveLot, Standing } from '#contract/bidding/bidding.ts'
import type { MyBid } from '#contract/bidding/my-bids.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { readLedger } from '#contract/bidding/ledger.ts'
import { sendBid, openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { castLot, databaseNow, type CastLot } from '#test/inventory.ts'
import { positionOf } from '../position.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let dana: CastMember
let aukje: CastMember
let placed: BiddingStage['placed']

beforeAll(async () => {
  ;({ server, boris, aukje, placed } = await openBiddingStage())
  ada = await castPerson(server.app.pool, { name: 'Ada', biddingLimit: 1_000_000 })
  dana = await castPerson(server.app.pool, { name: 'Dana' })
})

afterAll(() => server?.close())

async function read<T>(path: string, who: CastMember): Promise<T> {
  const answer = await server.call('GET', path, { token: who.token })
  expect(answer.status).toBe(200)
  return answer.body as T
}

const live = (lot: CastLot, who: CastMember) => read<LiveLot>(`/api/lots/${lot.lotId}/live`, who)

describe('the live view of a lot', () => {
  test('shows each person their position, and a maximum only to its owner', async () => {
    const lot = await castLot(server.app, { isFree: true })
    await placed(boris, lot, 'firm', 10_000)
    await placed(ada, lot, 'maximum', 300_000)
    expect((await live(lot, ada)).you).toMatchObject({
      paddle: ada.paddle,
      position: 'leading',
      maximum: 300_000,
      limit: { limit: 1_000_000, committed: 300_000 },
    })
    expect((await live(lot, boris)).you).toMatchObject({ position: 'outbid', maximum: null, limit: null })
    expect((await live(lot, dana)).you).toMatchObject({ position: 'none', maximum: null })
  })

  test('includes the database time', async () => {
    const lot = await castLot(server.app, { isFree: true })
    const before = await databaseNow(server.app.pool)
    const { serverTime } = await live(lot, dana)
    expect(serverTime).toBeGreaterThanOrEqual(before)
    expect(serverTime).toBeLessThanOrEqual(await databaseNow(server.app.pool))
  })

  test('does not exist for a lot that is not published', async () => {
    const answer = await server.call('GET', `/api/lots/${randomUUID()}/live`, { token: ada.token })
    expect(answer.status).toBe(404)
  })
})

test('a person’s position depends on the lot’s status, whether they lead and whether they ever bid', () => {
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
    kofi = await castPerson(server.app.pool, {
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
    const lot = await castLot(server.app, { isFree: true, reserve: 7_654_300 })
    await placed(boris, lot, 'maximum', 432_100)
    await placed(await castPerson(server.app.pool, { name: 'Elif' }), lot, 'maximum', 987_600)
    const secrets = /\b(?:432100|987600|7654300)\b/
    for (const path of paths(lot)) expect(JSON.stringify(await read(path, kofi))).not.toMatch(secrets)
    expect((await live(lot, kofi)).you).toMatchObject({ position: 'none', maximum: null })
    const withdrawal = { token: aukje.token, body: { reason: 'The seller withdrew' } }
    expect((await server.call('POST', `/api/admin/lots/${lot.lotId}/withdrawal`, withdrawal)).status).toBe(200)
    for (const path of paths(lot)) expect(JSON.stringify(await read(path, kofi))).not.toMatch(secrets)
  })

  test('may not bid; suspended people see nothing, staff or bidder', async () => {
    const lot = await castLot(server.app, { isFree: true })
    const refused = await sendBid(server, kofi, lot, 'firm', 10_000)
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'membership-required' }])
    for (const role of ['member', 'cashier', 'owner']) {
      const suspended = await castPerson(server.app.pool, { name: 'Sven', role, status: 'suspended' })
      for (const path of paths(lot)) {
        const answer = await server.call('GET', path, { token: suspended.token })
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
  test('are listed for an auction in run-list order, or for named lots', async () => {
    const second = await castLot(server.app, { isFree: true, position: 2 })
    const first = await castLot(server.app, { isFree: true, auctionId: second.auctionId, position: 1 })
    const other = await castLot(server.app, { isFree: true })
    const ofAuction = await read<{ items: Standing[] }>(`/api/standings?auction=${second.auctionId}`, dana)
    expect(ofAuction.items.map((item) => item.lotId)).toEqual([first.lotId, second.lotId])
    const named = await read<{ items: Standing[] }>(`/api/standings?lots=${other.lotId},${first.lotId}`, dana)
    expect(named.items.map((item) => item.lotId).toSorted()).toEqual([first.lotId, other.lotId].toSorted())
  })

  test('of nothing, of invalid ids and of more than a hundred lots are refused', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID()).join()
    for (const query of ['', '?lots=7', `?lots=${many}`]) {
      const answer = await server.call('GET', `/api/standings${query}`, { token: dana.token })
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid-input' }])
    }
  })
})

describe('the ledger', () => {
  type Page = ReplyOf<typeof readLedger>

  async function contested(): Promise<CastLot> {
    const lot = await castLot(server.app, { isFree: true })
    for (const [index, who] of [ada, boris, ada, boris, ada].entries())
      await placed(who, lot, 'firm', 10_000 + index * 5000)
    return lot
  }

  test('is read newest first, page by page, or forward from a sequence', async () => {
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

  test('of a closed lot is public, with the start and end of its chain; of an open one it is not', async () => {
    const lot = await contested()
    const path = `/api/lots/${lot.lotId}/ledger`
    const unpaid = await castPerson(server.app.pool, { name: 'Chidi', hasPaid: false, verification: 'pending' })
    expect(await server.call('GET', path)).toMatchObject({ status: 409, body: { code: 'lot-not-over' } })
    expect((await server.call('GET', path, { token: unpaid.token })).body).not.toHaveProperty('items')
    expect((await server.call('GET', `/api/lots/${randomUUID()}/ledger`)).status).toBe(404)
    await server.app.pool.query(
      'update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1',
      [lot.lotId],
    )
    await expect.poll(async () => (await server.call('GET', path)).status, { timeout: 5000 }).toBe(200)
    expect((await server.call('GET', path, { token: unpaid.token })).status).toBe(200)
    const page = (await server.call('GET', path)).body as Page
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

  test('shows texts and hashes once the lot is over, and the chain is valid', async () => {
    const lot = await contested()
    const open = await read<Page>(`/api/lots/${lot.lotId}/ledger`, dana)
    expect(JSON.stringify(open)).not.toMatch(/"hash"|"text"/)
    const withdrawn = await server.call('POST', `/api/admin/lots/${lot.lotId}/withdrawal`, {
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

  test('lists your bids and watched lots, with the position in each and the total committed', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif', biddingLimit: 2_000_000 })
    const [led, lost, watched] = [
      await castLot(server.app, { isFree: true }),
      await castLot(server.app, { isFree: true }),
      await castLot(server.app, { isFree: true }),
    ]
    await placed(elif, led, 'maximum', 400_000)
    await placed(elif, lost, 'firm', 10_000)
    await placed(boris, lost, 'firm', 20_000)
    const put = await server.call('PUT', `/api/lots/${watched.lotId}/watch`, {
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

  test('a lot no longer watched disappears from the list, and a missing one cannot be watched', async () => {
    const lot = await castLot(server.app, { isFree: true })
    const watch = (lotId: string, watching: boolean) =>
      server.call('PUT', `/api/lots/${lotId}/watch`, { token: dana.token, body: { watching } })
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
