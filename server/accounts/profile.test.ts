import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { invoiceAddressOf } from './profile/addresses.ts'
import { deviceWords } from './sessions/device-words.ts'
import { codeOf, confirmNow, enrol, newcomer, openMailbox, PASSWORD, secretIn } from './mailbox.test-support.ts'

const NEW_PASSWORD = 'nine louder otters'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'

let server: TestServer
let box: ReturnType<typeof openMailbox>

beforeAll(async () => {
  server = await openTestServer({ config: { demo: true } })
  box = openMailbox(server)
})
afterAll(() => server.close())

async function person() {
  const ada = await newcomer(server)
  await confirmNow(server, ada.user.id)
  const send = (method: string, path: string, body?: object) =>
    server.call(method, path, { token: ada.token, ...(body === undefined ? {} : { body }) })
  return { ...ada, send }
}

const logIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  server.call('POST', '/api/login', { body: { email, password }, headers })
const isLoggedIn = async (token: string) => (await server.call('GET', '/api/user', { token })).status === 200
const tokenOf = ({ body }: { body: unknown }) => (body as { token: string }).token

describe('sessions', () => {
  test('are listed with a device description, the current one marked; one of them can be ended', async () => {
    const ada = await person()
    const other = tokenOf(await logIn(ada.email, PASSWORD, { 'user-agent': FIREFOX }))
    const { body } = await ada.send('GET', '/api/sessions')
    const { items } = body as { items: { id: string; current: boolean; device: string }[] }
    expect(items).toHaveLength(2)
    expect(items.filter(({ current }) => current)).toHaveLength(1)
    const firefox = items.find(({ current }) => !current)!
    expect(firefox.device).toBe('Firefox on Windows')
    expect(JSON.stringify(body)).not.toContain(other)
    const boris = await person()
    expect((await boris.send('DELETE', `/api/sessions/${firefox.id}`)).status).toBe(404)
    expect(await isLoggedIn(other)).toBe(true)
    expect((await ada.send('DELETE', `/api/sessions/${firefox.id}`)).status).toBe(204)
    expect(await isLoggedIn(other)).toBe(false)
    expect(await isLoggedIn(ada.token)).toBe(true)
  })

  test('end everywhere at once, including here', async () => {
    const ada = await person()
    const other = tokenOf(await logIn(ada.email))
    const answer = await ada.send('DELETE', '/api/sessions')
    expect(answer.headers.get('set-cookie')).toMatch(/Max-Age=0/)
    expect([await isLoggedIn(other), await isLoggedIn(ada.token)]).toEqual([false, false])
  })

  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge on Mac'],
    ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', 'A program (curl)'],
    ['<script>', 'A program'],
    [null, 'A program'],
  ])('name the device of %s', (userAgent, words) => {
    expect(deviceWords(userAgent)).toBe(words)
  })
})

