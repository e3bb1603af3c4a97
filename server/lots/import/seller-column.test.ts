import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview, VehicleImport } from '#contract/lots/import.ts'
import { createAuction, usualAuctionTerms } from '#server/auctions/create-auction.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { castSeller } from '#server/settlements/settlements.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

const HEAD =
  'Year,Make,Model,Body,Odometer,Odometer unit,Title,Keys,Run state,Fuel,Color,Location,Stock number,Opening bid,Seller type,Seller,Low estimate,High estimate'

let place: TestServer
let token: string

beforeAll(async () => {
  place = await openTestServer()
  token = (await castPerson(place.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => place.close())

const line = (stock: string, seller: string, guide = ',') =>
  `2012,Toyota,Corolla,sedan,88000,mi,clean,present,drives,petrol,silver,Springfield,${stock},1000,fleet,${seller},${guide}`

async function until(id: string, state: VehicleImport['state']): Promise<VehicleImport> {
  const read = async () =>
    (await place.call('GET', `/api/admin/vehicle-imports/${id}`, { token })).body as VehicleImport
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe(state)
  return read()
}

test('a file’s seller column gives its lots their sellers, by code or name, and rejects a row with an unknown one; its estimates become guide prices', async () => {
  const { app } = place
  const ada = await castPerson(app.pool, { name: 'Ada' })
  const sellerId = await castSeller(place, { name: 'Zephyr Fleet', accountId: ada.id })
  const { rows } = await app.pool.query<{ code: string }>('select code from seller where id = $1', [sellerId])
  const terms = await readCompanyTerms(app)
  const auctionId = await createAuction(app.db, {
    title: 'Imported auction',
    kind: 'timed',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: Date.now(),
    startsAt: Date.now() + 3_600_000,
    terms: usualAuctionTerms(terms, 'timed'),
    heroPhoto: null,
  })
  const file = [
    HEAD,
    line('A1', rows[0]!.code.toLowerCase()),
    line('A2', 'zephyr fleet', '8000,10000'),
    line('A3', '', '9000,'),
    line('A4', 'Nobody'),
    line('A5', '', '9000,8000'),
  ]
  const form = new FormData()
  form.set('file', new Blob([`${file.join('\n')}\n`]), 'stock.csv')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${place.url}/api/admin/vehicle-imports`, { method: 'POST', headers, body: form })
  const { id } = (await sent.json()) as VehicleImport
  await until(id, 'ready')
  const { mapping, missing } = (
    await place.call('POST', `/api/admin/vehicle-imports/${id}/preview`, { token, body: {} })
  ).body as ImportPreview
  expect(missing).toEqual([])
  await place.call('POST', `/api/admin/vehicle-imports/${id}/run`, { token, body: { mapping, auctionId } })
  expect((await until(id, 'done')).counts).toMatchObject({ fresh: 3, faulty: 2 })
  const lots = await app.pool.query(
    `select v.stock_number as stock, l.consignor_id as seller, l.seller_id as account, l.guide_low::int as low, l.guide_high::int as high
     from lot l join vehicle v on v.id = l.vehicle_id where l.auction_id = $1 order by 1`,
    [auctionId],
  )
  expect(lots.rows).toEqual([
    { stock: 'A1', seller: sellerId, account: ada.id, low: null, high: null },
    { stock: 'A2', seller: sellerId, account: ada.id, low: 800_000, high: 1_000_000 },
    { stock: 'A3', seller: null, account: null, low: 900_000, high: 900_000 },
  ])
  const { items } = (await place.call('GET', `/api/admin/vehicle-imports/${id}/notes`, { token })).body as {
    items: { column: string; value: string; message: string; isFault: boolean }[]
  }
  expect(items.filter(({ isFault }) => isFault)).toMatchObject([
    { column: 'Seller', value: 'Nobody', message: expect.stringContaining('Add the seller first') },
    { column: 'High estimate', value: '8000', message: 'The high estimate is below the low one.' },
  ])
})
