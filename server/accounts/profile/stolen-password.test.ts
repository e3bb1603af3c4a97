import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestServer, type Reply, type TestServer } from '#test/harness/test-server.ts'
import { confirmNow, newcomer, openMailbox, PASSWORD, secretIn } from '../mailbox.test-support.ts'
import { hashPassword } from '../passwords/passwords.ts'

/** Someone who knows a person's password or reads their old mailbox, after and while the person replaces it. */

const NEW_PASSWORD = 'nine louder otters'

let server: TestServer
let box: ReturnType<typeof openMailbox>
let ada: Awaited<ReturnType<typeof newcomer>>

beforeAll(async () => {
  server = await openTestServer({ config: { demo: true } })
  box = openMailbox(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await newcomer(server)
  await confirmNow(server, ada.user.id)
})

const post = (path: string, body: object, token?: string) =>
  server.call('POST', path, { body, ...(token === undefined ? {} : { token }) })
const logIn = (password = PASSWORD) => post('/api/login', { email: ada.email, password })
const changePassword = (password = NEW_PASSWORD) =>
  server.call('PUT', '/api/password', { token: ada.token, body: { currentPassword: PASSWORD, password } })

async function resetPassword(): Promise<Reply> {
  await post('/api/password-reset-requests', { email: ada.email })
  const token = secretIn(await box.mail(ada.user.id, 'password-reset'))
  return post('/api/password-resets', { token, password: NEW_PASSWORD })
}

describe('a new email that was requested with the old password', () => {
  const ask = () => post('/api/email-changes', { email: `thief-${ada.email}`, currentPassword: PASSWORD }, ada.token)
  const links = () => box.sent(ada.user.id, 'email-confirmation').filter(({ to }) => to === `thief-${ada.email}`)

  test.each([
    ['changed', changePassword],
    ['reset', resetPassword],
  ])('can’t be confirmed once the password was %s', async (_, replace) => {
    expect((await ask()).status).toBe(202)
    await box.quiet()
    const [mail] = links()
    expect((await replace()).status).toBe(200)
    const opened = await post('/api/email-confirmations', { token: secretIn(mail!) })
    expect(opened).toMatchObject({ status: 409, body: { code: 'link-not-valid' } })
    expect((await logIn(NEW_PASSWORD)).body).toMatchObject({ user: { email: ada.email } })
  })

  test('is sent no link if the password is changed before the email goes out', async () => {
    const { app } = server
    const hash = await hashPassword(NEW_PASSWORD)
    const row = await holding(
      `update account set password_hash = $2, password_changed_at = clock_timestamp() where id = $1`,
      [ada.user.id, hash],
    )
    expect((await ask()).status).toBe(202)
    await row.commit()
    await app.outbox.drain()
    await box.quiet()
    expect(links()).toEqual([])
  })
})

describe('while the password is being replaced', () => {
  let row: Awaited<ReturnType<typeof holding>>

  beforeEach(async () => {
    row = await holding('update account set password_hash = $2 where id = $1', [
      ada.user.id,
      await hashPassword(NEW_PASSWORD),
    ])
  })

  test('the old one opens no session that outlives it', async () => {
    const opening = logIn()
    await row.commitOnceAwaitedBy(opening)
    expect(await opening).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } })
    expect((await logIn(NEW_PASSWORD)).status).toBe(200)
  })

  test('the old one sets no other', async () => {
    const changing = changePassword('three wooden geese')
    await row.commitOnceAwaitedBy(changing)
    expect(await changing).toMatchObject({ status: 409, body: { code: 'wrong-password' } })
    expect((await logIn(NEW_PASSWORD)).status).toBe(200)
  })
})

test('a sign-in without a code, while the second factor is turned on, opens no session', async () => {
  const row = await holding('update account set second_factor_since = clock_timestamp() where id = $1', [ada.user.id])
  const opening = logIn()
  await row.commitOnceAwaitedBy(opening)
  expect((await opening).status).toBe(401)
})

test('a reset link sent to an email that was replaced since sets no password, and doesn’t bring that email back', async () => {
  const email = `new-${ada.email}`
  await post('/api/password-reset-requests', { email: ada.email })
  const toOld = secretIn(await box.mail(ada.user.id, 'password-reset'))
  await post('/api/email-changes', { email, currentPassword: PASSWORD }, ada.token)
  await box.quiet()
  const toNew = box.sent(ada.user.id, 'email-confirmation').find(({ to }) => to === email)!
  expect((await post('/api/email-confirmations', { token: secretIn(toNew) })).status).toBe(200)
  const opened = await post('/api/password-resets', { token: toOld, password: NEW_PASSWORD })
  expect(opened).toMatchObject({ status: 409, body: { code: 'link-not-valid' } })
  expect((await post('/api/login', { email, password: PASSWORD })).body).toMatchObject({ user: { email } })
})

/** Runs a statement in a transaction that stays open. */
async function holding(statement: string, values: unknown[]) {
  const client: pg.PoolClient = await server.app.pool.connect()
  await client.query('begin')
  await client.query(statement, values)
  const commit = async () => {
    await client.query('commit')
    client.release()
  }
  return {
    commit,
    /** Commits as soon as a request waits for the transaction, or is answered without. */
    async commitOnceAwaitedBy(request: Promise<unknown>): Promise<void> {
      let isAnswered = false
      void request.then(() => (isAnswered = true))
      const waiting = 'select 1 from pg_locks where not granted'
      await expect.poll(async () => isAnswered || (await server.app.pool.query(waiting)).rowCount! > 0).toBe(true)
      await commit()
    },
  }
}
