import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SettingsState } from '#contract/invoices/company-settings.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { applyDuePlans } from './plan-settings.ts'

let server: TestServer
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer({ listen: true })
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})
afterAll(() => server?.close())

const plan = (body: object) =>
  server.call('POST', '/api/admin/settings/plans', {
    token: olga.token,
    body: { planId: randomUUID(), effectiveAt: Date.now() + 3_600_000, ...body },
  })
const read = async () => (await server.call('GET', '/api/admin/settings', { token: olga.token })).body as SettingsState
const actions = async () =>
  (await server.app.pool.query<{ action: string }>(`select action from audit order by at`)).rows.map(
    ({ action }) => action,
  )

test('a planned change waits for its time, is then applied once, and both are in the audit log', async () => {
  const planId = randomUUID()
  const body = { planId, changes: { lateFee: 6000 }, reason: 'New year' }
  expect((await plan(body)).status).toBe(200)
  expect((await plan(body)).status).toBe(200)
  await applyDuePlans(server.app)
  expect(await read()).toMatchObject({
    settings: { lateFee: 5000 },
    plans: [{ id: planId, by: 'Olga', changes: { lateFee: 6000 }, reason: 'New year' }],
  })
  await server.app.pool.query('update setting_plan set effective_at = clock_timestamp()')
  await Promise.all([applyDuePlans(server.app), server.runJob('check for unpaid invoices and planned settings')])
  expect(await read()).toMatchObject({ settings: { lateFee: 6000 }, plans: [] })
  expect((await readCompanyTerms(server.app)).lateFee).toBe(6000)
  expect(await actions()).toEqual(['plan-settings', 'change-setting'])
})

test('a plan is canceled, and then changes nothing', async () => {
  const planId = randomUUID()
  await plan({ planId, changes: { lateFee: 7000 } })
  const cancel = () => server.call('DELETE', `/api/admin/settings/plans/${planId}`, { token: olga.token })
  expect(await cancel()).toMatchObject({ status: 200, body: { plans: [] } })
  expect((await cancel()).status).toBe(404)
})

test.each([
  ['a value that can’t be used', { changes: { taxBasisPoints: 20_000 } }],
  ['no change', { changes: {} }],
  ['another currency', { changes: { currency: 'EUR' } }],
  ['a time that has passed', { changes: { lateFee: 1 }, effectiveAt: Date.UTC(2020, 0) }],
  ['a time in the far future', { changes: { lateFee: 1 }, effectiveAt: Date.UTC(2098, 0) }],
  ['an impossible time', { changes: { lateFee: 1 }, effectiveAt: Date.UTC(9999, 0) }],
])('%s can’t be planned', async (_, body) => {
  expect((await plan(body)).status).toBe(400)
})
