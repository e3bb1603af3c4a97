import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mayBid } from '#contract/bidding/can-bid.ts'
import type { SearchReply } from '#contract/catalog/catalog.ts'
import type { Eligibility } from '#contract/bidding/eligibility.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { castPerson, type CastMember, type CastOptions } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, DAY_MS, type LotOptions } from '#test/inventory.ts'

/** Every access level, and the bidders stopped for another reason; the limits fall between the prices below. */
const PEOPLE = {
  visitor: null,
  member: { hasPaid: false, verification: 'pending' },
  waiting: { verification: 'pending', document: 'submitted' },
  suspended: { status: 'suspended' },
  auctioneer: { role: 'auctioneer', hasPaid: false, verification: 'pending' },
  complete: {},
  seller: {},
  leader: {},
  limited: { biddingLimit: 15_000 },
  limitedLeader: { biddingLimit: 100_000 },
  broke: { biddingLimit: 0 },
} satisfies Record<string, Omit<CastOptions, 'name'> | null>
type Who = keyof typeof PEOPLE

let place: TestServer
let boris: CastMember
let aukje: CastMember
let people: Map<Who, CastMember | null>
let lots: CastLot[]

beforeAll(async () => {
  place = await openTestServer()
  const { pool } = place.app
  boris = await castPerson(pool, { name: 'Boris' })
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
  people = new Map()
  for (const [who, options] of Object.entries(PEOPLE) as [Who, Omit<CastOptions, 'name'> | null][]) {
    people.set(who, options === null ? null : await castPerson(pool, { name: who, ...options }))
  }
  lots = []
  for (const leader of [boris, people.get('leader')!, people.get('limitedLeader')!]) await castEveryState(leader)
  const own = { sellerId: people.get('seller')!.id }
  await cast(own)
  await bidOn(await cast(own), boris, 20_000)
  await published()
}, 60_000)

afterAll(() => place?.close())

async function cast(options: LotOptions = {}): Promise<CastLot> {
  const lot = await castLot(place.app, { isFree: true, ...options })
  lots.push(lot)
  return lot
}

async function bidOn({ lotId }: CastLot, { token }: CastMember, amount: number): Promise<string> {
  const body = { bidId: randomUUID(), kind: 'maximum', amount }
  expect((await place.call('POST', `/api/lots/${lotId}/bids`, { token, body })).status).toBe(200)
  return lotId
}

async function action(lotId: string, name: 'pause' | 'withdrawal'): Promise<void> {
  const body = { reason: 'The seller asked for it' }
  expect((await place.call('POST', `/api/admin/lots/${lotId}/${name}`, { token: aukje.token, body })).status).toBe(200)
}

async function ended(lotId: string, status: string): Promise<void> {
  const { pool } = place.app
  await pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lotId],
  )
  const now = () => pool.query<{ status: string }>('select status from standing where lot_id = $1', [lotId])
  await vi.waitUntil(async () => (await now()).rows[0]?.status === status, { timeout: 8000, interval: 50 })
}

/** One lot in each state, led by `leader` where a state has a leader; prices differ, so that limits fall between them. */
async function castEveryState(leader: CastMember): Promise<void> {
  await cast()
  await cast({ openingBid: 1_000_000 })
  await bidOn(await cast(), leader, 20_000)
  await bidOn(await cast({ openingBid: 1000 }), leader, 3000)
  await cast({ opensInMs: 3_600_000, closesInMs: 7_200_000 })
  const live = await cast({ auctionKind: 'live', startsInMs: DAY_MS })
  await bidOn(live, leader, 11_000)
  const paused = await cast()
  await action(paused.lotId, 'pause')
  await action((await cast()).lotId, 'withdrawal')
  await ended((await cast()).lotId, 'passed')
  await ended(await bidOn(await cast(), leader, 10_000), 'sold')
  await ended(await bidOn(await cast({ reserve: 900_000 }), leader, 10_000), 'reserve-not-met')
}

