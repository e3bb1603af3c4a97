import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview, VehicleImport } from '#contract/lots/import.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import { createAuction, usualAuctionTerms } from '#server/auctions/create-auction.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { castSeller } from '#server/settlements/settlements.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

const HEAD =
  'Year,Make,Model,Body,Odometer,Odometer unit,Title,Keys,Run state,Fuel,Color,Location,Stock number,Opening bid,Seller type,Seller,Low estimate,High estimate'

let place: TestServer
let aukje: CastMember
let token: string

beforeAll(async () => {
  place = await openTestServer()
  aukje = await castPerson(place.app.pool, { name: 'Aukje', role: 'auctioneer' })
  ;({ token } = aukje)
})
afterAll(() => place.close())

const line = (stock: string, seller: string, guide = ',') =>
  `2012,Toyota,Corolla,sedan,88000,mi,clean,present,drives,petrol,silver,Springfield,${stock},1000,fleet,${seller},${guide}`

const read = async (id: string) =>
  (await place.call('GET', `/api/admin/vehicle-imports/${id}`, { token })).body as VehicleImport

async function auction(): Promise<string> {
  const terms = usualAuctionTerms(await readCompanyTerms(place.app), 'timed')
  const [opensAt, startsAt] = [Date.now(), Date.now() + 3_600_000]
  const facts = { title: 'Imported auction', kind: 'timed', location: 'Springfield', description: '' } as const
  return createAuction(place.app.db, { ...facts, currency: 'USD', opensAt, startsAt, terms, heroPhoto: null })
}

async function send(lines: string[]): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([`${[HEAD, ...lines].join('\n')}\n`]), 'stock.csv')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${place.url}/api/admin/vehicle-imports`, { method: 'POST', headers, body: form })
  return ((await sent.json()) as VehicleImport).id
}

/** Has a sent file imported by the person with this token. */
async function run(id: string, auctionId: string | null, by = token): Promise<VehicleImport> {
  await expect.poll(async () => ['ready', 'done'].includes((await read(id)).state), { timeout: 30_000 }).toBe(true)
  const { mapping, missing } = (
    await place.call('POST', `/api/admin/vehicle-imports/${id}/preview`, { token, body: {} })
  ).body as ImportPreview
  expect(missing).toEqual([])
  await place.call('POST', `/api/admin/vehicle-imports/${id}/run`, { token: by, body: { mapping, auctionId } })
  await expect.poll(async () => (await read(id)).state, { timeout: 30_000 }).toBe('done')
  return read(id)
}

const faultsOf = async (id: string) => {
  const { body } = await place.call('GET', `/api/admin/vehicle-imports/${id}/notes`, { token })
  return (body as { items: RowNote[] }).items.filter(({ isFault }) => isFault)
}

test('a file’s seller column gives its lots their sellers, by code or name, and rejects a row with an unknown one; its estimates become guide prices', async () => {
  const { app } = place
  const ada = await castPerson(app.pool, { name: 'Ada' })
  const sellerId = await castSeller(place, { name: 'Zephyr Fleet', accountId: ada.id })
  const { rows } = await app.pool.query<{ code: string }>('select code from seller where id = $1', [sellerId])
  const auctionId = await auction()
  const id = await send([
    line('A1', rows[0]!.code.toLowerCase()),
    line('A2', 'zephyr fleet', '8000,10000'),
    line('A3', '', '9000,'),
    line('A4', 'Nobody'),
    line('A5', '', '9000,8000'),
  ])
  expect((await run(id, auctionId)).counts).toMatchObject({ fresh: 3, faulty: 2 })
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
  expect(await faultsOf(id)).toMatchObject([
    { column: 'Seller', value: 'Nobody', message: expect.stringContaining('Add the seller first') },
    { column: 'High estimate', value: '8000', message: 'The high estimate is below the low one.' },
  ])
})

test('nobody sets the terms of their own vehicle with a file: the row says so, and a colleague imports it', async () => {
  const { app } = place
  await castSeller(place, { name: 'Aukje’s garage', accountId: aukje.id })
  const berta = await castPerson(app.pool, { name: 'Berta', role: 'auctioneer' })
  const auctionId = await auction()
  const own = line('B1', 'Aukje’s garage')
  const id = await send([own, line('B2', '')])
  expect((await run(id, auctionId)).counts).toMatchObject({ fresh: 1, faulty: 1 })
  const message =
    'This is your own vehicle, and you can’t set the terms on which it is sold. Ask a colleague to import this file.'
  expect(await faultsOf(id)).toEqual([{ line: 2, column: 'Seller', value: 'Aukje’s garage', message, isFault: true }])
  // Entered without an auction, its amounts would be proposed for the lot.
  expect((await run(id, null)).counts).toMatchObject({ known: 1, faulty: 1 })
  expect((await run(id, auctionId, berta.token)).counts).toMatchObject({ fresh: 1, known: 1, faulty: 0 })
  // The same file again sets nothing. A changed reserve would, no matter who the row names.
  expect((await run(id, auctionId)).counts).toMatchObject({ known: 2, faulty: 0 })
  const changed = await send([line('B1', '').replace(',1000,', ',100,'), line('B2', '')])
  expect((await run(changed, auctionId)).counts).toMatchObject({ known: 1, faulty: 1 })
  expect(await faultsOf(changed)).toEqual([{ line: 2, column: 'Opening bid', value: '', message, isFault: true }])
  expect((await run(changed, auctionId, berta.token)).counts).toMatchObject({ changed: 1, known: 1 })
})
