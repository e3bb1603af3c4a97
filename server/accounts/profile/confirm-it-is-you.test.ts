import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { createStaff } from '../staff/create-staff.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { codeOf } from '../mailbox.test-support.ts'

let server: TestServer
let demo: TestServer

beforeAll(async () => {
  server = await openTestServer()
  demo = await openTestServer({ config: { demo: true } })
})
afterAll(async () => {
  await server.close()
  await demo.close()
})

const reason = 'Asked for by the buyer'

/** A cashier's money action; it answers 404, as there is no such payment, once the access check has passed. */
function refund(place: TestServer, token: string) {
  return place.call('POST', `/api/admin/payments/${randomUUID()}/refund`, { token, body: { reason } })
}

const confirm = (place: TestServer, token: string, body: object) =>
  place.call('POST', '/api/confirmations', { token, body })

/** Backdates the sign-in, or the last confirmation. */
function age(place: TestServer, minutes: number) {
  return place.app.pool.query(`update session set confirmed_at = confirmed_at - $1 * interval '1 minute'`, [minutes])
}

async function cashier(place: TestServer) {
  const email = `kofi.${randomUUID()}@company.example`
  const { password } = (await createStaff(place.app, { email, name: 'Kofi', roles: ['cashier'] }))!
  const { body } = await place.call('POST', '/api/login', { body: { email, password } })
  return { password, token: (body as { token: string }).token }
}

async function cashierWithFactor() {
  const kofi = await cashier(server)
  const body = { currentPassword: kofi.password }
  const started = await server.call('POST', '/api/second-factor/enrolments', { token: kofi.token, body })
  const { secret } = started.body as { secret: string }
  await server.call('POST', '/api/second-factor', { token: kofi.token, body: { code: codeOf(secret) } })
  return { ...kofi, secret }
}

describe('a command by staff about money, access or what we publish', () => {
  test('asks for the second factor again ten minutes after it was entered, and not for the password', async () => {
    const { token, secret, password } = await cashierWithFactor()
    expect((await refund(server, token)).status).toBe(404)
    await age(server, 9)
    expect((await refund(server, token)).status).toBe(404)
    await age(server, 2)
    expect(await refund(server, token)).toMatchObject({
      status: 403,
      body: { code: 'factor-required', details: { how: 'code' } },
    })
    expect(await confirm(server, token, { password })).toMatchObject({ status: 409, body: { code: 'wrong-code' } })
    expect((await refund(server, token)).status).toBe(403)
    expect((await confirm(server, token, { code: codeOf(secret, 1) })).status).toBe(200)
    expect((await refund(server, token)).status).toBe(404)
  })

  test('asks in a demo, where staff have no second factor, for the password again', async () => {
    const { token, password } = await cashier(demo)
    await age(demo, 11)
    expect(await refund(demo, token)).toMatchObject({ status: 403, body: { details: { how: 'password' } } })
    expect(await confirm(demo, token, { password: 'not this one' })).toMatchObject({
      status: 409,
      body: { code: 'wrong-password' },
    })
    expect((await confirm(demo, token, { password })).status).toBe(200)
    expect((await refund(demo, token)).status).toBe(404)
  })

  test('is allowed only by a confirmation in its own session', async () => {
    const { token, password } = await cashier(demo)
    await age(demo, 11)
    const other = await cashier(demo)
    expect((await refund(demo, other.token)).status).toBe(404)
    expect((await refund(demo, token)).status).toBe(403)
    expect((await confirm(demo, other.token, { password: other.password })).status).toBe(200)
    expect((await refund(demo, token)).status).toBe(403)
    expect((await confirm(demo, token, { password })).status).toBe(200)
  })

  test('leaves reading as it was', async () => {
    const { token } = await cashier(demo)
    await age(demo, 11)
    expect((await demo.call('GET', '/api/admin/payments', { token })).status).toBe(200)
  })

  test('applies to each of these', () => {
    const asking = ENDPOINTS.filter((endpoint) => 'stepUp' in endpoint).map(({ method, path }) => `${method} ${path}`)
    expect(asking.toSorted()).toEqual([
      'DELETE /api/admin/settings/plans/:planId',
      'POST /api/admin/accounts/:accountId/merges/:duplicateId',
      'POST /api/admin/accounts/:accountId/second-factor-removals',
      'POST /api/admin/auctions/:auctionId/cancellation',
      'POST /api/admin/bank-imports/:importId/run',
      'POST /api/admin/bank-lines/:lineId/match',
      'POST /api/admin/bank-lines/:lineId/return',
      'POST /api/admin/bank-lines/:lineId/take-back',
      'POST /api/admin/bank-lines/:lineId/undo-match',
      'POST /api/admin/brand-pictures',
      'POST /api/admin/content/:name/versions',
      'POST /api/admin/content/:name/versions/:versionId/cancellation',
      'POST /api/admin/invoices/:invoiceId/cancel',
      'POST /api/admin/invoices/:invoiceId/credit-notes',
      'POST /api/admin/lots/:lotId/sale-void',
      'POST /api/admin/payments/:paymentId/refund',
      'POST /api/admin/payouts',
      'POST /api/admin/payouts/:batchId/cancel',
      'POST /api/admin/payouts/:batchId/paid',
      'POST /api/admin/referrals/:referralId/credit',
      'POST /api/admin/referrals/:referralId/reverse',
      'POST /api/admin/refunds/:refundId/settle',
      'POST /api/admin/settings/plans',
      'POST /api/admin/staff-invitations',
      'POST /api/admin/staff-invitations/:invitationId/sendings',
      'PUT /api/admin/accounts/:accountId/email',
      'PUT /api/admin/sellers/:sellerId/money',
      'PUT /api/admin/settings',
      'PUT /api/admin/staff/:accountId/roles',
    ])
  })
})
