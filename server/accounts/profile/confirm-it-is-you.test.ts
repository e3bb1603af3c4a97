import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { createStaff } from '../staff/create-staff.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { codeOf } from '../mailbox.test-model.ts'

let house: TestHouse
let demo: TestHouse

beforeAll(async () => {
  house = await openHouse()
  demo = await openHouse({ config: { demo: true } })
})
afterAll(async () => {
  await house.close()
  await demo.close()
})

const reason = 'Asked for by the buyer'

/** A money act of a cashier; 404, as there is no such payment, tells that it was let in. */
function refund(place: TestHouse, token: string) {
  return place.call('POST', `/api/admin/payments/${randomUUID()}/refund`, { token, body: { reason } })
}

const confirm = (place: TestHouse, token: string, body: object) =>
  place.call('POST', '/api/confirmations', { token, body })

/** As if the log-in, or the last proof, had been so long ago. */
function age(place: TestHouse, minutes: number) {
  return place.house.pool.query(`update session set confirmed_at = confirmed_at - $1 * interval '1 minute'`, [minutes])
}

async function cashier(place: TestHouse) {
  const email = `kofi.${randomUUID()}@house.example`
  const { password } = (await createStaff(place.house, { email, name: 'Kofi', role: 'cashier' }))!
  const { body } = await place.call('POST', '/api/login', { body: { email, password } })
  return { password, token: (body as { token: string }).token }
}

async function cashierWithFactor() {
  const kofi = await cashier(house)
  const body = { currentPassword: kofi.password }
  const started = await house.call('POST', '/api/second-factor/enrolments', { token: kofi.token, body })
  const { secret } = started.body as { secret: string }
  await house.call('POST', '/api/second-factor', { token: kofi.token, body: { code: codeOf(secret) } })
  return { ...kofi, secret }
}

describe('a money act of staff', () => {
  test('asks for the second factor again ten minutes after it was given, and not for the password', async () => {
    const { token, secret, password } = await cashierWithFactor()
    expect((await refund(house, token)).status).toBe(404)
    await age(house, 9)
    expect((await refund(house, token)).status).toBe(404)
    await age(house, 2)
    expect(await refund(house, token)).toMatchObject({
      status: 403,
      body: { code: 'factor-required', details: { how: 'code' } },
    })
    expect(await confirm(house, token, { password })).toMatchObject({ status: 409, body: { code: 'wrong-code' } })
    expect((await refund(house, token)).status).toBe(403)
    expect((await confirm(house, token, { code: codeOf(secret, 1) })).status).toBe(200)
    expect((await refund(house, token)).status).toBe(404)
  })

  test('asks in a demo, whose staff have no second factor, for the password again', async () => {
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

  test('is let in by the proof of its own session alone', async () => {
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

  test('is each of these', () => {
    const asking = ENDPOINTS.filter((endpoint) => 'stepUp' in endpoint).map(({ method, path }) => `${method} ${path}`)
    expect(asking.toSorted()).toEqual([
      'POST /api/admin/bank-lines/:lineId/match',
      'POST /api/admin/bank-lines/:lineId/return',
      'POST /api/admin/bank-lines/:lineId/take-back',
      'POST /api/admin/bank-lines/:lineId/undo-match',
      'POST /api/admin/invoices/:invoiceId/cancel',
      'POST /api/admin/invoices/:invoiceId/credit-notes',
      'POST /api/admin/payments/:paymentId/refund',
      'POST /api/admin/refunds/:refundId/settle',
      'PUT /api/admin/settings',
    ])
  })
})
