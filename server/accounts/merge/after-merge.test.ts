import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { exportData } from '../profile/export-data.ts'
import { openMergeDesk, type MergeDesk } from './merge.test-support.ts'

const PASSWORD = 'a saddle for the road'

let server: TestServer
let desk: MergeDesk
let ada: CastMember
let second: CastMember

beforeAll(async () => {
  desk = await openMergeDesk()
  ;({ server } = desk)
})
afterAll(() => server.close())
beforeEach(async () => {
  ;[ada, second] = await desk.castAdaTwice()
})

describe('after a merge', () => {
  const logIn = (email: string, password = PASSWORD) => server.call('POST', '/api/login', { body: { email, password } })

  beforeEach(async () => {
    await server.app.pool.query('update account set password_hash = $2 where id = $1', [
      second.id,
      await hashPassword(PASSWORD),
    ])
    await desk.merge(ada, second)
  })

  test('signing in with the old email and the right password says where to sign in; a wrong one says nothing', async () => {
    expect(await logIn(second.email)).toMatchObject({
      status: 401,
      body: {
        code: 'account-merged',
        message: expect.stringContaining(`a…@demo.paddock.example. Sign in with that email.`),
      },
    })
    expect(await logIn(second.email, 'another one')).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } })
  })

  test('a password link asked for the old address explains the merge there and opens nothing', async () => {
    await server.call('POST', '/api/password-reset-requests', { body: { email: second.email } })
    await server.app.outbox.drain()
    await expect
      .poll(() => desk.notices.filter(({ to }) => to === second.email).map(({ facts }) => JSON.stringify(facts)))
      .toContainEqual(expect.stringContaining('was merged into your account'))
    expect(await desk.rows('select 1 from account_link where account_id = $1', second.id)).toEqual([])
  })

  test('no stranger can confirm the old address, and the person can', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris', emailConfirmed: false })
    await server.app.pool.query('update account set email = $2 where id = $1', [boris.id, second.email])
    await server.call('POST', '/api/email-confirmation-requests', { token: boris.token, body: { email: second.email } })
    await server.app.outbox.drain()
    await expect
      .poll(() => desk.notices.filter(({ kind, accountId }) => kind === 'address-taken' && accountId === ada.id))
      .toHaveLength(1)
    expect(await desk.rows('select 1 from account_link where account_id = $1', boris.id)).toEqual([])
    await server.app.pool.query('update account set password_hash = $2 where id = $1', [
      ada.id,
      await hashPassword(PASSWORD),
    ])
    const change = { email: second.email, currentPassword: PASSWORD }
    const asked = await server.call('POST', '/api/email-changes', { token: ada.token, body: change })
    expect(asked.status).toBe(202)
    await server.app.outbox.drain()
    const links = () =>
      desk.notices.filter(
        ({ kind, accountId, to }) => kind === 'email-confirmation' && accountId === ada.id && to === second.email,
      )
    await expect.poll(links).toHaveLength(1)
    const { link } = links()[0]!.facts as { link: string }
    const token = link.slice(link.indexOf('=') + 1)
    const confirmed = await server.call('POST', '/api/email-confirmations', { body: { token } })
    expect(confirmed).toMatchObject({ status: 200, body: { email: second.email } })
  })

  test('closing the account that stays deletes the data of both, and its export has both', async () => {
    expect(await exportData(server.app, ada.id)).toMatchObject({ mergedAccounts: [{ account: { id: second.id } }] })
    await server.app.pool.query('update account set password_hash = $2 where id = $1', [
      ada.id,
      await hashPassword(PASSWORD),
    ])
    const body = { currentPassword: PASSWORD }
    const closed = await server.call('POST', '/api/account-closings', { token: ada.token, body })
    expect(closed.status).toBe(200)
    const left = await desk.rows<{ name: string; email: string }>(
      'select name, email from account where id = any($1)',
      [ada.id, second.id],
    )
    expect(left.every(({ name, email }) => name === 'Closed account' && email.endsWith('@closed.invalid'))).toBe(true)
  })
})
