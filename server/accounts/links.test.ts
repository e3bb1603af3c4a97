import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type Reply, type TestServer } from '#test/harness/test-server.ts'
import { mailAddressOf } from './log-in/mail-address.ts'
import { confirmNow, newcomer, openMailbox, PASSWORD, secretIn } from './mailbox.test-support.ts'

const NEW_PASSWORD = 'nine louder otters'

let server: TestServer
let box: ReturnType<typeof openMailbox>

beforeAll(async () => {
  server = await openTestServer({ config: { demo: true } })
  box = openMailbox(server)
})
afterAll(() => server.close())

const post = (path: string, body: object, token?: string) =>
  server.call('POST', path, { body, ...(token === undefined ? {} : { token }) })
const confirm = (token: string) => post('/api/email-confirmations', { token })
const reset = (token: string, password = NEW_PASSWORD) => post('/api/password-resets', { token, password })
const logIn = (email: string, password = PASSWORD) => post('/api/login', { email, password })
const isConfirmed = async (token: string) =>
  ((await server.call('GET', '/api/user', { token })).body as { emailConfirmed: boolean }).emailConfirmed

/** Everything of an answer that another could differ in, but for what is new each time. */
function shape({ status, headers, body }: Reply) {
  const values = JSON.stringify(body, (key, value: unknown) =>
    ['id', 'token', 'paddle', 'referralCode', 'createdAt', 'requestId', 'email'].includes(key) ? typeof value : value,
  )
  return [status, values, [...headers.keys()].toSorted().filter((name) => name !== 'date')]
}

async function confirmed(email?: string) {
  const person = await newcomer(server, email === undefined ? {} : { email })
  await confirmNow(server, person.user.id)
  return person
}

