import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inLanes } from '#test/contract/requests.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { codeOf, confirmNow, enrol, newcomer, openMailbox, PASSWORD } from '../mailbox.test-support.ts'

/** Attempts from elsewhere never lock an account's owner out, and password guessing is limited. */

let server: TestServer
let box: ReturnType<typeof openMailbox>

beforeAll(async () => {
  server = await openTestServer({ config: { trustProxy: ['127.0.0.1'] } })
  box = openMailbox(server)
})
afterAll(() => server.close())

const OWNER = '192.0.2.10'
const BROWSER = { 'x-paddock-client': 'web' }

type From = { address: string; cookie?: string }

const post = (path: string, body: object, { address, cookie = '' }: From) =>
  server.call('POST', path, { body, headers: { ...BROWSER, 'x-forwarded-for': address, cookie } })

const logIn = (email: string, from: From, password = PASSWORD, code?: string) =>
  post('/api/login', { email, password, ...(code === undefined ? {} : { code }) }, from)

/** Moves the throttles forward, as if this much time had passed for everyone. */
const pass = (seconds: number) =>
  server.app.pool.query(
    `update throttle set at = at - $1 * interval '1 second', full_at = full_at - $1 * interval '1 second'`,
    [seconds],
  )

async function member(address = OWNER) {
  const { user, email } = await newcomer(server, { headers: { 'x-forwarded-for': address } })
  await confirmNow(server, user.id)
  return { id: user.id, email }
}

const deviceIn = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((each) => each.startsWith('paddock_device='))
    ?.split(';')[0] ?? ''

/** Tries wrong passwords, each from a new network address. Returns how many more were checked than the limit allows. */
async function guessTooMany(email: string): Promise<number> {
  const begun = performance.now()
  const statuses = await inLanes(
    Array.from({ length: 130 }, (_, n) => `198.51.100.${n + 1}`),
    8,
    async (address) => (await logIn(email, { address }, 'wrong wrong wrong')).status,
  )
  const refilled = Math.ceil(((performance.now() - begun) / 1000) * 0.1)
  return statuses.filter((status) => status === 401).length - 100 - refilled
}

/** As if strangers had just used up all tries that they have together. */
async function exhaustStrangerAttempts(email: string): Promise<void> {
  await logIn(email, { address: '198.51.100.200' }, 'wrong wrong wrong')
  const key = server.app.keys.mac('throttle', `log-in-of-strangers:${email}`)
  const { rowCount } = await server.app.pool.query('update throttle set tokens = 0 where key = $1', [key])
  expect(rowCount).toBe(1)
}

describe('someone who tries wrong passwords', () => {
  test('every ten seconds from elsewhere does not lock out the owner, even on a new device', async () => {
    const ada = await member()
    for (let turn = 0; turn < 60; turn += 1) {
      await logIn(ada.email, { address: '203.0.113.66' }, 'wrong wrong wrong')
      await pass(10)
    }
    expect((await logIn(ada.email, { address: OWNER })).status).toBe(200)
  })

  test('from many addresses is throttled, the owner on a known device is not, and someone else’s known device is', async () => {
    const [ada, boris] = [await member(), await member()]
    const device = deviceIn(await logIn(ada.email, { address: OWNER }))
    const other = deviceIn(await logIn(boris.email, { address: OWNER }))
    expect(await guessTooMany(ada.email)).toBeLessThanOrEqual(0)
    // A try comes back every ten seconds, on a slow machine perhaps during the last guess.
    await exhaustStrangerAttempts(ada.email)
    expect((await logIn(ada.email, { address: OWNER })).status).toBe(429)
    expect((await logIn(ada.email, { address: OWNER, cookie: other })).status).toBe(429)
    expect((await logIn(ada.email, { address: '198.51.100.1', cookie: device })).status).toBe(200)
  })

  test('gets the same reply for an email that has no account', async () => {
    const email = 'nobody-here@demo.paddock.example'
    await exhaustStrangerAttempts(email)
    expect((await logIn(email, { address: OWNER })).status).toBe(429)
  })

  test('on a known device is throttled as well', async () => {
    const ada = await member()
    const cookie = deviceIn(await logIn(ada.email, { address: OWNER }))
    const tries = []
    for (let n = 0; n < 12; n += 1)
      tries.push((await logIn(ada.email, { address: OWNER, cookie }, 'wrong wrong')).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })
})

describe('the device cookie', () => {
  test('is HttpOnly, long-lived, names nobody in clear text, and is worthless once altered', async () => {
    const ada = await member()
    const [session, device] = (await logIn(ada.email, { address: OWNER })).headers.getSetCookie()
    expect(session).toMatch(/^paddock_session=/)
    expect(device).toMatch(/^paddock_device=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=34560000$/)
    await exhaustStrangerAttempts(ada.email)
    const cookie = device!.split(';')[0]!
    const at = cookie.length - 10
    const forged = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1)
    for (const wrong of [forged, 'paddock_device=', 'paddock_device=AAAA', `${cookie.slice(0, 40)}`])
      expect((await logIn(ada.email, { address: OWNER, cookie: wrong })).status).toBe(429)
    expect((await logIn(ada.email, { address: OWNER, cookie })).status).toBe(200)
  })

  test('works for several people who share a computer', async () => {
    const [ada, boris] = [await member(), await member()]
    const first = deviceIn(await logIn(ada.email, { address: OWNER }))
    const cookie = deviceIn(await logIn(boris.email, { address: OWNER, cookie: first }))
    for (const { email } of [ada, boris]) {
      await exhaustStrangerAttempts(email)
      expect((await logIn(email, { address: OWNER, cookie })).status).toBe(200)
    }
  })
})

