import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview, ImportUndo, VehicleImport } from '#contract/lots/import.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { createAuction, usualAuctionTerms } from '#server/auctions/create-auction.ts'
import { runImports } from '#server/platform/import/run-imports.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { VEHICLE_IMPORT } from './vehicle-import.ts'

const HOUR_MS = 3_600_000
const HEAD = 'Stock,Year,Make,Model,Body,Odometer,Title,Keys,Runs,Seller Type,Yard,Start Price'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await openTestServer({ config: { roles: new Set(['api']) } })
  token = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

const line = (stock: string, model = 'Urban') =>
  `${stock},2012,Kiri,${model},SUV,98000 km,Clean,yes,Runs and drives,Fleet,Springfield,1000`

const call = (method: string, at: string, body?: object) =>
  server.call(method, `/api/admin${at}`, { token, ...(body === undefined ? {} : { body }) })

async function auction(): Promise<string> {
  const { body } = await server.call('GET', '/api/company-terms')
  return createAuction(server.app.db, {
    title: 'Imported auction',
    kind: 'timed',
    location: 'Springfield',
    description: '',
    currency: 'USD',
    opensAt: Date.now() + HOUR_MS,
    startsAt: Date.now() + 2 * HOUR_MS,
    terms: usualAuctionTerms(body as CompanyTerms, 'timed'),
    heroPhoto: null,
  })
}

async function run(importId: string, auctionId: string | null): Promise<VehicleImport> {
  const { mapping } = (await call('POST', `/vehicle-imports/${importId}/preview`, {})).body as ImportPreview
  const columns = { ...mapping.columns, runState: 8, sellerKind: 9, location: 10 }
  const begun = await call('POST', `/vehicle-imports/${importId}/run`, { mapping: { ...mapping, columns }, auctionId })
  expect(begun.status, JSON.stringify(begun.body)).toBe(202)
  await runImports(server.app, VEHICLE_IMPORT)
  return (await call('GET', `/vehicle-imports/${importId}`)).body as VehicleImport
}

async function imported(lines: string[], auctionId: string | null): Promise<VehicleImport> {
  const body = new FormData()
  body.set('file', new Blob([[HEAD, ...lines, ''].join('\n')]), 'stock.csv')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${server.url}/api/admin/vehicle-imports`, { method: 'POST', headers, body })
  const { id } = (await sent.json()) as VehicleImport
  await runImports(server.app, VEHICLE_IMPORT)
  return run(id, auctionId)
}

const stocks = async (list: string[]) =>
  (
    await server.app.pool.query<{ stock_number: string }>(
      'select stock_number from vehicle where stock_number = any($1) order by 1',
      [list],
    )
  ).rows.map((row) => row.stock_number)

const undoOf = async (importId: string) => (await call('GET', `/vehicle-imports/${importId}/undo`)).body as ImportUndo

test('an import is undone with its vehicles and draft lots, the rest of the run list moves up, and it can run again', async () => {
  const auctionId = await auction()
  const first = await imported([line('A-1'), line('A-2')], auctionId)
  await imported([line('A-3')], auctionId)
  // Running the same file again changes nothing, also not what it made.
  expect((await run(first.id, auctionId)).counts).toMatchObject({ fresh: 0, known: 2 })
  expect(await undoOf(first.id)).toEqual({ stop: null, lots: 2, vehicles: 2, kept: [] })
  expect(await call('POST', `/vehicle-imports/${first.id}/undo`)).toMatchObject({
    status: 200,
    body: { state: 'ready', counts: { fresh: 0, known: 0 } },
  })
  expect(await stocks(['A-1', 'A-2', 'A-3'])).toEqual(['A-3'])
  const lots = await server.app.pool.query('select position from lot where auction_id = $1', [auctionId])
  expect(lots.rows).toEqual([{ position: 1 }])
  expect(await call('POST', `/vehicle-imports/${first.id}/undo`)).toMatchObject({
    status: 409,
    body: { code: 'import-not-undoable' },
  })
  const audited = await server.app.pool.query(`select 1 from audit where action = 'undo-vehicle-import'`)
  expect(audited.rows).toHaveLength(1)
  expect((await run(first.id, auctionId)).counts).toMatchObject({ fresh: 2 })
})

test('what others worked on since stays, and is said before', async () => {
  await imported([line('B-0')], null)
  const lines = ['B-0', 'B-1', 'B-2', 'B-3', 'B-4'].map((stock) => line(stock, 'Urban Plus'))
  const { id } = await imported(lines, null)
  const of = async (stock: string) =>
    (await server.app.pool.query<{ id: string }>('select id from vehicle where stock_number = $1', [stock])).rows[0]!.id
  await server.app.pool.query(`update vehicle set import_hash = null where id = $1`, [await of('B-1')])
  await server.app.pool.query(
    `insert into photo (id, vehicle_id, position, slot, state) values (gen_random_uuid(), $1, 0, 'front', 'waiting')`,
    [await of('B-2')],
  )
  const terms = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
  const lot = { id: crypto.randomUUID(), vehicleId: await of('B-3'), ...terms }
  expect((await call('POST', `/auctions/${await auction()}/lots`, lot)).status).toBe(201)
  expect(await undoOf(id)).toEqual({
    stop: null,
    lots: 0,
    vehicles: 1,
    kept: [
      { reason: 'Already here before, keeps the file’s values', count: 1 },
      { reason: 'Edited by hand since', count: 1 },
      { reason: 'Has photos or documents', count: 1 },
      { reason: 'In another lot', count: 1 },
    ],
  })
  expect((await call('POST', `/vehicle-imports/${id}/undo`)).status).toBe(200)
  expect(await stocks(['B-0', 'B-1', 'B-2', 'B-3', 'B-4'])).toEqual(['B-0', 'B-1', 'B-2', 'B-3'])
})

test('nothing is undone once one of its lots is published', async () => {
  const auctionId = await auction()
  const { id } = await imported([line('C-1'), line('C-2')], auctionId)
  expect((await call('POST', `/auctions/${auctionId}/publish`)).status).toBe(200)
  expect(await undoOf(id)).toMatchObject({ stop: expect.stringContaining('2 of its lots are published') as unknown })
  expect(await call('POST', `/vehicle-imports/${id}/undo`)).toMatchObject({
    status: 409,
    body: { code: 'import-not-undoable' },
  })
  expect(await stocks(['C-1', 'C-2'])).toEqual(['C-1', 'C-2'])
})
