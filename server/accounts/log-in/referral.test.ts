import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { confirmNow, newcomer, PASSWORD } from '../mailbox.test-support.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ config: { demo: true } })
})
afterAll(() => server.close())

async function registered(own: object) {
  const email = `${crypto.randomUUID()}@demo.paddock.example`
  const facts = { name: 'Ada Quist', phone: '+31 20 555 0142', country: 'NL', acceptTerms: true }
  const reply = await server.call('POST', '/api/register', { body: { email, password: PASSWORD, ...facts, ...own } })
  expect(reply.status).toBe(201)
  const { token, user } = reply.body as { token: string; user: { id: string } }
  await confirmNow(server, user.id)
  return { token, id: user.id }
}

const exported = async (token: string) => {
  const reply = await server.call('POST', '/api/profile/exports', { token, body: { currentPassword: PASSWORD } })
  return (reply.body as { account: Record<string, unknown> }).account
}

test('a referral code given at registration is stored with the account and the time, and is in the export', async () => {
  const member = await newcomer(server)
  const { referralCode } = member.user
  const referred = await registered({ referralCode })
  const { rows } = await server.app.pool.query<{ referred_by: string; age: number }>(
    `select referred_by, extract(epoch from clock_timestamp() - referred_at)::float8 as age from account where id = $1`,
    [referred.id],
  )
  expect(rows).toEqual([{ referred_by: member.user.id, age: expect.any(Number) }])
  expect(rows[0]!.age).toBeLessThan(60)
  const file = await exported(referred.token)
  expect(file['referral']).toEqual({ code: referralCode, at: expect.any(String) })
  expect(JSON.stringify(file)).not.toContain(member.user.id)
})

test('without a code there is no referrer, and the export says so', async () => {
  const alone = await registered({ referralCode: '' })
  expect((await exported(alone.token))['referral']).toBeNull()
})
