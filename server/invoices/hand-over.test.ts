import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { recordVehicleEvent, VehicleHistory } from '#contract/lots/vehicle-events.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { saleroom } from './sale.test-support.ts'

let server: TestServer
let room: ReturnType<typeof saleroom>
let yard: CastMember
let kofi: CastMember

beforeAll(async () => {
  server = await openTestServer()
  room = saleroom(server)
  yard = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => server.close())

async function bought(): Promise<{ ada: CastMember; invoice: Invoice; vehicleId: string }> {
  const ada = await castPerson(server.app.pool, { name: 'Ada' })
  const invoice = await room.soldTo(ada)
  const { rows } = await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [
    invoice.lotId,
  ])
  return { ada, invoice, vehicleId: rows[0]!.vehicle_id }
}

async function release(vehicleId: string) {
  const body = { vehicleIds: [vehicleId], kind: 'released', note: '' }
  const reply = await server.call('POST', '/api/admin/vehicle-events', { token: yard.token, body })
  return reply.body as ReplyOf<typeof recordVehicleEvent>
}

async function history(vehicleId: string): Promise<string[]> {
  const { body } = await server.call('GET', `/api/admin/vehicles/${vehicleId}/history`, { token: yard.token })
  return (body as VehicleHistory).items.map(({ what }) => what)
}

test('a sold vehicle is released only once its buyer has paid, and its release ends storage', async () => {
  const { ada, invoice, vehicleId } = await bought()
  expect(await release(vehicleId)).toEqual({
    recorded: 0,
    skipped: [{ vehicleId, reason: 'Hand over the vehicle only after everything for it is paid.' }],
  })
  await room.payAll(ada, invoice.id)
  expect((await room.detail(ada, invoice.id)).collectedAt).toBeNull()
  expect(await release(vehicleId)).toEqual({ recorded: 1, skipped: [] })
  const after = await room.detail(ada, invoice.id)
  expect(after.collectedAt).not.toBeNull()
  expect(after.history.at(-1)?.what).toBe('collected')
})

test('a vehicle that the cashier marks as collected is released', async () => {
  const { ada, invoice, vehicleId } = await bought()
  await room.payAll(ada, invoice.id)
  const marked = await server.call('POST', `/api/admin/invoices/${invoice.id}/collected`, { token: kofi.token })
  expect(marked.status).toBe(200)
  await server.app.outbox.drain()
  expect((await history(vehicleId)).slice(-2)).toEqual(['sold', 'released'])
  expect((await release(vehicleId)).recorded).toBe(0)
})

test('a collected vehicle whose sale is undone is back, and can be offered', async () => {
  const { ada, invoice, vehicleId } = await bought()
  await room.payAll(ada, invoice.id)
  await release(vehicleId)
  const undone = { lotId: invoice.lotId!, reason: 'Not as described', actorId: yard.id, accountId: ada.id }
  await server.app.db
    .transaction()
    .execute((trx) => enqueue(trx, 'sale-voided', { ...undone, defaulted: false, at: Date.now() }))
  await server.app.outbox.drain()
  const { body } = await server.call('GET', `/api/admin/vehicles/${vehicleId}`, { token: yard.token })
  expect(body).toMatchObject({ state: 'arrived' })
})
