import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLAIM_DAYS } from '#contract/accounts.ts'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { confirmNow, newcomer, PASSWORD } from '../mailbox.test-model.ts'
import { sweepClaims } from './sweep-claims.ts'

/** An email that was named and never confirmed is free again after its time, and nothing of the person is left. */

let house: TestHouse

beforeAll(async () => {
  house = await openHouse({ config: { demo: true } })
})
afterAll(() => house.close())

const rows = async (text: string, ...values: unknown[]) =>
  (await house.house.pool.query<Record<string, unknown>>(text, values)).rows

const claimed = (id: string, daysAgo: number) =>
  rows(`update account set email_claimed_at = clock_timestamp() - $2 * interval '1 day' where id = $1`, id, daysAgo)

const statusOf = async (id: string) =>
  (await rows('select account_status as status from account where id = $1', id))[0]?.['status']

test('a claim that was never confirmed is closed after its time, in every feature, and the address can be registered again', async () => {
  const gone = await newcomer(house, { headers: { 'x-paddock-client': 'web' } })
  const { id } = gone.user
  const headers = { 'x-paddock-client': 'web', cookie: gone.cookie }
  const search = { name: 'Barn finds', query: 'q=barn', alert: false }
  expect(
    (await house.call('POST', '/api/saved-searches', { token: gone.token, body: search, headers })).status,
  ).toBeLessThan(300)
  await claimed(id, CLAIM_DAYS - 1)
  expect(await sweepClaims(house.house)).toBe(0)
  await claimed(id, CLAIM_DAYS + 1)
  expect(await sweepClaims(house.house)).toBe(1)
  await house.house.outbox.drain()
  expect(await rows('select name, phone, email_confirmed_at from account where id = $1', id)).toEqual([
    { name: 'Closed account', phone: '', email_confirmed_at: null },
  ])
  for (const table of ['session', 'account_link', 'account_identifier', 'saved_search'])
    expect(await rows(`select 1 from ${table} where account_id = $1`, id), table).toEqual([])
  await expect.poll(() => rows('select 1 from notification where account_id = $1', id)).toEqual([])
  expect((await house.call('GET', '/api/user', { token: gone.token, headers })).status).toBe(401)
  const again = await newcomer(house, { email: gone.email })
  await confirmNow(house, again.user.id)
  const login = { email: gone.email, password: PASSWORD }
  expect((await house.call('POST', '/api/login', { body: login })).status).toBe(200)
})

test('a confirmed email, staff, and an account that has paid are left alone', async () => {
  const confirmed = await newcomer(house)
  await confirmNow(house, confirmed.user.id)
  const staff = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer', emailConfirmed: false })
  const paid = await castPerson(house.house.pool, { name: 'Ada', emailConfirmed: false })
  for (const id of [confirmed.user.id, staff.id, paid.id]) await claimed(id, CLAIM_DAYS + 1)
  expect(await sweepClaims(house.house)).toBe(0)
  for (const id of [confirmed.user.id, staff.id, paid.id]) expect(await statusOf(id)).toBe('active')
})

test('an email that staff corrected has its whole time again', async () => {
  const rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
  const { user } = await newcomer(house)
  await claimed(user.id, CLAIM_DAYS + 1)
  const body = { email: `corrected-${user.id}@demo.paddock.example`, reason: 'A letter was missing' }
  const at = `/api/admin/accounts/${user.id}/email`
  expect((await house.call('PUT', at, { token: rita.token, body })).status).toBe(200)
  expect(await sweepClaims(house.house)).toBe(0)
  expect(await statusOf(user.id)).toBe('active')
})
