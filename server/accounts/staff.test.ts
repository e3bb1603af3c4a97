import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type Reply, type TestServer } from '#test/harness/test-server.ts'
import { createStaff } from './staff/create-staff.ts'

let server: TestServer
let olga: CastMember
let rita: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
})
afterAll(() => server.close())

function user({ token }: CastMember): Promise<Reply> {
  return server.call('GET', '/api/user', { token })
}

describe('staff', () => {
  test('search people by name, email or paddle, page by page; members and visitors cannot', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Zuzanna 100% Quist' })
    const find = async (q: string) => {
      const { body } = await server.call('GET', `/api/admin/accounts?q=${encodeURIComponent(q)}`, { token: rita.token })
      return (body as { items: { id: string }[] }).items.map(({ id }) => id)
    }
    expect(await find('zuzanna')).toEqual([ada.id])
    expect(await find('0% q')).toEqual([ada.id])
    expect(await find(String(ada.paddle))).toContain(ada.id)
    expect((await server.call('GET', '/api/admin/accounts', { token: ada.token })).status).toBe(403)
    expect((await server.call('GET', '/api/admin/accounts')).status).toBe(401)
    expect((await server.call('GET', '/api/admin/accounts?after=x', { token: rita.token })).status).toBe(400)
  })

  test('suspend with a reason: every session ends at once, and the action is audited', async () => {
    const sven = await castPerson(server.app.pool, { name: 'Sven' })
    expect((await user(sven)).status).toBe(200)
    const body = { accountStatus: 'suspended', reason: 'Unpaid lots' }
    const path = `/api/admin/accounts/${sven.id}`
    expect(await server.call('PATCH', path, { token: rita.token, body })).toMatchObject({
      status: 200,
      body: { id: sven.id, accountStatus: 'suspended' },
    })
    expect((await user(sven)).status).toBe(401)
    const found = await server.app.pool.query(
      `select actor_id, action, reason, before ->> 'accountStatus' as before, after ->> 'accountStatus' as after
       from audit where subject_id = $1`,
      [sven.id],
    )
    expect(found.rows).toEqual([
      { actor_id: rita.id, action: 'change-account', reason: 'Unpaid lots', before: 'active', after: 'suspended' },
    ])
  })

  test('set and lift a bidding limit, never a role or a password', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    const change = (own: object) =>
      server.call('PATCH', `/api/admin/accounts/${ada.id}`, { token: rita.token, body: { reason: 'Checked', ...own } })
    expect((await change({ biddingLimit: 500_000, role: 'owner', passwordHash: 'x' })).body).toMatchObject({
      biddingLimit: 500_000,
      role: 'member',
    })
    expect((await user(ada)).body).toMatchObject({ biddingLimit: 500_000 })
    expect((await change({ biddingLimit: null })).body).toMatchObject({ biddingLimit: null })
    expect((await change({ biddingLimit: -1 })).status).toBe(400)
    expect((await change({ reason: ' ' })).status).toBe(400)
  })

  test('cannot change themselves, and only the owner changes staff', async () => {
    const body = { accountStatus: 'suspended', reason: 'Trying it out' }
    const change = (by: CastMember, whom: CastMember) =>
      server.call('PATCH', `/api/admin/accounts/${whom.id}`, { token: by.token, body })
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    expect((await change(rita, rita)).status).toBe(403)
    expect((await change(rita, olga)).status).toBe(403)
    expect((await change(kofi, rita)).status).toBe(403)
    expect((await change(olga, kofi)).status).toBe(200)
    expect((await change(olga, { ...kofi, id: crypto.randomUUID() })).status).toBe(404)
  })

  test('are created with a password that is shown once, and sign in with it', async () => {
    const created = await createStaff(server.app, {
      email: 'Aukje@company.example',
      name: 'Aukje',
      roles: ['auctioneer'],
    })
    const body = { email: 'aukje@company.example', password: created?.password }
    expect(await server.call('POST', '/api/login', { body })).toMatchObject({
      status: 200,
      body: { user: { role: 'auctioneer' } },
    })
    expect(await createStaff(server.app, { email: 'aukje@company.example', name: 'A', roles: ['owner'] })).toBeNull()
  })
})
