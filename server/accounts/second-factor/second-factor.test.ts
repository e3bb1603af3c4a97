import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { createStaff } from '../staff/create-staff.ts'
import { codeOf, confirmNow, enrol, newcomer, openMailbox, PASSWORD } from '../mailbox.test-support.ts'

let server: TestServer
let box: ReturnType<typeof openMailbox>

beforeAll(async () => {
  server = await openTestServer({ config: { demo: true } })
  box = openMailbox(server)
})
afterAll(() => server.close())

const logIn = (email: string, code?: string, password = PASSWORD) =>
  server.call('POST', '/api/login', { body: { email, password, ...(code === undefined ? {} : { code }) } })

async function withFactor() {
  const ada = await newcomer(server)
  await confirmNow(server, ada.user.id)
  return { ...ada, ...(await enrol(server, ada.token)) }
}

/** As if the codes of this time had not been used. */
const forgetSteps = (accountId: string) =>
  server.app.pool.query('update second_factor set last_step = 0, failures = 0 where account_id = $1', [accountId])

describe('setting up a second factor', () => {
  test('needs the password, a confirmed email and a correct first code', async () => {
    const ada = await newcomer(server)
    const start = (currentPassword: string) =>
      server.call('POST', '/api/second-factor/enrolments', { token: ada.token, body: { currentPassword } })
    const confirm = (code: string) => server.call('POST', '/api/second-factor', { token: ada.token, body: { code } })
    expect((await confirm('123456')).body).toMatchObject({ code: 'no-enrolment' })
    expect((await start('not mine at all')).body).toMatchObject({ code: 'wrong-password' })
    expect((await start(PASSWORD)).body).toMatchObject({ code: 'email-not-confirmed' })
    await confirmNow(server, ada.user.id)
    const { body } = await start(PASSWORD)
    expect(body).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\//),
      qr: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    })
    const { secret } = body as { secret: string }
    const right = codeOf(secret)
    const wrong = right.startsWith('1') ? `2${right.slice(1)}` : `1${right.slice(1)}`
    expect((await confirm(wrong)).body).toMatchObject({ code: 'wrong-code' })
    expect((await logIn(ada.email)).status).toBe(200)
    expect((await confirm(right)).body).toMatchObject({ recoveryCodes: { length: 10 } })
    expect((await start(PASSWORD)).body).toMatchObject({ code: 'already-on' })
  })

  test('stores neither secret nor recovery codes in clear text, ends other sessions and notifies the person', async () => {
    const ada = await newcomer(server)
    await confirmNow(server, ada.user.id)
    const other = (await logIn(ada.email)).body as { token: string }
    const { secret, recoveryCodes } = await enrol(server, ada.token)
    const kept = await server.app.pool.query(
      `select to_jsonb(f)::text from second_factor f where account_id = $1
       union all select to_jsonb(r)::text from recovery_code r where account_id = $1`,
      [ada.user.id],
    )
    const text = JSON.stringify(kept.rows)
    for (const clear of [secret, recoveryCodes[0]!, Buffer.from(secret).toString('hex')])
      expect(text).not.toContain(clear)
    expect((await server.call('GET', '/api/user', { token: other.token })).status).toBe(401)
    expect((await server.call('GET', '/api/user', { token: ada.token })).body).toMatchObject({ secondFactor: 'on' })
    expect((await box.mail(ada.user.id, 'account-security')).what).toMatch(/turned on/)
  })
})

