import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})
afterAll(() => server.close())

const setRoles = (by: CastMember, whom: CastMember, roles: string[]) =>
  server.call('PUT', `/api/admin/staff/${whom.id}/roles`, {
    token: by.token,
    body: { roles, reason: 'A change on the team' },
  })
const suspend = (by: CastMember, whom: CastMember) =>
  server.call('PATCH', `/api/admin/accounts/${whom.id}`, {
    token: by.token,
    body: { accountStatus: 'suspended', reason: 'Left the company' },
  })
const status = async (who: CastMember, at: string) => (await server.call('GET', at, { token: who.token })).status

async function activeOwners(): Promise<number> {
  const found = await server.app.pool.query(`select 1 from account where role = 'owner' and account_status = 'active'`)
  return found.rows.length
}

describe('the roles of a colleague', () => {
  test('can be several, each opening its own pages, from the next request on', async () => {
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    expect(await status(kofi, '/api/admin/verifications')).toBe(403)
    expect(await setRoles(olga, kofi, ['cashier', 'reviewer'])).toMatchObject({
      status: 200,
      body: { roles: ['reviewer', 'cashier'] },
    })
    await expect.poll(() => status(kofi, '/api/admin/verifications')).toBe(200)
    expect(await status(kofi, '/api/admin/payments')).toBe(200)
    expect(await status(kofi, '/api/admin/questions')).toBe(403)
    await setRoles(olga, kofi, ['auctioneer'])
    await expect.poll(() => status(kofi, '/api/admin/verifications')).toBe(403)
    expect(await status(kofi, '/api/admin/questions')).toBe(200)
    const audited = await server.app.pool.query(
      `select before, after, reason from audit where action = 'change-roles' and subject_id = $1 order by id`,
      [kofi.id],
    )
    expect(audited.rows[0]).toEqual({
      before: { roles: ['cashier'] },
      after: { roles: ['reviewer', 'cashier'] },
      reason: 'A change on the team',
    })
  })

  test('are changed by owners with a fresh proof, never their own, and never those of a member', async () => {
    const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    expect((await setRoles(rita, rita, ['owner'])).status).toBe(403)
    expect((await setRoles(olga, olga, ['cashier'])).status).toBe(403)
    expect((await setRoles(olga, ada, ['cashier'])).status).toBe(404)
    const stale = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    await server.app.pool.query('update session set confirmed_at = null where account_id = $1', [stale.id])
    expect(await setRoles(stale, rita, ['cashier'])).toMatchObject({ status: 403, body: { code: 'factor-required' } })
  })
})

describe('the last owner', () => {
  test.each([
    ['demote', (by: CastMember, whom: CastMember) => setRoles(by, whom, ['cashier'])],
    ['end the access of', suspend],
  ])('stays when two owners %s each other at the same instant', async (_, change) => {
    for (let round = 0; round < 5; round += 1) {
      await server.app.pool.query(`update account set role = 'cashier' where role = 'owner'`)
      const [one, other] = [
        await castPerson(server.app.pool, { name: 'Olga', role: 'owner' }),
        await castPerson(server.app.pool, { name: 'Otto', role: 'owner' }),
      ]
      const answers = await Promise.all([change(one, other), change(other, one)])
      expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
        200,
        expect.toBeOneOf([401, 403]),
      ])
      expect(await activeOwners()).toBe(1)
    }
  })
})

describe('an owner helps a colleague', () => {
  test('by ending one session, or emailing a link to choose a new password', async () => {
    const owner = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    const { rows } = await server.app.pool.query<{ id: string }>('select id from session where account_id = $1', [
      kofi.id,
    ])
    const at = `/api/admin/accounts/${kofi.id}`
    const session = `${at}/sessions/${rows[0]!.id}`
    expect((await server.call('DELETE', session, { token: rita.token })).status).toBe(403)
    expect((await server.call('DELETE', session, { token: owner.token })).status).toBe(200)
    await expect.poll(() => status(kofi, '/api/user')).toBe(401)
    expect((await server.call('DELETE', session, { token: owner.token })).status).toBe(404)
    const body = { reason: 'Forgot it' }
    expect((await server.call('POST', `${at}/password-resets`, { token: owner.token, body })).status).toBe(200)
    await server.app.outbox.drain()
    const link = await server.app.pool.query(`select 1 from account_link where account_id = $1 and purpose = $2`, [
      kofi.id,
      'reset-password',
    ])
    expect(link.rows).toHaveLength(1)
  })
})