describe('changing the password', () => {
  test('needs the current one, ends the other sessions and sends a notice', async () => {
    const ada = await person()
    const other = tokenOf(await logIn(ada.email))
    const change = (currentPassword: string, password = NEW_PASSWORD) =>
      ada.send('PUT', '/api/password', { currentPassword, password })
    expect((await change('not mine at all')).body).toMatchObject({ code: 'wrong-password' })
    expect((await change(PASSWORD, 'Password12345')).body).toMatchObject({ code: 'password-too-common' })
    expect((await change(PASSWORD, 'short')).status).toBe(400)
    expect((await change(PASSWORD)).status).toBe(200)
    expect([await isLoggedIn(other), await isLoggedIn(ada.token)]).toEqual([false, true])
    expect((await logIn(ada.email)).status).toBe(401)
    expect((await logIn(ada.email, NEW_PASSWORD)).status).toBe(200)
    expect((await box.mail(ada.user.id, 'account-security')).what).toMatch(/password was changed/)
  })

  test('is throttled before a password is hashed', async () => {
    const ada = await person()
    const tries = await Promise.all(
      Array.from({ length: 12 }, () =>
        ada.send('PUT', '/api/password', { currentPassword: 'not mine at all', password: NEW_PASSWORD }),
      ),
    )
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})

describe('changing the email', () => {
  test('takes effect when the link sent to the new one is opened, and the old one is notified', async () => {
    const ada = await person()
    const email = `new-${ada.email}`
    const ask = (currentPassword: string, to = email) =>
      ada.send('POST', '/api/email-changes', { email: to, currentPassword })
    expect((await ask('not mine at all')).body).toMatchObject({ code: 'wrong-password' })
    expect((await ask(PASSWORD, ada.email)).body).toMatchObject({ code: 'same-address' })
    expect((await ask(PASSWORD)).status).toBe(202)
    await box.quiet()
    const mail = box.sent(ada.user.id, 'email-confirmation').at(-1)!
    expect(mail.to).toBe(email)
    expect((await ada.send('GET', '/api/profile')).body).toMatchObject({ pendingEmail: email })
    expect((await ada.send('GET', '/api/user')).body).toMatchObject({ email: ada.email })
    const body = { token: secretIn(mail) }
    expect((await server.call('POST', '/api/email-confirmations', { body })).status).toBe(200)
    expect((await ada.send('GET', '/api/user')).body).toMatchObject({ email, emailConfirmed: true })
    expect((await ada.send('GET', '/api/profile')).body).toMatchObject({ pendingEmail: null })
    expect((await logIn(ada.email)).status).toBe(401)
    expect((await logIn(email)).status).toBe(200)
    const notice = await box.mail(ada.user.id, 'account-security', 2)
    expect(notice.to).toBe(ada.email)
  })

  test('to someone else’s email has the same reply, and its owner is notified instead', async () => {
    const [ada, owner] = [await person(), await person()]
    const { status, body } = await ada.send('POST', '/api/email-changes', {
      email: owner.email,
      currentPassword: PASSWORD,
    })
    expect([status, body]).toEqual([202, { ok: true }])
    expect(await box.mail(owner.user.id, 'address-taken')).toMatchObject({ facts: { attempt: 'change' } })
    expect((await ada.send('GET', '/api/profile')).body).toMatchObject({ pendingEmail: null })
  })
})

const ADDRESS = {
  recipient: 'Ada Quist',
  company: '',
  street: 'Keizersgracht 12',
  extra: '',
  postcode: '1015 CX',
  city: 'Amsterdam',
  region: '',
  country: 'NL',
  forInvoices: true,
}

describe('the profile', () => {
  test('keeps ten addresses, one of them for invoices, and nobody else’s', async () => {
    const [ada, boris] = [await person(), await person()]
    const first = (await ada.send('POST', '/api/profile/addresses', ADDRESS)).body as { id: string }
    await ada.send('POST', '/api/profile/addresses', { ...ADDRESS, street: 'Herengracht 1' })
    const { body } = await ada.send('GET', '/api/profile')
    const { addresses } = body as { addresses: { street: string; forInvoices: boolean }[] }
    expect(addresses.map(({ street, forInvoices }) => [street, forInvoices])).toEqual([
      ['Keizersgracht 12', false],
      ['Herengracht 1', true],
    ])
    expect(await invoiceAddressOf(server.app.db, ada.user.id)).toMatchObject({ street: 'Herengracht 1' })
    const place = `/api/profile/addresses/${first.id}`
    expect((await boris.send('PUT', place, ADDRESS)).status).toBe(404)
    expect((await boris.send('DELETE', place)).status).toBe(404)
    expect((await ada.send('PUT', place, { ...ADDRESS, city: 'Utrecht' })).body).toMatchObject({ city: 'Utrecht' })
    expect((await ada.send('POST', '/api/profile/addresses', { ...ADDRESS, city: ' ' })).status).toBe(400)
    const post = () => ada.send('POST', '/api/profile/addresses', ADDRESS)
    const more = await Promise.all(Array.from({ length: 12 }, post))
    expect(more.filter(({ status }) => status === 201)).toHaveLength(8)
    expect(more.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too-many-addresses' })
    expect((await ada.send('DELETE', place)).status).toBe(204)
  })

  test('changes phone and country, but nothing that was verified or that we decide', async () => {
    const ada = await person()
    const body = { phone: '+49 30 555 0101', country: 'DE', name: 'Somebody Else', role: 'owner' }
    expect((await ada.send('PATCH', '/api/profile', body)).status).toBe(200)
    expect((await ada.send('GET', '/api/user')).body).toMatchObject({
      ...body,
      name: 'Ada Quist',
      role: 'member',
    })
  })
})

test('the data export contains what every feature registered and no secret, after the password was entered again', async () => {
  server.app.extensions.personalData.set('shoes', (_, accountId) => Promise.resolve({ ownedBy: accountId }))
  const ada = await person()
  const { secret } = await enrol(server, ada.token)
  await ada.send('POST', '/api/profile/addresses', ADDRESS)
  const take = (currentPassword: string) => ada.send('POST', '/api/profile/exports', { currentPassword })
  expect((await take('not mine at all')).status).toBe(409)
  const { headers, body } = await take(PASSWORD)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="paddock-${ada.user.paddle}.json"`)
  expect(body).toMatchObject({
    account: { email: ada.email, name: 'Ada Quist', terms_version: expect.any(String), addresses: [ADDRESS] },
    shoes: { ownedBy: ada.user.id },
  })
  for (const hidden of ['argon2', secret, ada.token, 'hash']) expect(JSON.stringify(body)).not.toContain(hidden)
})

describe('closing an account', () => {
  test('deletes the personal data and keeps the paddle; email and password no longer work', async () => {
    const ada = await person()
    await ada.send('POST', '/api/profile/addresses', ADDRESS)
    const close = (body: object) => ada.send('POST', '/api/account-closings', body)
    expect((await close({ currentPassword: 'not mine at all' })).body).toMatchObject({ code: 'wrong-password' })
    expect((await close({ currentPassword: PASSWORD })).status).toBe(200)
    expect(await isLoggedIn(ada.token)).toBe(false)
    expect((await logIn(ada.email)).status).toBe(401)
    const found = await server.app.pool.query<{ text: string; paddle: number }>(
      `select to_jsonb(a)::text || coalesce((select string_agg(to_jsonb(d)::text, '') from account_address d
         where account_id = $1), '') as text, paddle from account a where id = $1`,
      [ada.user.id],
    )
    expect(found.rows[0]?.paddle).toBe(ada.user.paddle)
    for (const personal of [ada.email, 'Quist', '555 0142', 'argon2', 'Keizersgracht'])
      expect(found.rows[0]?.text).not.toContain(personal)
    expect(await box.mail(ada.user.id, 'account-security')).toMatchObject({ to: ada.email })
    expect((await newcomer(server, { email: ada.email })).user.paddle).not.toBe(ada.user.paddle)
  })

  test('needs a code if there is a second factor', async () => {
    const ada = await person()
    const { secret } = await enrol(server, ada.token)
    const close = (proof?: object) => ada.send('POST', '/api/account-closings', { currentPassword: PASSWORD, ...proof })
    expect((await close()).body).toMatchObject({ code: 'code-required' })
    expect((await close({ code: '000000' })).body).toMatchObject({ code: 'wrong-code' })
    expect((await close({ code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('is refused with reasons while the person leads a lot or owes for one', async () => {
    const ada = await person()
    const { pool } = server.app
    const lot = await castLot(server.app)
    await pool.query(
      `update account set has_paid_membership_fee = true, verification_status = 'verified', email_confirmed_at = now(),
         has_address = true where id = $1`,
      [ada.user.id],
    )
    const bid = { bidId: crypto.randomUUID(), kind: 'firm', amount: 10_000 }
    expect((await ada.send('POST', `/api/lots/${lot.lotId}/bids`, bid)).status).toBe(200)
    const close = () => ada.send('POST', '/api/account-closings', { currentPassword: PASSWORD })
    expect(await close()).toMatchObject({
      status: 409,
      body: { code: 'account-in-use', details: { reasons: [expect.stringMatching(/lead a lot/)] } },
    })
    await pool.query('update standing set leader_id = null where lot_id = $1', [lot.lotId])
    await pool.query('insert into purchase_due (lot_id, bidder_id, amount) values ($1, $2, 100)', [
      lot.lotId,
      ada.user.id,
    ])
    expect((await close()).body).toMatchObject({ message: expect.stringMatching(/not paid yet/) })
    await pool.query('delete from purchase_due')
    const boots = (_: object, id: string) => Promise.resolve(id === ada.user.id ? 'Your boots are here.' : null)
    server.app.extensions.closingChecks.push(boots)
    expect((await close()).body).toMatchObject({ message: 'You can’t close your account yet. Your boots are here.' })
    expect(await isLoggedIn(ada.token)).toBe(true)
    server.app.extensions.closingChecks.pop()
    expect((await close()).status).toBe(200)
  })

  test('and bids at the same moment end in one of two ways: a bid that counts and an open account, or neither', async () => {
    for (let round = 0; round < 5; round++) {
      const ada = await person()
      const lot = await castLot(server.app)
      await server.app.pool.query(
        `update account set has_paid_membership_fee = true, verification_status = 'verified', email_confirmed_at = now(),
           has_address = true where id = $1`,
        [ada.user.id],
      )
      const bid = { bidId: crypto.randomUUID(), kind: 'firm', amount: 10_000 }
      const [closing] = await Promise.all([
        ada.send('POST', '/api/account-closings', { currentPassword: PASSWORD }),
        ada.send('POST', `/api/lots/${lot.lotId}/bids`, bid),
      ])
      const found = await server.app.pool.query<{ leads: boolean }>(
        `select leader_id is not null as leads from standing where lot_id = $1`,
        [lot.lotId],
      )
      expect(found.rows[0]?.leads).toBe(closing.status === 409)
    }
  })

  test('is not for staff', async () => {
    const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    const ada = await person()
    await server.app.pool.query(
      `update account set password_hash = (select password_hash from account where id = $1) where id = $2`,
      [ada.user.id, rita.id],
    )
    const answer = await server.call('POST', '/api/account-closings', {
      token: rita.token,
      body: { currentPassword: PASSWORD },
    })
    expect(answer.body).toMatchObject({ code: 'staff-account' })
  })
})
