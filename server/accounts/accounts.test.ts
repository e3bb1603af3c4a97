import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Session } from '#contract/accounts/accounts.ts'
import { openTestServer, type Reply, type TestServer } from '#test/harness/test-server.ts'
import { accountChanged } from './sessions/sessions.ts'

const PASSWORD = 'seven quiet herons'
const BROWSER = { 'x-paddock-client': 'web' }

let server: TestServer
let count = 0

beforeAll(async () => {
  // Demo mode raises the throttle limits: these tests all come from one address, and throttles are tested separately below.
  server = await openTestServer({ config: { demo: true } })
})
afterAll(() => server.close())

function form(own: object = {}) {
  count += 1
  return {
    email: `ada-${count}@demo.paddock.example`,
    password: PASSWORD,
    name: 'Ada Quist',
    phone: '+31 20 555 0142',
    country: 'NL',
    acceptTerms: true,
    ...own,
  }
}

function register(own: object = {}, headers: Record<string, string> = {}): Promise<Reply> {
  return server.call('POST', '/api/register', { body: form(own), headers })
}

async function session(headers: Record<string, string> = {}): Promise<Session & { cookie: string }> {
  const { status, body, headers: sent } = await register({}, headers)
  expect(status).toBe(201)
  return { ...(body as Session), cookie: sent.get('set-cookie') ?? '' }
}

function user(token: string, headers: Record<string, string> = {}): Promise<Reply> {
  return server.call('GET', '/api/user', { token, headers })
}

