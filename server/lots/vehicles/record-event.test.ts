import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { recordVehicleEvent, VehicleEvent, VehicleHistory } from '#contract/lots/vehicle-events.ts'
import type { StaffVehicle, VehicleLine } from '#contract/lots/vehicles.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await openTestServer()
  token = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

const call = (method: string, at: string, body?: object) =>
  server.call(method, `/api/admin${at}`, { token, ...(body === undefined ? {} : { body }) })

const FACTS = {
  keys: 'present',
  titleBrand: 'clean',
  runState: 'drives',
  sellerKind: 'fleet',
  odometer: null,
  location: 'Springfield',
  highlights: [],
  flaws: [],
  equipment: [],
  conditionReport: '',
  damageMap: [],
}

async function vehicle(): Promise<string> {
  const id = crypto.randomUUID()
  await server.app.pool.query(
    `insert into vehicle (id, year, make, model, body, facts) values ($1, 2012, 'Kiri', 'Urban', 'suv', $2)`,
    [id, JSON.stringify(FACTS)],
  )
  return id
}

const record = async (kind: VehicleEvent, ...vehicleIds: string[]) =>
  (await call('POST', '/vehicle-events', { vehicleIds, kind, note: '' })).body as ReplyOf<typeof recordVehicleEvent>
const stateOf = async (id: string) => ((await call('GET', `/vehicles/${id}`)).body as StaffVehicle).state
const history = async (id: string) =>
  ((await call('GET', `/vehicles/${id}/history`)).body as VehicleHistory).items.map(({ what }) => what)

test('a vehicle arrives, is made ready and is released, and its history says who recorded it', async () => {
  const id = await vehicle()
  expect(await stateOf(id)).toBe('in-stock')
  for (const kind of ['arrived', 'ready', 'released'] as const) {
    expect(await record(kind, id)).toEqual({ recorded: 1, skipped: [] })
    expect(await stateOf(id)).toBe(kind)
  }
  const { items } = (await call('GET', `/vehicles/${id}/history`)).body as VehicleHistory
  expect(items.map(({ what, by }) => [what, by])).toEqual([
    ['added', null],
    ['arrived', 'Aukje'],
    ['ready', 'Aukje'],
    ['released', 'Aukje'],
  ])
  expect(await record('released', id)).toMatchObject({ recorded: 0, skipped: [{ vehicleId: id }] })
})

test('what a lot says comes before what was recorded, until the lot ends without a sale', async () => {
  const { lotId } = await castLot(server.app)
  const { rows } = await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [
    lotId,
  ])
  const id = rows[0]!.vehicle_id
  expect((await record('arrived', id)).recorded).toBe(1)
  expect(await stateOf(id)).toBe('in-auction')
  expect(await record('arrived', id)).toMatchObject({ skipped: [{ reason: 'This is already recorded.' }] })
  expect((await record('released', id)).skipped[0]?.reason).toMatch(/^It is in lot \d+\./)
  const end = (outcome: string) =>
    server.app.pool.query('update lot set closed_at = clock_timestamp(), outcome = $2 where id = $1', [lotId, outcome])
  await end('passed')
  expect(await stateOf(id)).toBe('passed')
  expect((await record('ready', id)).recorded).toBe(1)
  expect(await stateOf(id)).toBe('ready')
  await end('sold')
  expect(await stateOf(id)).toBe('sold')
  expect((await record('ready', id)).recorded).toBe(0)
  // Nobody paid for it: server/invoices/hand-over.test.ts releases one that is paid.
  expect((await record('released', id)).recorded).toBe(0)
  // The three steps before were made at the same moment.
  expect((await history(id)).slice(3)).toEqual(['arrived', 'ready', 'sold'])
})

test('several vehicles are recorded together, those that can’t be are skipped with the reason, and the list finds them', async () => {
  const [first, second, gone] = [await vehicle(), await vehicle(), await vehicle()]
  await record('released', gone)
  const { recorded, skipped } = await record('ready', first, second, gone)
  expect([recorded, skipped]).toEqual([2, [{ vehicleId: gone, reason: 'Its state is “Released”.' }]])
  const found = (await call('GET', '/vehicles?show=ready')).body as { items: VehicleLine[] }
  expect(found.items.map(({ id }) => id)).toEqual(expect.arrayContaining([first, second]))
  const audit = await server.app.pool.query(
    `select 1 from audit where action = 'vehicle-ready' and subject_id = any($1)`,
    [[first, second, gone]],
  )
  expect(audit.rows).toHaveLength(2)
})

test('a released vehicle can’t be offered until it arrives again', async () => {
  const id = await vehicle()
  await record('released', id)
  const { auctionId } = await castLot(server.app)
  const lot = { vehicleId: id, openingBid: 10_000, reserve: null, buyNow: null, sellerEmail: null }
  const enter = () => call('POST', `/auctions/${auctionId}/lots`, { id: crypto.randomUUID(), ...lot })
  expect(await enter()).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/was released/) as unknown },
  })
  await record('arrived', id)
  expect((await enter()).status).toBe(201)
})
