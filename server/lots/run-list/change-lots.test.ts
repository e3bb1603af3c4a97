import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EnteredLot, LotChanges } from '#contract/lots/lot-entry.ts'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await openTestServer()
  token = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

const call = (method: string, at: string, body?: object) =>
  server.call(method, `/api/admin${at}`, { token, ...(body === undefined ? {} : { body }) })

async function auction(): Promise<string> {
  return ((await call('POST', '/auctions', { id: newId(), entry: plannedAuction() })).body as { id: string }).id
}

async function lot(auctionId: string, vehicleId = newId()): Promise<{ id: string; vehicleId: string; terms: object }> {
  const facts = {
    keys: 'present',
    titleBrand: 'clean',
    runState: 'drives',
    sellerKind: 'fleet',
    location: 'Springfield',
  }
  const id = newId()
  const stated = { titleBrand: 'Clear CT' }
  await server.app.pool.query(
    `insert into vehicle (id, year, make, model, body, facts, import_hash) values ($1, 2012, 'Kiri', 'Urban', 'suv', $2, 'x')
     on conflict do nothing`,
    [vehicleId, JSON.stringify({ ...facts, stated })],
  )
  const terms = { openingBid: 100_000, reserve: 150_000, buyNow: null, sellerEmail: null }
  expect((await call('POST', `/auctions/${auctionId}/lots`, { id, vehicleId, ...terms })).status).toBe(201)
  return { id, vehicleId, terms }
}

const change = (auctionId: string, lotIds: string[], changes: LotChanges) =>
  call('PATCH', `/auctions/${auctionId}/lots`, { lotIds, changes })

const runList = async (auctionId: string) =>
  ((await call('GET', `/auctions/${auctionId}/lots`)).body as { items: EnteredLot[] }).items

test('a lot added under an id that has other terms is refused, and the first one stays', async () => {
  const auctionId = await auction()
  const { terms, ...ids } = await lot(auctionId)
  const again = (own: object = {}) => call('POST', `/auctions/${auctionId}/lots`, { ...ids, ...terms, ...own })
  expect((await again()).status).toBe(201)
  expect(await again({ reserve: 160_000 })).toMatchObject({ status: 409, body: { code: 'already-saved' } })
  expect(await runList(auctionId)).toMatchObject([{ reserve: 150_000 }])
})

test('several draft lots change together, with their vehicles, and one audit line keeps the values before', async () => {
  const auctionId = await auction()
  const [first, second, other] = [await lot(auctionId), await lot(auctionId), await lot(auctionId)]
  const guide = { low: 60_000, high: 90_000 }
  const changes: LotChanges = { openingBid: 50_000, reserve: null, guide, location: 'Riverside', titleBrand: 'rebuilt' }
  expect((await change(auctionId, [first.id, second.id], changes)).status).toBe(200)
  expect((await runList(auctionId)).map((one) => [one.openingBid, one.reserve, one.guide])).toEqual([
    [50_000, null, guide],
    [50_000, null, guide],
    [100_000, 150_000, null],
  ])
  const { rows } = await server.app.pool.query<{ id: string; facts: object; version: number; import_hash: unknown }>(
    'select id, facts, version, import_hash from vehicle where id = any($1)',
    [[first.vehicleId, other.vehicleId]],
  )
  expect(rows.find(({ id }) => id === first.vehicleId)).toMatchObject({
    facts: { location: 'Riverside', titleBrand: 'rebuilt', stated: {} },
    version: 2,
    import_hash: null,
  })
  expect(rows.find(({ id }) => id === other.vehicleId)).toMatchObject({
    facts: { location: 'Springfield', titleBrand: 'clean', stated: { titleBrand: 'Clear CT' } },
    version: 1,
  })
  const audit = await server.app.pool.query<{ before: object }>(
    `select before from audit where action = 'change-lots' and subject_id = $1`,
    [auctionId],
  )
  expect(audit.rows).toMatchObject([
    {
      before: {
        lots: [
          { openingBid: 100_000, reserve: 150_000, guide: null, location: 'Springfield', titleBrand: 'clean' },
          {},
        ],
      },
    },
  ])
})

test('one lot that can’t take the change keeps all of them as they were, and is named', async () => {
  const auctionId = await auction()
  const [first, second] = [await lot(auctionId), await lot(auctionId)]
  const before = await runList(auctionId)
  await call('PUT', `/lots/${second.id}`, { openingBid: 400_000, reserve: 500_000, buyNow: null, sellerEmail: null })
  const high = await change(auctionId, [first.id, second.id], { reserve: 200_000, location: 'Riverside' })
  expect(high).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^Lot \d+: The reserve can’t be below/) as unknown },
  })
  expect((await runList(auctionId))[0]).toEqual(before[0])
  const unchanged = await server.app.pool.query('select 1 from vehicle where id = $1 and version = 1', [
    first.vehicleId,
  ])
  expect(unchanged.rows).toHaveLength(1)
  expect((await change(auctionId, [first.id], {})).status).toBe(400)
})

test('published lots stay, and a vehicle that bidders saw before needs a reason on its own page', async () => {
  const [old, next] = [await auction(), await auction()]
  const { id, vehicleId } = await lot(old)
  expect((await call('POST', `/auctions/${old}/publish`)).status).toBe(200)
  expect(await change(old, [id], { reserve: null })).toMatchObject({ status: 409, body: { code: 'run-list-changed' } })
  await server.app.pool.query(`update lot set closed_at = now(), outcome = 'passed' where id = $1`, [id])
  const again = await lot(next, vehicleId)
  expect(await change(next, [again.id], { titleBrand: 'salvage' })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/was offered before/) as unknown },
  })
  expect((await change(next, [again.id], { reserve: null })).status).toBe(200)
})

test('an auctioneer doesn’t set the terms of a vehicle that they sell', async () => {
  const kim = await castPerson(server.app.pool, { name: 'Kim', role: 'auctioneer' })
  const sale = await auction()
  const own = await lot(sale)
  const as = (who: string, method: string, at: string, body: object) =>
    server.call(method, `/api/admin${at}`, { token: who, body })
  const terms = { openingBid: 100_000, reserve: 150_000, buyNow: null, sellerEmail: kim.email }
  const refused = {
    status: 403,
    body: { message: 'You can’t set the terms on which your own vehicle is sold. Ask a colleague.' },
  }
  expect(await as(kim.token, 'PUT', `/lots/${own.id}`, terms)).toMatchObject(refused)
  expect((await as(token, 'PUT', `/lots/${own.id}`, terms)).status).toBe(200)
  expect(await as(kim.token, 'PUT', `/lots/${own.id}`, { ...terms, sellerEmail: null })).toMatchObject(refused)
  const changes = { lotIds: [own.id], changes: { reserve: 100_000 } }
  expect(await as(kim.token, 'PATCH', `/auctions/${sale}/lots`, changes)).toMatchObject(refused)
  const entry = { id: newId(), vehicleId: newId(), ...terms }
  expect(await as(kim.token, 'POST', `/auctions/${sale}/lots`, entry)).toMatchObject(refused)
})
