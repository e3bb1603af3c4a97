import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Checklist, type PublishRules, USUAL_RULES } from '#contract/lots/publish-checks.ts'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let aukje: string
let olga: string

beforeAll(async () => {
  server = await openTestServer()
  aukje = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
  olga = (await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })).token
})
afterAll(() => server.close())

const call = (method: string, at: string, body?: object, token = aukje) =>
  server.call(method, `/api/admin${at}`, { token, ...(body === undefined ? {} : { body }) })

async function auction(): Promise<string> {
  return ((await call('POST', '/auctions', { id: newId(), entry: plannedAuction() })).body as { id: string }).id
}

async function lot(auctionId: string, facts: object, photos: object[] = []): Promise<string> {
  const [id, vehicleId] = [newId(), newId()]
  const all = {
    keys: 'present',
    titleBrand: 'clean',
    runState: 'drives',
    sellerKind: 'fleet',
    odometer: null,
    ...facts,
  }
  await server.app.pool.query(
    `insert into vehicle (id, year, make, model, body, facts, photos) values ($1, 2012, 'Kiri', 'Urban', 'suv', $2, $3)`,
    [vehicleId, JSON.stringify(all), JSON.stringify(photos)],
  )
  const terms = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
  expect((await call('POST', `/auctions/${auctionId}/lots`, { id, vehicleId, ...terms })).status).toBe(201)
  return id
}

const rules = (own: Partial<PublishRules>) => call('PUT', '/publish-rules', { rules: { ...USUAL_RULES, ...own } }, olga)
const checklist = async (auctionId: string) => (await call('GET', `/auctions/${auctionId}/checklist`)).body as Checklist

test('the checklist names each lot that lacks something, and a warning does not keep an auction from being published', async () => {
  await rules({})
  const auctionId = await auction()
  const complete = await lot(
    auctionId,
    { odometer: { value: 10, unit: 'mi', status: 'actual' }, inspection: { day: '2026-11-01', by: null } },
    [{ name: 'a'.repeat(32), view: 'front', width: 1200, height: 800 }],
  )
  const bare = await lot(auctionId, { titleBrand: 'no-title' })
  const { isBlocked, lotCount, findings } = await checklist(auctionId)
  expect([isBlocked, lotCount]).toEqual([false, 2])
  const found = Object.fromEntries(findings.map(({ check, lots }) => [check, lots.map(({ lotId }) => lotId)]))
  expect(found).toEqual({
    photos: [bare],
    title: [bare],
    odometer: [bare],
    inspection: [bare],
    seller: [complete, bare],
  })
  expect((await call('POST', `/auctions/${auctionId}/publish`)).status).toBe(200)
  expect((await checklist(auctionId)).lotCount).toBe(0)
})

test('what a rule requires blocks publishing on the server, until the lot has it', async () => {
  await rules({ odometer: 'block', seller: 'off' })
  const auctionId = await auction()
  const lotId = await lot(auctionId, {})
  expect(await call('POST', `/auctions/${auctionId}/publish`)).toMatchObject({
    status: 409,
    body: { code: 'checklist-blocks', details: { checks: ['odometer'] } },
  })
  expect((await checklist(auctionId)).isBlocked).toBe(true)
  await server.app.pool.query(
    `update vehicle set facts = facts || '{"odometer": {"value": 1, "unit": "mi", "status": "actual"}}'
     where id = (select vehicle_id from lot where id = $1)`,
    [lotId],
  )
  expect((await call('POST', `/auctions/${auctionId}/publish`)).status).toBe(200)
})

test('only the owner changes the rules, and the change is audited', async () => {
  expect((await call('PUT', '/publish-rules', { rules: USUAL_RULES })).status).toBe(403)
  await rules({ photos: 'block' })
  const { rows } = await server.app.pool.query<{ after: PublishRules }>(
    `select after from audit where action = 'change-publish-rules' order by at desc limit 1`,
  )
  expect(rows[0]?.after).toMatchObject({ photos: 'block' })
  await rules({})
})
