import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { createStaff } from '../staff/create-staff.ts'
import { codeOf, confirmNow, enrol, newcomer, openMailbox, PASSWORD } from '../mailbox.test-model.ts'

let house: TestHouse
let box: ReturnType<typeof openMailbox>

beforeAll(async () => {
  house = await openHouse({ config: { demo: true } })
  box = openMailbox(house)
})
afterAll(() => house.close())

const logIn = (email: string, code?: string, password = PASSWORD) =>
  house.call('POST', '/api/login', { body: { email, password, ...(code === undefined ? {} : { code }) } })

async function withFactor() {
  const ada = await newcomer(house)
  await confirmNow(house, ada.user.id)
  return { ...ada, ...(await enrol(house, ada.token)) }
}

/** As if the codes of this time had not been used. */
const forgetSteps = (accountId: string) =>
  house.house.pool.query('update second_factor set last_step = 0, failures = 0 where account_id = $1', [accountId])

describe('setting up a second factor', () => {
  test('needs the password, a confirmed address and a right first code', async () => {
    const ada = await newcomer(house)
    const start = (currentPassword: string) =>
      house.call('POST', '/api/second-factor/enrolments', { token: ada.token, body: { currentPassword } })
    const confirm = (code: string) => house.call('POST', '/api/second-factor', { token: ada.token, body: { code } })
    expect((await confirm('123456')).body).toMatchObject({ code: 'no-enrolment' })
    expect((await start('not mine at all')).body).toMatchObject({ code: 'wrong-password' })
    expect((await start(PASSWORD)).body).toMatchObject({ code: 'email-not-confirmed' })
    await confirmNow(house, ada.user.id)
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

  test('keeps neither secret nor recovery codes in clear, ends other sessions and tells the person', async () => {
    const ada = await newcomer(house)
    await confirmNow(house, ada.user.id)
    const other = (await logIn(ada.email)).body as { token: string }
    const { secret, recoveryCodes } = await enrol(house, ada.token)
    const kept = await house.house.pool.query(
      `select to_jsonb(f)::text from second_factor f where account_id = $1
       union all select to_jsonb(r)::text from recovery_code r where account_id = $1`,
      [ada.user.id],
    )
    const text = JSON.stringify(kept.rows)
    for (const clear of [secret, recoveryCodes[0]!, Buffer.from(secret).toString('hex')])
      expect(text).not.toContain(clear)
    expect((await house.call('GET', '/api/user', { token: other.token })).status).toBe(401)
    expect((await house.call('GET', '/api/user', { token: ada.token })).body).toMatchObject({ secondFactor: 'on' })
    expect((await box.mail(ada.user.id, 'account-security')).what).toMatch(/switched on/)
  })
})

describe('logging in with a second factor', () => {
  test('asks for the code after the right password alone, and takes each code once', async () => {
    const ada = await withFactor()
    expect((await logIn(ada.email, undefined, 'wrong wrong wrong')).body).toMatchObject({ code: 'wrong-credentials' })
    expect(await logIn(ada.email)).toMatchObject({ status: 401, body: { code: 'second-factor-required' } })
    expect(await logIn(ada.email, ada.code)).toMatchObject({ status: 401, body: { code: 'wrong-code' } })
    const next = codeOf(ada.secret, 1)
    expect((await logIn(ada.email, `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200)
    expect((await logIn(ada.email, next)).body).toMatchObject({ code: 'wrong-code' })
  })

  test('takes one code once, also when it comes eight times at the same moment', async () => {
    const ada = await withFactor()
    await forgetSteps(ada.user.id)
    const code = codeOf(ada.secret, 1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(ada.email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('takes a recovery code once, however it is written, and eight at once are one', async () => {
    const ada = await withFactor()
    const [first = '', second = ''] = ada.recoveryCodes
    expect((await logIn(ada.email, first.toLowerCase().replace('-', ' '))).status).toBe(200)
    expect((await logIn(ada.email, first)).status).toBe(401)
    await forgetSteps(ada.user.id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(ada.email, second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { token } = answers.find(({ status }) => status === 200)!.body as { token: string }
    const { body } = await house.call('GET', '/api/profile', { token })
    expect(body).toMatchObject({ secondFactor: { recoveryCodesLeft: 8 } })
    await box.quiet()
    const told = box.sent(ada.user.id, 'account-security').filter(({ what }) => what.includes('recovery code was used'))
    expect(told).toHaveLength(2)
  })

  test('waits after five wrong codes, also for a right one, and the person is told', async () => {
    const ada = await withFactor()
    for (let n = 0; n < 5; n++) expect((await logIn(ada.email, 'WRONG-WRONG')).status).toBe(401)
    const held = await logIn(ada.email, codeOf(ada.secret, 1))
    expect(held.status).toBe(429)
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(30)
    await box.mail(ada.user.id, 'account-security', 2)
    await house.house.pool.query(`update throttle set at = at - interval '301 seconds'`)
    expect((await logIn(ada.email, codeOf(ada.secret, 1))).status).toBe(200)
  })
})

describe('a second factor that is on', () => {
  test('is switched off, or gets new recovery codes, with password and code only', async () => {
    const ada = await withFactor()
    const renew = (body: object) => house.call('POST', '/api/second-factor/recovery-codes', { token: ada.token, body })
    const code = codeOf(ada.secret, 1)
    expect((await renew({ currentPassword: 'not mine at all', code })).body).toMatchObject({ code: 'wrong-password' })
    expect((await renew({ currentPassword: PASSWORD, code: '000000' })).body).toMatchObject({ code: 'wrong-code' })
    const { body } = await renew({ currentPassword: PASSWORD, code })
    const { recoveryCodes } = body as { recoveryCodes: string[] }
    const remove = (by: string) =>
      house.call('POST', '/api/second-factor/removals', {
        token: ada.token,
        body: { currentPassword: PASSWORD, code: by },
      })
    expect((await remove(ada.recoveryCodes[0]!)).body).toMatchObject({ code: 'wrong-code' })
    expect((await remove(recoveryCodes[0]!)).status).toBe(200)
    expect((await logIn(ada.email)).status).toBe(200)
    expect((await remove(recoveryCodes[1]!)).body).toMatchObject({ code: 'not-on' })
  })

  test('is obligatory for staff outside the demo: the administration opens with it and it stays on', async () => {
    const strict = await openHouse()
    const created = await createStaff(strict.house, { email: 'rita@house.example', name: 'Rita', role: 'reviewer' })
    const password = created!.password
    const logged = await strict.call('POST', '/api/login', { body: { email: 'rita@house.example', password } })
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

  test('is taken off by the owner for somebody who lost everything, with a reason that is kept', async () => {
    const ada = await withFactor()
    const olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
    const rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
    const remove = (token: string) =>
      house.call('POST', `/api/admin/accounts/${ada.user.id}/second-factor-removals`, {
        token,
        body: { reason: 'Showed her passport' },
      })
    expect((await remove(rita.token)).status).toBe(403)
    expect((await remove(olga.token)).status).toBe(200)
    expect((await house.call('GET', '/api/user', { token: ada.token })).status).toBe(401)
    expect((await logIn(ada.email)).status).toBe(200)
    const found = await house.house.pool.query('select act, reason from audit where subject_id = $1', [ada.user.id])
    expect(found.rows).toEqual([{ act: 'remove-second-factor', reason: 'Showed her passport' }])
  })
})
