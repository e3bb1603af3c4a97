import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { MY_POSITIONS, type myBids, type MyPosition } from '#contract/bidding/my-bids.ts'
import type { LotStatus } from '#engine'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, DAY_MS } from '#test/inventory.ts'
import { positionOf } from '../position.ts'

type Page = ReplyOf<typeof myBids>

let server: TestServer
let boris: CastMember

beforeAll(async () => {
  server = await openTestServer()
  boris = await castPerson(server.app.pool, { name: 'Boris' })
})

afterAll(() => server?.close())

async function read(who: CastMember, query = ''): Promise<Page> {
  const answer = await server.call('GET', `/api/my-bids${query}`, { token: who.token })
  expect([answer.status, answer.body]).toMatchObject([200, {}])
  return answer.body as Page
}

async function allPages(who: CastMember, query: string): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page = await read(who, `?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    found.push(...page.items.map(({ lotId }) => lotId))
    cursor = page.next
  }
  return found
}

test('position, counts and tabs agree with the one rule about positions, in every status of a lot', async () => {
  const ada = await castPerson(server.app.pool, { name: 'Ada' })
  const statuses: LotStatus[] = ['scheduled', 'open', 'sold', 'reserve-not-met', 'passed', 'withdrawn']
  const expected = new Map<string, MyPosition>()
  for (const status of statuses) {
    for (const [leads, hasBid] of [
      [true, true],
      [false, true],
      [false, false],
    ] as const) {
      const { lotId } = await castLot(server.app, { isFree: true, opensInMs: 3_600_000, closesInMs: 7_200_000 })
      await server.app.pool.query('update standing set status = $2, leader_id = $3 where lot_id = $1', [
        lotId,
        status,
        leads ? ada.id : null,
      ])
      await server.app.pool.query(
        hasBid
          ? 'insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 0)'
          : 'insert into watch (account_id, lot_id) values ($1, $2)',
        [ada.id, lotId],
      )
      const position = positionOf(status, leads, hasBid)
      expected.set(lotId, position === 'none' ? 'watching' : position)
    }
  }
  const page = await read(ada, '?limit=100')
  expect(new Map(page.items.map(({ lotId, position }) => [lotId, position]))).toEqual(expected)
  for (const position of MY_POSITIONS) {
    const ofTab = await read(ada, `?position=${position}`)
    const count = [...expected.values()].filter((each) => each === position).length
    expect([ofTab.items.length, ofTab.counts[position]]).toEqual([count, count])
    expect(ofTab.items.every((item) => item.position === position)).toBe(true)
  }
})

test('every lot appears once across pages: active ones first, soonest end first, then the latest ended', async () => {
  const elif = await castPerson(server.app.pool, { name: 'Elif' })
  const ends = [3000, 1000, 2000, 1000, -5000, -9000].map((seconds) => seconds * 1000)
  const lots = await Promise.all(
    ends.map((closesInMs) => castLot(server.app, { isFree: true, opensInMs: -9e8, closesInMs })),
  )
  const live = await castLot(server.app, { isFree: true, auctionKind: 'live', startsInMs: DAY_MS })
  for (const { lotId } of [...lots, live])
    await server.call('PUT', `/api/lots/${lotId}/watch`, { token: elif.token, body: { watching: true } })
  const over = async () => (await read(elif, '?limit=100')).items.filter(({ standing }) => standing.status === 'passed')
  await expect.poll(async () => (await over()).length, { timeout: 5000 }).toBe(2)
  const whole = (await read(elif, '?limit=100')).items.map(({ lotId }) => lotId)
  expect(whole).toHaveLength(7)
  const order = whole.map((lotId) => lots.findIndex((lot) => lot.lotId === lotId))
  expect([new Set(order.slice(0, 2)), order[2], order[3]]).toEqual([new Set([1, 3]), 2, 0])
  expect([order[4], order[5], order[6]]).toEqual([-1, 4, 5])
  for (const limit of [1, 2, 3]) {
    expect(await allPages(elif, `limit=${limit}`)).toEqual(whole)
    expect(await allPages(elif, `limit=${limit}&position=watching`)).toEqual(whole)
  }
})

test('an invalid position in the list is refused', async () => {
  for (const cursor of ['7', `1_x_${randomUUID()}`, `0_1_${'z'.repeat(36)}`]) {
    const answer = await server.call('GET', `/api/my-bids?cursor=${cursor}`, { token: boris.token })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid-input' }])
  }
})

test('each lot says whether you can bid on it, by the limit and all commitments', async () => {
  const ada = await castPerson(server.app.pool, { name: 'Ada', biddingLimit: 50_000 })
  const [led, watched] = [await castLot(server.app, { isFree: true }), await castLot(server.app, { isFree: true })]
  await sendBid(server, ada, led, 'maximum', 45_000)
  await server.call('PUT', `/api/lots/${watched.lotId}/watch`, { token: ada.token, body: { watching: true } })
  const { items, committed } = await read(ada)
  const labels = new Map(items.map(({ lotId, eligibility }) => [lotId, eligibility]))
  expect(committed).toBe(45_000)
  expect(labels.get(led.lotId)).toMatchObject({ can: 'bid' })
  expect(labels.get(watched.lotId)).toMatchObject({ can: 'over-limit', overBy: 5000 })
})
