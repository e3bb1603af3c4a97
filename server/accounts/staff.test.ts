import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type Reply, type TestHouse } from '#test/harness/house.ts'
import { createStaff } from './staff/create-staff.ts'

let house: TestHouse
let olga: CastMember
let rita: CastMember

beforeAll(async () => {
  house = await openHouse()
  olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
  rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
})
afterAll(() => house.close())

function user({ token }: CastMember): Promise<Reply> {
  return house.call('GET', '/api/user', { token })
}

describe('staff', () => {
  test('find people by name, address or paddle, page by page; members and visitors do not', async () => {
    const ada = await castPerson(house.house.pool, { name: 'Zuzanna 100% Quist' })
    const find = async (q: string) => {
      const { body } = await house.call('GET', `/api/admin/accounts?q=${encodeURIComponent(q)}`, { token: rita.token })
      return (body as { items: { id: string }[] }).items.map(({ id }) => id)
    }
    expect(await find('zuzanna')).toEqual([ada.id])
    expect(await find('0% q')).toEqual([ada.id])
    expect(await find(String(ada.paddle))).toContain(ada.id)
    expect((await house.call('GET', '/api/admin/accounts', { token: ada.token })).status).toBe(403)
    expect((await house.call('GET', '/api/admin/accounts')).status).toBe(401)
    expect((await house.call('GET', '/api/admin/accounts?page=x', { token: rita.token })).status).toBe(400)
  })

  test('suspend with a reason: every session ends at once, and the act is audited', async () => {
    const sven = await castPerson(house.house.pool, { name: 'Sven' })
    expect((await user(sven)).status).toBe(200)
    const body = { accountStatus: 'suspended', reason: 'Unpaid lots' }
    const path = `/api/admin/accounts/${sven.id}`
    expect(await house.call('PATCH', path, { token: rita.token, body })).toMatchObject({
      status: 200,
      body: { id: sven.id, accountStatus: 'suspended' },
    })
    expect((await user(sven)).status).toBe(401)
    const found = await house.house.pool.query(
      `select actor_id, act, reason, before ->> 'accountStatus' as before, after ->> 'accountStatus' as after
       from audit where subject_id = $1`,
      [sven.id],
    )
    expect(found.rows).toEqual([
      { actor_id: rita.id, act: 'change-account', reason: 'Unpaid lots', before: 'active', after: 'suspended' },
    ])
  })

  test('set and lift a bidding limit, never a role or a password', async () => {
    const ada = await castPerson(house.house.pool, { name: 'Ada' })
    const change = (own: object) =>
      house.call('PATCH', `/api/admin/accounts/${ada.id}`, { token: rita.token, body: { reason: 'Checked', ...own } })
    expect((await change({ biddingLimit: 500_000, role: 'owner', passwordHash: 'x' })).body).toMatchObject({
      biddingLimit: 500_000,
      role: 'member',
    })
    expect((await user(ada)).body).toMatchObject({ biddingLimit: 500_000 })
    expect((await change({ biddingLimit: null })).body).toMatchObject({ biddingLimit: null })
    expect((await change({ biddingLimit: -1 })).status).toBe(400)
    expect((await change({ reason: ' ' })).status).toBe(400)
  })

  test('do not change themselves, and only the owner changes staff', async () => {
    const body = { accountStatus: 'suspended', reason: 'Trying it out' }
    const change = (by: CastMember, whom: CastMember) =>
      house.call('PATCH', `/api/admin/accounts/${whom.id}`, { token: by.token, body })
    const kofi = await castPerson(house.house.pool, { name: 'Kofi', role: 'cashier' })
    expect((await change(rita, rita)).status).toBe(403)
    expect((await change(rita, olga)).status).toBe(403)
    expect((await change(kofi, rita)).status).toBe(403)
    expect((await change(olga, kofi)).status).toBe(200)
    expect((await change(olga, { ...kofi, id: crypto.randomUUID() })).status).toBe(404)
  })

  test('are created with a password that is told once, and log in with it', async () => {
    const created = await createStaff(house.house, { email: 'Aukje@house.example', name: 'Aukje', role: 'auctioneer' })
    const body = { email: 'aukje@house.example', password: created?.password }
    expect(await house.call('POST', '/api/login', { body })).toMatchObject({
      status: 200,
      body: { user: { role: 'auctioneer' } },
    })
    expect(await createStaff(house.house, { email: 'aukje@house.example', name: 'A', role: 'owner' })).toBeNull()
  })
})
