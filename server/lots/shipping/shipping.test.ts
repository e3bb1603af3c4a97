import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShippingState, ShippingTable } from '#contract/lots/shipping.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let olga: CastMember
let ada: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})
afterAll(() => server.close())
beforeEach(() => server.app.pool.query('delete from setting'))

const rate = { base: 20_000, perMile: 110 }
const ZONE = {
  name: 'Midwest',
  from: '',
  country: 'US',
  places: ['6', 'IL'],
  miles: 240,
  rates: { small: null, car: rate, large: rate, heavy: null },
}
const TABLE: ShippingTable = { zones: [ZONE], notRunning: 9000, note: 'The carrier confirms the price.' }

const read = async () => (await server.call('GET', '/api/admin/shipping', { token: olga.token })).body as ShippingState
const put = async (table: unknown, own: object = {}, who = olga) =>
  server.call('PUT', '/api/admin/shipping', {
    token: who.token,
    body: { version: (await read()).version, table, reason: 'New carrier', ...own },
  })
const seen = async () => (await server.call('GET', '/api/shipping', { token: ada.token })).body

describe('the shipping rate table', () => {
  test('is empty until the owner creates one, and then bidders’ pages use it for estimates', async () => {
    expect(await seen()).toMatchObject({ table: { zones: [] } })
    expect((await put(TABLE)).body).toMatchObject({ table: TABLE })
    expect(await seen()).toMatchObject({ table: TABLE, currency: 'USD' })
    const { rows } = await server.app.pool.query(
      `select reason, after -> 'value' as after from audit where action = 'change-shipping'`,
    )
    expect(rows).toEqual([{ reason: 'New carrier', after: TABLE }])
  })

  test('is changed from the version one has seen: of two changes at once, one is refused', async () => {
    const { version } = await read()
    const both = await Promise.all([1, 2].map((notRunning) => put({ ...TABLE, notRunning }, { version })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test.each([
    ['a country in words', { ...ZONE, country: 'Mexico' }, 'country'],
    ['a zone without a name', { ...ZONE, name: ' ' }, 'name'],
    ['a price below nothing', { ...ZONE, rates: { ...ZONE.rates, car: { base: -1, perMile: 0 } } }, 'base'],
    ['a place that is in another zone', { ...ZONE, name: 'Other', places: ['il'] }, 'table.zones.1.places'],
  ])('refuses %s, and names the field', async (_, zone, field) => {
    const answer = await put({ ...TABLE, zones: [ZONE, zone] })
    expect(answer.status).toBe(400)
    const { details } = answer.body as { details: { fields: { field: string }[] } }
    expect(details.fields.map((one) => one.field).join()).toContain(field)
  })

  test('that is invalid estimates nothing, and breaks nothing', async () => {
    await server.app.pool.query(`insert into setting (key, value) values ('shipping', '{"zones": 7}')`)
    expect(await seen()).toMatchObject({ table: { zones: [] } })
    expect((await put(TABLE)).status).toBe(200)
  })

  test('can only be changed by the owner', async () => {
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    expect((await put(TABLE, {}, aukje)).status).toBe(403)
  })
})