describe('signing in with a second factor', () => {
  test('asks for the code only after the right password, and accepts each code once', async () => {
    const ada = await withFactor()
    expect((await logIn(ada.email, undefined, 'wrong wrong wrong')).body).toMatchObject({ code: 'wrong-credentials' })
    expect(await logIn(ada.email)).toMatchObject({ status: 401, body: { code: 'second-factor-required' } })
    expect(await logIn(ada.email, ada.code)).toMatchObject({ status: 401, body: { code: 'wrong-code' } })
    const next = codeOf(ada.secret, 1)
    expect((await logIn(ada.email, `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200)
    expect((await logIn(ada.email, next)).body).toMatchObject({ code: 'wrong-code' })
  })

  test('accepts one code once, even if it arrives eight times at the same moment', async () => {
    const ada = await withFactor()
    await forgetSteps(ada.user.id)
    const code = codeOf(ada.secret, 1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(ada.email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('accepts a recovery code once, however it is written, and eight at once count as one', async () => {
    const ada = await withFactor()
    const [first = '', second = ''] = ada.recoveryCodes
    expect((await logIn(ada.email, first.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await logIn(ada.email, first)).status).toBe(401)
    await forgetSteps(ada.user.id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(ada.email, second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { token } = answers.find(({ status }) => status === 200)!.body as { token: string }
    const { body } = await server.call('GET', '/api/profile', { token })
    expect(body).toMatchObject({ secondFactor: { recoveryCodesLeft: 8 } })
    await box.quiet()
    const notices = box
      .sent(ada.user.id, 'account-security')
      .filter(({ what }) => what.includes('recovery code was used'))
    expect(notices).toHaveLength(2)
  })

  test('pauses after five wrong codes, even for a right one, and notifies the person', async () => {
    const ada = await withFactor()
    for (let n = 0; n < 5; n++) expect((await logIn(ada.email, 'WRONG-WRONG')).status).toBe(401)
    const held = await logIn(ada.email, codeOf(ada.secret, 1))
    expect(held.status).toBe(429)
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(30)
    await box.mail(ada.user.id, 'account-security', 2)
    await server.app.pool.query(`update throttle set at = at - interval '301 seconds'`)
    expect((await logIn(ada.email, codeOf(ada.secret, 1))).status).toBe(200)
  })
})

describe('an active second factor', () => {
  test('is turned off, or gets new recovery codes, only with password and code', async () => {
    const ada = await withFactor()
    const renew = (body: object) => server.call('POST', '/api/second-factor/recovery-codes', { token: ada.token, body })
    const code = codeOf(ada.secret, 1)
    expect((await renew({ currentPassword: 'not mine at all', code })).body).toMatchObject({ code: 'wrong-password' })
    expect((await renew({ currentPassword: PASSWORD, code: '000000' })).body).toMatchObject({ code: 'wrong-code' })
    const { body } = await renew({ currentPassword: PASSWORD, code })
    const { recoveryCodes } = body as { recoveryCodes: string[] }
    const remove = (by: string) =>
      server.call('POST', '/api/second-factor/removals', {
        token: ada.token,
        body: { currentPassword: PASSWORD, code: by },
      })
    expect((await remove(ada.recoveryCodes[0]!)).body).toMatchObject({ code: 'wrong-code' })
    expect((await remove(recoveryCodes[0]!)).status).toBe(200)
    expect((await logIn(ada.email)).status).toBe(200)
    expect((await remove(recoveryCodes[1]!)).body).toMatchObject({ code: 'not-on' })
  })

  test('is required for staff outside the demo: administration needs it and it stays on', async () => {
    const strict = await openTestServer()
    const created = await createStaff(strict.app, { email: 'rita@company.example', name: 'Rita', roles: ['reviewer'] })
    const password = created!.password
    const logged = await strict.call('POST', '/api/login', { body: { email: 'rita@company.example', password } })
    const { token, user } = logged.body as { token: string; user: object }
    expect(user).toMatchObject({ role: 'reviewer', secondFactor: 'due' })
    const list = () => strict.call('GET', '/api/admin/accounts', { token })
    expect(await list()).toMatchObject({
      status: 403,
      body: { code: 'second-factor-required', details: { goTo: '/admin-login' } },
    })
    const started = await strict.call('POST', '/api/second-factor/enrolments', {
      token,
      body: { currentPassword: password },
    })
    const { secret } = started.body as { secret: string }
    const confirmed = await strict.call('POST', '/api/second-factor', { token, body: { code: codeOf(secret) } })
    const { recoveryCodes } = confirmed.body as { recoveryCodes: string[] }
    expect((await list()).status).toBe(200)
    const removal = await strict.call('POST', '/api/second-factor/removals', {
      token,
      body: { currentPassword: password, code: recoveryCodes[0] },
    })
    expect(removal.body).toMatchObject({ code: 'second-factor-obligatory' })
    await strict.close()
  })

  test('is removed by the owner for someone who lost everything, with a recorded reason', async () => {
    const ada = await withFactor()
    const olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    const remove = (token: string) =>
      server.call('POST', `/api/admin/accounts/${ada.user.id}/second-factor-removals`, {
        token,
        body: { reason: 'Showed her passport' },
      })
    expect((await remove(rita.token)).status).toBe(403)
    expect((await remove(olga.token)).status).toBe(200)
    expect((await server.call('GET', '/api/user', { token: ada.token })).status).toBe(401)
    expect((await logIn(ada.email)).status).toBe(200)
    const found = await server.app.pool.query('select action, reason from audit where subject_id = $1', [ada.user.id])
    expect(found.rows).toEqual([{ action: 'remove-second-factor', reason: 'Showed her passport' }])
  })
})