describe('the email confirmation link', () => {
  test('is emailed at registration, and works once and only until it expires', async () => {
    const ada = await newcomer(server)
    expect(ada.user.emailConfirmed).toBe(false)
    const mail = await box.mail(ada.user.id, 'email-confirmation')
    expect(mail.to).toBe(ada.email)
    expect(await confirm(secretIn(mail))).toMatchObject({ status: 200, body: { email: ada.email } })
    expect(await isConfirmed(ada.token)).toBe(true)
    expect(await confirm(secretIn(mail))).toMatchObject({ status: 409, body: { code: 'link-not-valid' } })

    const boris = await newcomer(server)
    const late = await box.mail(boris.user.id, 'email-confirmation')
    await server.app.pool.query(`update account_link set expires_at = now() where account_id = $1`, [boris.user.id])
    expect((await confirm(secretIn(late))).status).toBe(409)
    expect(await isConfirmed(boris.token)).toBe(false)
  })

  test('is stored nowhere: the database has a hash, and the outbox an encrypted copy', async () => {
    const ada = await newcomer(server)
    const secret = secretIn(await box.mail(ada.user.id, 'email-confirmation'))
    const kept = await server.app.pool.query(
      `select to_jsonb(l)::text as text from account_link l union all select to_jsonb(o)::text from outbox o`,
    )
    expect(JSON.stringify(kept.rows)).not.toContain(secret)
    expect(JSON.stringify(kept.rows)).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  })

  test('is resent at most once a minute, and the reply is the same for everyone', async () => {
    const ada = await newcomer(server)
    await box.mail(ada.user.id, 'email-confirmation')
    const known = await post('/api/email-confirmation-requests', { email: ada.email })
    const nobody = await post('/api/email-confirmation-requests', { email: 'nobody@demo.paddock.example' })
    expect(shape(known)).toEqual(shape(nobody))
    expect(known.status).toBe(202)
    await box.quiet()
    expect(box.sent(ada.user.id, 'email-confirmation')).toHaveLength(1)
    await server.app.pool.query(`update account_link set created_at = created_at - interval '2 minutes'`)
    await post('/api/email-confirmation-requests', { email: ada.email }, ada.token)
    await box.mail(ada.user.id, 'email-confirmation', 2)
  })

  test('is throttled when requested repeatedly for one email, known or not', async () => {
    for (const email of [(await newcomer(server)).email, 'nobody-2@demo.paddock.example']) {
      const statuses = []
      for (let n = 0; n < 4; n++) statuses.push((await post('/api/password-reset-requests', { email })).status)
      expect(statuses).toEqual([202, 202, 202, 429])
    }
  })

  test('of two people who claim one email, only the one who opens the link gets it', async () => {
    const email = 'claimed@demo.paddock.example'
    const [first, second] = [await newcomer(server, { email }), await newcomer(server, { email })]
    const firstMail = await box.mail(first.user.id, 'email-confirmation')
    const secondMail = await box.mail(second.user.id, 'email-confirmation')
    const answers = await Promise.all([confirm(secretIn(firstMail)), confirm(secretIn(secondMail))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const owners = await server.app.pool.query(
      'select 1 from account where email = $1 and email_confirmed_at is not null',
      [email],
    )
    expect(owners.rowCount).toBe(1)
  })

  test('if others register the email again, the first person can still sign in; only the one who opens the link gets the email', async () => {
    const email = 'again@demo.paddock.example'
    const again = (password: string) =>
      post('/api/register', {
        email: email.toUpperCase(),
        password,
        name: 'Ada Quist',
        phone: '+31 20 555 0142',
        country: 'NL',
        acceptTerms: true,
      })
    const first = await newcomer(server, { email })
    const others = [await again('the second one comes'), await again('the third one comes')]
    expect(others.map(({ status }) => status)).toEqual([201, 201])
    const userOf = ({ body }: { body: unknown }) => (body as { user: { id: string } }).user.id
    expect(userOf(await logIn(email))).toBe(first.user.id)
    expect(userOf(await logIn(email, 'the third one comes'))).toBe(userOf(others[1]!))
    const mail = await box.mail(userOf(others[1]!), 'email-confirmation')
    expect((await confirm(secretIn(mail))).status).toBe(200)
    expect((await logIn(email)).status).toBe(401)
    expect((await server.call('GET', '/api/user', { token: first.token })).status).toBe(401)
    const { rows } = await server.app.pool.query('select id from account where email = $1', [email])
    expect(rows).toEqual([{ id: userOf(others[1]!) }])
  })
})

describe('before the email is confirmed', () => {
  const pay = (token: string) =>
    server.call('POST', '/api/payments', {
      token,
      body: { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' },
    })

  test('nothing can be paid, so registering an email that has an account never creates a second member', async () => {
    const boris = await confirmed()
    const second = await newcomer(server, { email: boris.email })
    expect(await pay(second.token)).toMatchObject({ status: 409, body: { code: 'email-not-confirmed' } })
    expect((await pay(boris.token)).status).toBe(201)
    const { rows } = await server.app.pool.query('select id from payment where account_id = $1', [second.user.id])
    expect(rows).toEqual([])
  })
})

describe('staff', () => {
  const reviewer = () => castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
  const at = (id: string, what: string) => `/api/admin/accounts/${id}/${what}`

  test('correct an email: both addresses are notified, and the new one must be confirmed before it counts', async () => {
    const rita = await reviewer()
    const ada = await confirmed()
    const email = `right-${ada.email}`
    const body = { email, reason: 'Mistyped at registration' }
    const changed = await server.call('PUT', at(ada.user.id, 'email'), { token: rita.token, body })
    expect(changed).toMatchObject({ status: 200, body: { email } })
    expect(await isConfirmed(ada.token)).toBe(false)
    expect(await box.mail(ada.user.id, 'account-security')).toMatchObject({ to: ada.email })
    const mail = await box.mail(ada.user.id, 'email-confirmation')
    expect(mail.to).toBe(email)
    expect((await confirm(secretIn(mail))).status).toBe(200)
    expect(await isConfirmed(ada.token)).toBe(true)
    const { rows } = await server.app.pool.query(
      `select before, after, reason from audit where action = 'correct-email'`,
    )
    const masked = { email: expect.stringMatching(/^.…@/) as string }
    expect(rows).toEqual([{ before: masked, after: masked, reason: body.reason }])
  })

  test('cannot set an email that has an account, or the current one', async () => {
    const rita = await reviewer()
    const [ada, boris] = [await confirmed(), await confirmed()]
    const change = (email: string) =>
      server.call('PUT', at(ada.user.id, 'email'), { token: rita.token, body: { email, reason: 'A test' } })
    expect(await change(boris.email)).toMatchObject({ status: 409, body: { code: 'address-taken' } })
    expect(await change(ada.email)).toMatchObject({ status: 409, body: { code: 'same-address' } })
  })

  test('resend the confirmation, but not to someone who is confirmed', async () => {
    const rita = await reviewer()
    const ada = await newcomer(server)
    await box.mail(ada.user.id, 'email-confirmation')
    await server.app.pool.query(`update account_link set created_at = created_at - interval '2 minutes'`)
    const resend = () =>
      server.call('POST', at(ada.user.id, 'confirmations'), { token: rita.token, body: { reason: 'Asked by phone' } })
    expect((await resend()).status).toBe(200)
    await box.mail(ada.user.id, 'email-confirmation', 2)
    await confirmNow(server, ada.user.id)
    expect(await resend()).toMatchObject({ status: 409, body: { code: 'already-confirmed' } })
  })
})

test('bid and invoice emails only go to a confirmed address, and never to a former one', async () => {
  const ada = await newcomer(server)
  const to = (kind: 'outbid' | 'account-security', other: string | null = null) =>
    mailAddressOf(server.app.db, ada.user.id, kind, other)
  expect(await to('outbid')).toBeNull()
  expect(await to('account-security')).toMatchObject({ address: ada.email })
  await confirmNow(server, ada.user.id)
  expect(await to('outbid')).toEqual({ name: 'Ada Quist', address: ada.email })
  expect(await to('account-security', 'old@demo.paddock.example')).toMatchObject({
    address: 'old@demo.paddock.example',
  })
  await server.call('POST', '/api/account-closings', { token: ada.token, body: { currentPassword: PASSWORD } })
  expect(await to('account-security')).toBeNull()
})

describe('nobody learns whether an email has an account', () => {
  test('by registering: the reply is the same, a session works, and the owner is notified instead', async () => {
    const owner = await confirmed()
    const stranger = await newcomer(server, { email: owner.email.toUpperCase() })
    const other = await newcomer(server)
    expect(shape(stranger.reply)).toEqual(shape(other.reply))
    expect((await server.call('GET', '/api/user', { token: stranger.token })).status).toBe(200)
    expect(await box.mail(owner.user.id, 'address-taken')).toMatchObject({ facts: { attempt: 'register' } })
    await box.quiet()
    expect(box.sent(stranger.user.id, 'email-confirmation')).toHaveLength(0)
    expect(shape(await post('/api/email-confirmation-requests', { email: owner.email }, stranger.token))).toEqual(
      shape(await post('/api/email-confirmation-requests', { email: other.email }, other.token)),
    )
  })

  test('by signing in after that: the stranger gets into the account they opened, the owner into their own', async () => {
    const owner = await confirmed()
    await server.call('POST', '/api/register', {
      body: {
        email: owner.email,
        password: 'the stranger waits',
        name: 'Somebody',
        phone: '+1 555 0100',
        country: 'US',
        acceptTerms: true,
      },
    })
    const [asOwner, asStranger] = [await logIn(owner.email), await logIn(owner.email, 'the stranger waits')]
    expect(asOwner.body).toMatchObject({ user: { id: owner.user.id } })
    expect(asStranger.status).toBe(200)
    expect((asStranger.body as { user: { id: string } }).user.id).not.toBe(owner.user.id)
  })

  test('by asking for a new password: the reply is the same without a lookup', async () => {
    const owner = await confirmed()
    const known = await post('/api/password-reset-requests', { email: owner.email })
    expect(shape(known)).toEqual(
      shape(await post('/api/password-reset-requests', { email: 'no@demo.paddock.example' })),
    )
    expect(await box.mail(owner.user.id, 'password-reset')).toBeDefined()
  })
})

describe('a password reset by link', () => {
  async function resetLink() {
    const ada = await confirmed()
    await post('/api/password-reset-requests', { email: ada.email })
    return { ada, secret: secretIn(await box.mail(ada.user.id, 'password-reset')) }
  }

  test('ends every session, sends a notice, and replaces the old password', async () => {
    const { ada, secret } = await resetLink()
    expect(await reset(secret)).toMatchObject({ status: 200, body: { email: ada.email } })
    expect((await server.call('GET', '/api/user', { token: ada.token })).status).toBe(401)
    expect((await logIn(ada.email)).status).toBe(401)
    expect((await logIn(ada.email, NEW_PASSWORD)).status).toBe(200)
    expect((await box.mail(ada.user.id, 'account-security')).what).toMatch(/password/)
  })

  test('works once, even if the link is used eight times at the same moment', async () => {
    const { ada, secret } = await resetLink()
    const passwords = Array.from({ length: 8 }, (_, n) => `${NEW_PASSWORD} number ${n}`)
    const answers = await Promise.all(passwords.map((password) => reset(secret, password)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]
    expect((await logIn(ada.email, winner)).status).toBe(200)
  })

  test('refuses a common password, and the link still works', async () => {
    const { secret } = await resetLink()
    expect(await reset(secret, 'Password12345')).toMatchObject({ status: 409, body: { code: 'password-too-common' } })
    expect((await reset(secret)).status).toBe(200)
  })

  test('needs the right kind of link: a confirmation link or a made-up one is refused', async () => {
    const ada = await newcomer(server)
    const secret = secretIn(await box.mail(ada.user.id, 'email-confirmation'))
    for (const wrong of [secret, 'A'.repeat(43)])
      expect(await reset(wrong)).toMatchObject({ status: 409, body: { code: 'link-not-valid' } })
    expect((await reset('short')).status).toBe(400)
    expect((await confirm(secret)).status).toBe(200)
  })

  test('also confirms an unconfirmed email', async () => {
    const ada = await newcomer(server)
    await post('/api/password-reset-requests', { email: ada.email })
    expect((await reset(secretIn(await box.mail(ada.user.id, 'password-reset')))).status).toBe(200)
    const { body } = await logIn(ada.email, NEW_PASSWORD)
    expect(body).toMatchObject({ user: { id: ada.user.id, emailConfirmed: true } })
  })
})