describe('registration', () => {
  test('creates an account on the first access level, and a session', async () => {
    const { token, user: person } = await session()
    expect(person).toMatchObject({
      name: 'Ada Quist',
      role: 'member',
      hasPaidMembershipFee: false,
      verificationStatus: 'pending',
      idDocument: null,
      accountStatus: 'active',
      biddingLimit: null,
      referralCode: expect.stringMatching(/^[0-9a-f]{10}$/),
    })
    expect((await user(token)).body).toEqual(person)
  })

  test('accepts a member’s referral code, says whether a code is known, and refuses a made-up one', async () => {
    const { user: member } = await session()
    const known = async (code: string) => (await server.call('GET', `/api/referral-codes/${code}`)).body
    expect(await known(member.referralCode)).toEqual({ isKnown: true, isClosed: false })
    expect(await known('invented-1')).toEqual({ isKnown: false, isClosed: false })
    expect((await register({ referralCode: member.referralCode })).status).toBe(201)
    expect((await register({ referralCode: '' })).status).toBe(201)
    expect(await register({ referralCode: 'invented-1' })).toMatchObject({
      status: 400,
      body: {
        details: { fields: [{ field: 'referralCode', message: expect.stringMatching(/leave it empty/) as unknown }] },
      },
    })
  })

  test('stores neither the password nor the token, only what they are checked against', async () => {
    const { token, user: person } = await session()
    const found = await server.app.pool.query<{ account: object; session: object; token_hash: Buffer; hash: string }>(
      `select to_jsonb(account) as account, to_jsonb(session) as session, token_hash, password_hash as hash
       from session join account on account.id = account_id where account_id = $1`,
      [person.id],
    )
    const row = found.rows[0]!
    expect(row.token_hash).toEqual(createHash('sha256').update(token).digest())
    expect(row.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const kept = JSON.stringify([row.account, row.session])
    for (const secret of [PASSWORD, token, Buffer.from(token, 'base64url').toString('hex')]) {
      expect(kept).not.toContain(secret)
    }
  })

  test('never sets role, membership, verification, limit or status from the request', async () => {
    const own = {
      role: 'owner',
      hasPaidMembershipFee: true,
      verificationStatus: 'verified',
      biddingLimit: 1,
      paddle: 1,
    }
    const { body } = await register({ ...own, accountStatus: 'closed', idDocument: {} })
    expect((body as Session).user).toMatchObject({
      role: 'member',
      hasPaidMembershipFee: false,
      verificationStatus: 'pending',
      biddingLimit: null,
      accountStatus: 'active',
      idDocument: null,
    })
  })

  test('records the version of the terms, and requires accepting them', async () => {
    const { user: person } = await session()
    const found = await server.app.pool.query<{ terms_version: string }>(
      'select terms_version from account where id = $1',
      [person.id],
    )
    expect(found.rows[0]?.terms_version).toMatch(/^\d{4}-\d{2}$/)
    expect(await register({ acceptTerms: false })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  test('refuses a name with hidden characters, which could forge the text around it', async () => {
    for (const name of [
      'Ada\nQuist',
      'Ada\rQuist',
      'Ada\tQuist',
      'Ada \u202etsiuQ',
      'Ada\u200f',
      '\u2066Ada',
      'A\u200bda',
      'Ada\u0085',
    ])
      expect([name, await register({ name })]).toMatchObject([
        name,
        { status: 400, body: { details: { fields: [{ field: 'name' }] } } },
      ])
    for (const name of ['Ada \u00d8stergaard', '\u738b\u5c0f\u660e', "Ada O'Neill-Quist"])
      expect((await register({ name })).status).toBe(201)
  })

  test('refuses a short password by field, and common ones by rule', async () => {
    expect(await register({ password: 'eleven char' })).toMatchObject({
      status: 400,
      body: { details: { fields: [{ field: 'password' }] } },
    })
    for (const password of ['Password12345', 'correct horse battery staple', 'ada quist 2026', 'aaaaaaaaaaaaaa']) {
      expect(await register({ password })).toMatchObject({ status: 409, body: { code: 'password-too-common' } })
    }
  })
})

describe('signing in', () => {
  test('opens another session with the right password, and answers wrong passwords and unknown people alike', async () => {
    const { user: person } = await session()
    const logIn = (email: string, password: string) => server.call('POST', '/api/login', { body: { email, password } })
    const right = await logIn(person.email, PASSWORD)
    expect(right).toMatchObject({ status: 200, body: { user: { id: person.id } } })
    const wrong = await logIn(person.email, 'seven noisy herons')
    const nobody = await logIn('nobody@demo.paddock.example', PASSWORD)
    const reported = ({ status, body }: Reply) => ({ status, ...(body as object), requestId: '' })
    expect(wrong.status).toBe(401)
    expect(reported(nobody)).toEqual(reported(wrong))
  })

  test('is throttled per account before a password is hashed, known or not', async () => {
    for (const email of [(await session()).user.email, 'nobody-at-all@demo.paddock.example']) {
      const body = { email, password: 'wrong wrong wrong' }
      const tries = await Promise.all(
        Array.from({ length: 12 }, async () => (await server.call('POST', '/api/login', { body })).status),
      )
      expect(tries.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    }
  })

  test('and registering are not throttled by passwords that were refused', async () => {
    const again = form({ password: 'Password12345' })
    for (let turn = 0; turn < 4; turn += 1)
      expect((await server.call('POST', '/api/register', { body: again })).body).toMatchObject({
        code: 'password-too-common',
      })
    expect((await server.call('POST', '/api/register', { body: { ...again, password: PASSWORD } })).status).toBe(201)
  })

  test('and registering are throttled per sender', async () => {
    const strict = await openTestServer({ config: { demo: false } })
    const tries = Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0
        ? strict.call('POST', '/api/login', { body: { email: `n${n}@demo.paddock.example`, password: 'x' } })
        : strict.call('POST', '/api/register', { body: form() }),
    )
    const held = (await Promise.all(tries)).filter(({ status }) => status === 429)
    expect(held.length).toBeGreaterThanOrEqual(8)
    expect(Number(held[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    await strict.close()
  })

  test('is refused for a closed account like a wrong password', async () => {
    const { user: person } = await session()
    await server.app.pool.query(`update account set account_status = 'closed' where id = $1`, [person.id])
    const answer = await server.call('POST', '/api/login', { body: { email: person.email, password: PASSWORD } })
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } })
  })
})

describe('a session', () => {
  test('of a browser needs both the bearer token and the cookie it is bound to', async () => {
    const { token, cookie } = await session(BROWSER)
    expect(cookie).toMatch(/^paddock_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000, /)
    const pair = cookie.split(';')[0]!
    expect((await user(token, { cookie: pair })).status).toBe(200)
    expect((await user(token, { cookie: `theme=dark; ${pair}` })).status).toBe(200)
    expect((await user(token)).status).toBe(401)
    expect((await user(token, { cookie: 'paddock_session=forged' })).status).toBe(401)
    expect((await server.call('GET', '/api/user', { headers: { cookie: pair } })).status).toBe(401)
    const other = await session(BROWSER)
    expect((await user(token, { cookie: other.cookie.split(';')[0]! })).status).toBe(401)
  })

  test('of a browser is recognized by Origin and Sec-Fetch-Site, too; a program gets no cookie', async () => {
    for (const headers of [{ origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-origin' }]) {
      expect((await register({}, headers)).headers.get('set-cookie')).toMatch(/HttpOnly/)
    }
    expect((await register()).headers.get('set-cookie')).toBeNull()
  })

  test('on a public https address has a cookie for that host only, over https only', async () => {
    const secure = await openTestServer({ config: { publicUrl: 'https://paddock.example' } })
    const { headers } = await secure.call('POST', '/api/register', { body: form(), headers: BROWSER })
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-paddock_session=.+; Path=\/; .*Secure, __Host-paddock_device=.+Secure$/,
    )
    await secure.close()
  })

  test('ends on sign-out, immediately and in every process; signing out again is fine', async () => {
    const second = await openTestServer({ databaseUrl: server.app.databaseUrl })
    const { token } = await session()
    expect((await second.call('GET', '/api/user', { token })).status).toBe(200)
    const left = await server.call('POST', '/api/logout', { token })
    expect(left.status).toBe(204)
    expect(left.headers.get('set-cookie')).toMatch(/^paddock_session=; .*Max-Age=0/)
    expect((await user(token)).status).toBe(401)
    await vi.waitFor(async () => expect((await second.call('GET', '/api/user', { token })).status).toBe(401), {
      timeout: 5000,
    })
    const again = await server.call('POST', '/api/logout', { token })
    expect(again.status).toBe(204)
    expect(again.headers.get('set-cookie')).toBeNull()
    expect((await server.call('POST', '/api/logout')).status).toBe(204)
    await second.close()
  })

  test('that expired is invalid, and a used one is extended', async () => {
    const [old, used] = [await session(), await session()]
    const { pool } = server.app
    const ends = `update session set expires_at = clock_timestamp() + $2::interval, last_seen_at = now() - interval '2 hours'
      where account_id = $1`
    await pool.query(ends, [old.user.id, '-1 second'])
    await pool.query(ends, [used.user.id, '1 day'])
    expect((await user(old.token)).status).toBe(401)
    expect((await user(used.token)).status).toBe(200)
    await vi.waitFor(async () => {
      const left = await pool.query<{ days: number }>(
        `select extract(day from expires_at - clock_timestamp())::int as days from session where account_id = $1`,
        [used.user.id],
      )
      expect(left.rows[0]?.days).toBe(29)
    }, 5000)
  })

  test('in use is listed as seen within the last two minutes', async () => {
    const { token, user: person } = await session()
    await server.app.pool.query(
      `update session set last_seen_at = clock_timestamp() - interval '100 s' where account_id = $1`,
      [person.id],
    )
    expect((await user(token)).status).toBe(200)
    await vi.waitFor(async () => {
      const { body } = await server.call('GET', '/api/sessions', { token })
      const [own] = (body as { items: { lastSeenAt: number }[] }).items
      expect(Date.now() - (own?.lastSeenAt ?? 0)).toBeLessThan(60_000)
    }, 5000)
  })

  test('sees a change of the account immediately after the server is notified', async () => {
    const { token, user: person } = await session()
    expect((await server.call('GET', '/api/admin/accounts', { token })).status).toBe(403)
    await server.app.pool.query(`update account set role = 'reviewer' where id = $1`, [person.id])
    accountChanged(server.app, person.id)
    expect((await server.call('GET', '/api/admin/accounts', { token })).status).toBe(200)
  })

  test('is required: nothing, a forged token or another scheme gets 401', async () => {
    expect((await server.call('GET', '/api/user')).body).toMatchObject({ code: 'login-required' })
    expect((await user('forged')).status).toBe(401)
    expect((await server.call('GET', '/api/user', { headers: { authorization: 'Basic YTpi' } })).status).toBe(401)
  })
})