test('strangers who request password resets do not use up the owner’s links', async () => {
  const ada = await member()
  const cookie = deviceIn(await logIn(ada.email, { address: OWNER }))
  for (let n = 0; n < 24; n += 1) {
    await post('/api/password-reset-requests', { email: ada.email }, { address: `203.0.113.${n + 1}` })
    await box.quiet()
    await server.app.pool.query(`update account_link set created_at = created_at - interval '61 seconds'`)
  }
  const sent = box.sent(ada.id, 'password-reset').length
  expect(sent).toBeLessThanOrEqual(20)
  await post('/api/password-reset-requests', { email: ada.email }, { address: OWNER })
  await box.quiet()
  expect(box.sent(ada.id, 'password-reset'), 'a stranger more').toHaveLength(sent)
  await post('/api/password-reset-requests', { email: ada.email }, { address: OWNER, cookie })
  await box.mail(ada.id, 'password-reset', sent + 1)
})

test('one stranger who requests a reset every minute does not use up the owner’s links elsewhere', async () => {
  const ada = await member()
  const ask = (address: string) => post('/api/password-reset-requests', { email: ada.email }, { address })
  for (let n = 0; n < 60; n += 1) {
    await ask('203.0.113.66')
    await box.quiet()
    await pass(60)
    await server.app.pool.query(`update account_link set created_at = created_at - interval '61 seconds'`)
  }
  const sent = box.sent(ada.id, 'password-reset').length
  await ask(OWNER)
  await box.mail(ada.id, 'password-reset', sent + 1)
})

test('a reset link works for half an hour', async () => {
  const ada = await member()
  await post('/api/password-reset-requests', { email: ada.email }, { address: OWNER })
  await box.mail(ada.id, 'password-reset')
  const { rows } = await server.app.pool.query<{ minutes: number }>(
    `select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from account_link
     where account_id = $1 and purpose = 'reset-password'`,
    [ada.id],
  )
  expect(rows).toEqual([{ minutes: 30 }])
})

test('wrong codes from elsewhere with the right password lock out nobody who signs in on a known device', async () => {
  const ada = await newcomer(server, { headers: { 'x-forwarded-for': OWNER } })
  await confirmNow(server, ada.user.id)
  const cookie = deviceIn(await logIn(ada.email, { address: OWNER }))
  const session = (await logIn(ada.email, { address: OWNER })).headers.getSetCookie()
  expect(session).toHaveLength(2)
  const { secret } = await enrol(server, ada.token)
  let looked = 0
  for (let n = 0; n < 40; n += 1) {
    const { status } = await logIn(ada.email, { address: `203.0.113.${n + 1}` }, PASSWORD, 'WRONG-WRONG')
    if (status === 401) looked += 1
  }
  expect(looked).toBe(20)
  expect((await logIn(ada.email, { address: '203.0.113.99' }, PASSWORD, codeOf(secret, 1))).status).toBe(429)
  expect((await logIn(ada.email, { address: OWNER, cookie }, PASSWORD, codeOf(secret, 1))).status).toBe(200)
})
