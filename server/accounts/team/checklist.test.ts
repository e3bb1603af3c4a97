import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checklist, ChecklistEntry } from '#contract/accounts/company-checklist.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

let server: TestServer
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})
afterAll(() => server.close())

const call = (method: string, at: string, body?: unknown, by = olga) =>
  server.call(method, `/api/admin/${at}`, { token: by.token, ...(body === undefined ? {} : { body }) })

async function done(): Promise<ChecklistEntry[]> {
  const { items } = (await call('GET', 'company-checklist')).body as Checklist
  return items.filter(({ isDone }) => isDone).map(({ entry }) => entry)
}

test('nothing of an empty company is done', async () => {
  expect(await done()).toEqual([])
})

test('an entry is done once the owner set it, and not before', async () => {
  const { version } = (await call('GET', 'settings')).body as { version: string }
  const contact = { email: 'office@company.example', phone: '', address: '1 Main Street, Reno' }
  const legal = { name: 'Reno Auctions LLC', taxId: '12-3456789', registration: '' }
  expect((await call('PUT', 'settings', { version, changes: { legal, contact, membershipFee: 5000 } })).status).toBe(
    200,
  )
  expect(await done()).toEqual(['name', 'address', 'fees'])
  await call('POST', 'staff-invitations', { email: 'kofi@company.example', roles: ['cashier'] })
  expect(await done()).toContain('staff')
  await castLot(server.app)
  expect(await done()).toContain('auction')
})

test('the test email counts once it was sent', async () => {
  expect((await call('POST', 'test-mails')).status).toBe(202)
  await server.app.outbox.drain()
  await expect.poll(done, { timeout: 10_000 }).toContain('email')
})

test('the owner can keep what has a default, and nothing else, once or twice', async () => {
  for (const entry of ['tax', 'increments', 'increments', 'bank', 'director'])
    expect((await call('PUT', `company-checklist/${entry}`)).status).toBe(200)
  expect(await done()).toEqual(expect.arrayContaining(['tax', 'increments', 'bank', 'director']))
  expect((await call('PUT', 'company-checklist/contact')).status).toBe(400)
  expect(await done()).not.toContain('contact')
  const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
  expect((await call('PUT', 'company-checklist/tax', undefined, rita)).status).toBe(403)
})