async function published(): Promise<void> {
  await enqueue(place.app.db, 'lots-published', { lotIds: lots.map(({ lotId }) => lotId) })
  const all = async () => (await search(boris.token, `state=open,scheduled,ended`)).total
  await vi.waitUntil(async () => (await all()) === lots.length, { timeout: 8000, interval: 50 })
}

async function search(token: string | undefined, query: string, limit = 60): Promise<SearchReply> {
  const answer = await place.call('GET', `/api/catalog?limit=${limit}&${query}`, token === undefined ? {} : { token })
  expect(answer.status).toBe(200)
  return answer.body as SearchReply
}

/** The lots whose own label says that one can bid on them. */
async function labeled(token: string | undefined): Promise<string[]> {
  const ids = lots.map(({ lotId }) => lotId).join()
  const answer = await place.call('GET', `/api/eligibility?lots=${ids}`, token === undefined ? {} : { token })
  return (answer.body as { items: Eligibility[] }).items
    .filter(mayBid)
    .map(({ lotId }) => lotId)
    .toSorted()
}

const idsOf = ({ items }: SearchReply) => items.map(({ id }) => id).toSorted()

test.each(Object.keys(PEOPLE) as Who[])(
  '%s: the filter keeps exactly the lots whose label says that a bid is accepted',
  async (who) => {
    const token = people.get(who)?.token
    const expected = await labeled(token)
    // The index picks up prices once a second.
    await expect.poll(async () => (await search(token, 'biddable=yes')).total, { timeout: 8000 }).toBe(expected.length)
    expect(idsOf(await search(token, 'biddable=yes'))).toEqual(expected)
    const canBid = ['complete', 'seller', 'leader', 'limited', 'limitedLeader'].includes(who)
    expect(expected.length > 0 && expected.length < lots.length).toBe(canBid)
  },
)

test('it combines with other filters, page by page, and can be undone where it leaves nothing', async () => {
  const { token } = people.get('complete')!
  const cheap = (await search(token, 'biddable=yes&price=-50')).items
  expect(cheap.length).toBeGreaterThan(0)
  const first = await search(token, 'biddable=yes', 2)
  const second = await search(token, `biddable=yes&cursor=${first.next}`, 2)
  expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([])
  const nothing = await search(people.get('broke')!.token, 'biddable=yes')
  expect(nothing.total).toBe(0)
  const withoutIt = (await search(people.get('broke')!.token, '')).total
  expect(nothing.loosen).toEqual([{ drop: 'biddable', count: withoutIt }])
  expect((await place.call('GET', '/api/catalog?biddable=no', { token })).status).toBe(400)
})

test('a lot appears when it opens, and disappears when it ends or costs more than one may commit', async () => {
  const { token } = people.get('limited')!
  const lot = await cast({ opensInMs: 2500, closesInMs: 6000, extensionWindowMs: 0 })
  await published()
  const isFound = async () => idsOf(await search(token, 'biddable=yes')).includes(lot.lotId)
  expect(await isFound()).toBe(false)
  await expect.poll(isFound, { timeout: 8000, interval: 50 }).toBe(true)
  expect(await labeled(token)).toContain(lot.lotId)
  await bidOn(lot, boris, 30_000)
  expect(await isFound()).toBe(true)
  const other = await castPerson(place.app.pool, { name: 'Chidi' })
  await bidOn(lot, other, 25_000)
  // What is shown is checked again, so the index's age of up to a second does not show.
  expect([await isFound(), (await labeled(token)).includes(lot.lotId)]).toEqual([false, false])
  const isFoundByAll = async () => idsOf(await search(other.token, 'biddable=yes')).includes(lot.lotId)
  expect(await isFoundByAll()).toBe(true)
  await expect.poll(isFoundByAll, { timeout: 8000 }).toBe(false)
})

test('saved searches ignore it: alerts announce new lots before they open', async () => {
  const { token } = people.get('complete')!
  const body = { name: 'Kiri', query: 'make=kiri&biddable=yes', alert: true }
  const saved = await place.call('POST', '/api/saved-searches', { token, body })
  expect(saved.body).toMatchObject({ query: 'make=kiri' })
})
