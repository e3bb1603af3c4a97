import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShippingState, ShippingTable } from '#contract/shipping.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'

let house: TestHouse
let olga: CastMember
let ada: CastMember

beforeAll(async () => {
  house = await openHouse()
  olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
  ada = await castPerson(house.house.pool, { name: 'Ada' })
})
afterAll(() => house.close())
beforeEach(() => house.house.pool.query('delete from setting'))

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

const read = async () => (await house.call('GET', '/api/admin/shipping', { token: olga.token })).body as ShippingState
const put = async (table: unknown, own: object = {}, who = olga) =>
  house.call('PUT', '/api/admin/shipping', {
    token: who.token,
    body: { version: (await read()).version, table, reason: 'New carrier', ...own },
  })
const seen = async () => (await house.call('GET', '/api/shipping', { token: ada.token })).body

describe('the table of transport', () => {
  test('is empty until the owner makes one, and then what bidders’ pages estimate by', async () => {
    expect(await seen()).toMatchObject({ table: { zones: [] } })
    expect((await put(TABLE)).body).toMatchObject({ table: TABLE })
    expect(await seen()).toMatchObject({ table: TABLE, currency: 'USD' })
    const { rows } = await house.house.pool.query(
      `select reason, after -> 'value' as after from audit where act = 'change-shipping'`,
    )
    expect(rows).toEqual([{ reason: 'New carrier', after: TABLE }])
  })

  test('is changed from what one has seen: of two at once one is refused', async () => {
    const { version } = await read()
    const both = await Promise.all([1, 2].map((notRunning) => put({ ...TABLE, notRunning }, { version })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test.each([
    ['a country in words', { ...ZONE, country: 'Mexico' }, 'country'],
    ['a zone without a name', { ...ZONE, name: ' ' }, 'name'],
    ['a price below nothing', { ...ZONE, rates: { ...ZONE.rates, car: { base: -1, perMile: 0 } } }, 'base'],
    ['a place that stands in another zone', { ...ZONE, name: 'Other', places: ['il'] }, 'table.zones.1.places'],
  ])('refuses %s, and names the field', async (_, zone, field) => {
    const answer = await put({ ...TABLE, zones: [ZONE, zone] })
    expect(answer.status).toBe(400)
    const { details } = answer.body as { details: { fields: { field: string }[] } }
    expect(details.fields.map((one) => one.field).join()).toContain(field)
  })

  test('that cannot be used estimates nothing, and breaks nothing', async () => {
    await house.house.pool.query(`insert into setting (key, value) values ('shipping', '{"zones": 7}')`)
    expect(await seen()).toMatchObject({ table: { zones: [] } })
    expect((await put(TABLE)).status).toBe(200)
  })

  test('is the owner’s to change', async () => {
    const aukje = await castPerson(house.house.pool, { name: 'Aukje', role: 'auctioneer' })
    expect((await put(TABLE, {}, aukje)).status).toBe(403)
  })
})
