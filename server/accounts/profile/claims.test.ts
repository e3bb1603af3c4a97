import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLAIM_DAYS } from '#contract/accounts/accounts.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { confirmNow, newcomer, PASSWORD } from '../mailbox.test-support.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { anonymize } from '../store.ts'
import { sweepClaims } from './sweep-claims.ts'

/** An email that was entered but never confirmed becomes free after its time, and all data of the person is deleted. */

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ config: { demo: true } })
})
afterAll(() => server.close())

const rows = async (text: string, ...values: unknown[]) =>
  (await server.app.pool.query<Record<string, unknown>>(text, values)).rows

const claimed = (id: string, daysAgo: number) =>
  rows(`update account set email_claimed_at = clock_timestamp() - $2 * interval '1 day' where id = $1`, id, daysAgo)

const statusOf = async (id: string) =>
  (await rows('select account_status as status from account where id = $1', id))[0]?.['status']

test('a claim that was never confirmed is closed after its time, in every feature, and the email can be registered again', async () => {
  const gone = await newcomer(server, { headers: { 'x-paddock-client': 'web' } })
  const { id } = gone.user
  const headers = { 'x-paddock-client': 'web', cookie: gone.cookie }
  const search = { name: 'Barn finds', query: 'q=barn', alert: false }
  expect(
    (await server.call('POST', '/api/saved-searches', { token: gone.token, body: search, headers })).status,
  ).toBeLessThan(300)
  await claimed(id, CLAIM_DAYS - 1)
  expect(await sweepClaims(server.app)).toBe(0)
  await claimed(id, CLAIM_DAYS + 1)
  expect(await sweepClaims(server.app)).toBe(1)
  await server.app.outbox.drain()
  expect(await rows('select name, phone, email_confirmed_at from account where id = $1', id)).toEqual([
    { name: 'Closed account', phone: '', email_confirmed_at: null },
  ])
  for (const table of ['session', 'account_link', 'account_identifier', 'saved_search'])
    expect(await rows(`select 1 from ${table} where account_id = $1`, id), table).toEqual([])
  await expect.poll(() => rows('select 1 from notification where account_id = $1', id)).toEqual([])
  expect((await server.call('GET', '/api/user', { token: gone.token, headers })).status).toBe(401)
  const again = await newcomer(server, { email: gone.email })
  await confirmNow(server, again.user.id)
  const login = { email: gone.email, password: PASSWORD }
  expect((await server.call('POST', '/api/login', { body: login })).status).toBe(200)
})

test('a confirmed email, staff, and an account that has paid are left alone', async () => {
  const confirmed = await newcomer(server)
  await confirmNow(server, confirmed.user.id)
  const staff = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer', emailConfirmed: false })
  const paid = await castPerson(server.app.pool, { name: 'Ada', emailConfirmed: false })
  for (const id of [confirmed.user.id, staff.id, paid.id]) await claimed(id, CLAIM_DAYS + 1)
  expect(await sweepClaims(server.app)).toBe(0)
  for (const id of [confirmed.user.id, staff.id, paid.id]) expect(await statusOf(id)).toBe('active')
})

test('an email corrected by staff gets the full time again', async () => {
  const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
  const { user } = await newcomer(server)
  await claimed(user.id, CLAIM_DAYS + 1)
  const body = { email: `corrected-${user.id}@demo.paddock.example`, reason: 'A letter was missing' }
  const at = `/api/admin/accounts/${user.id}/email`
  expect((await server.call('PUT', at, { token: rita.token, body })).status).toBe(200)
  expect(await sweepClaims(server.app)).toBe(0)
  expect(await statusOf(user.id)).toBe('active')
})

test('an email asked for while the account is closed leaves no link with the address behind', async () => {
  const { user, email } = await newcomer(server)
  await server.app.outbox.drain()
  await rows('delete from account_link where account_id = $1', user.id)
  const asked = { what: 'confirm-email', email, accountId: user.id, knownTo: [] } as const
  const sending = await server.app.db.transaction().execute(async (trx) => {
    await anonymize(trx, user.id)
    await server.app.db.transaction().execute((other) => enqueue(other, 'account-mail-asked', asked))
    const drained = server.app.outbox.drain()
    const waiting = 'select 1 from pg_locks where not granted'
    await expect.poll(async () => (await rows(waiting)).length).toBeGreaterThan(0)
    return { drained }
  })
  await sending.drained
  expect(await rows('select email from account_link where account_id = $1', user.id)).toEqual([])
})
