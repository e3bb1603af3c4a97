import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffMember } from '#contract/accounts/staff.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { noticeOf } from '#server/platform/notice.ts'
import { createOwner } from '../staff/create-owner.ts'
import { makeSetUpLink } from './set-up-link.ts'

const PASSWORD = 'a lighthouse in the fog'
const NOT_VALID = { status: 409, body: { code: 'link-not-valid' } }

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const secretIn = (link: string) => link.split('=')[1]!
const accept = (token: string, own: object = {}) =>
  server.call('POST', '/api/staff-link-acceptances', {
    body: { token, name: 'Olga Marin', password: PASSWORD, ...own },
  })
const read = (token: string) => server.call('POST', '/api/staff-link-readings', { body: { token } })

describe('the set-up link', () => {
  test('creates the first owner, who chooses name, email and password, and works once, of all that were printed', async () => {
    const links = [await makeSetUpLink(server.app), await makeSetUpLink(server.app)].map((link) => secretIn(link!))
    const { rows } = await server.app.pool.query<{ text: string }>('select staff_link::text as text from staff_link')
    expect(links.filter((secret) => rows.some(({ text }) => text.includes(secret)))).toEqual([])
    expect(await read(links[0]!)).toMatchObject({
      status: 200,
      body: { kind: 'set-up', email: null, roles: ['owner'] },
    })
    expect(await accept(links[0]!)).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'email' }] } } })
    const email = 'olga@company.example'
    expect(await accept(links[0]!, { email, password: 'password12345' })).toMatchObject({
      status: 409,
      body: { code: 'password-too-common' },
    })
    const answers = await Promise.all(
      links.map((secret, index) => accept(secret, { email: index === 0 ? email : `other.${email}` })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const made = answers.find(({ status }) => status === 201)!
    expect(made.body).toMatchObject({ user: { role: 'owner', name: 'Olga Marin', secondFactor: 'due' } })
    for (const secret of links) {
      expect(await read(secret)).toMatchObject(NOT_VALID)
      expect(await accept(secret, { email: 'third@company.example' })).toMatchObject(NOT_VALID)
    }
    const owners = await server.app.pool.query(`select 1 from account where role = 'owner'`)
    expect(owners.rows).toHaveLength(1)
    const { token } = made.body as { token: string }
    expect(await server.call('GET', '/api/admin/staff', { token })).toMatchObject({
      status: 403,
      body: { code: 'second-factor-required' },
    })
  })

  test('is not made where there is an owner, and dies when the command creates one', async () => {
    expect(await makeSetUpLink(server.app)).toBeNull()
    const empty = await openTestServer()
    try {
      const secret = secretIn((await makeSetUpLink(empty.app))!)
      expect(await createOwner(empty.app, { email: 'a@company.example', name: 'Anna', password: PASSWORD })).toBeNull()
      const body = { token: secret, name: 'Eve', email: 'eve@company.example', password: PASSWORD }
      expect(await empty.call('POST', '/api/staff-link-acceptances', { body })).toMatchObject(NOT_VALID)
      expect(await empty.call('POST', '/api/staff-link-readings', { body: { token: secret } })).toMatchObject(NOT_VALID)
    } finally {
      await empty.close()
    }
  })

  test('expires', async () => {
    const empty = await openTestServer()
    try {
      const token = secretIn((await makeSetUpLink(empty.app))!)
      await empty.app.pool.query(`update staff_link set expires_at = clock_timestamp() - interval '1 second'`)
      const body = { token, name: 'Eve', email: 'eve@company.example', password: PASSWORD }
      expect(await empty.call('POST', '/api/staff-link-acceptances', { body })).toMatchObject(NOT_VALID)
    } finally {
      await empty.close()
    }
  })
})

describe('an invitation', () => {
  let olga: CastMember

  beforeAll(async () => {
    olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  })

  const invite = (email: string, roles: string[], by = olga) =>
    server.call('POST', '/api/admin/staff-invitations', { token: by.token, body: { email, roles } })
  const team = async (query: string) =>
    ((await server.call('GET', `/api/admin/staff?${query}`, { token: olga.token })).body as { items: StaffMember[] })
      .items

  /** The secrets that were emailed to an address, oldest first. */
  async function emailed(address: string): Promise<string[]> {
    const { rows } = await server.app.pool.query<{ sealed: string }>(
      `select encode(sealed, 'base64') as sealed from notification where kind = 'staff-invitation' order by id`,
    )
    return rows
      .map((row) => noticeOf(server.app, row) as { facts: { link?: string }; to: string | null })
      .filter(({ to }) => to === address)
      .map(({ facts }) => secretIn(facts.link!))
  }

  async function invited(email: string, roles: string[], by = olga): Promise<{ id: string; secret: string }> {
    const { status, body } = await invite(email, roles, by)
    expect(status).toBe(201)
    await server.app.outbox.drain()
    await expect.poll(() => emailed(email)).toHaveLength(1)
    return { id: (body as { id: string }).id, secret: (await emailed(email))[0]! }
  }

  test('is emailed, shows on the list, and makes a colleague with its roles who must set up a second factor', async () => {
    const { secret } = await invited('kofi@company.example', ['cashier', 'reviewer'])
    expect(await team('state=invited&q=kofi')).toMatchObject([
      { name: null, email: 'kofi@company.example', roles: ['reviewer', 'cashier'], state: 'invited' },
    ])
    expect(await read(secret)).toMatchObject({ body: { kind: 'invitation', email: 'kofi@company.example' } })
    const joined = await accept(secret, { name: 'Kofi Mensah', email: 'someone.else@company.example' })
    expect(joined).toMatchObject({
      status: 201,
      body: {
        user: {
          email: 'kofi@company.example',
          emailConfirmed: true,
          role: 'reviewer',
          moreRoles: ['cashier'],
          secondFactor: 'due',
        },
      },
    })
    expect(await accept(secret)).toMatchObject(NOT_VALID)
    expect(await team('q=kofi')).toMatchObject([{ name: 'Kofi Mensah', state: 'active', sessions: 1 }])
    const audited = await server.app.pool.query(
      `select action, after from audit where action in ('invite-staff', 'create-staff')
       and (after ->> 'email' = $1 or subject_id = $2) order by id`,
      ['kofi@company.example', (joined.body as { user: { id: string } }).user.id],
    )
    expect(audited.rows).toEqual([
      { action: 'invite-staff', after: { email: 'kofi@company.example', roles: ['reviewer', 'cashier'] } },
      { action: 'create-staff', after: { roles: ['reviewer', 'cashier'] } },
    ])
  })

  test('sent again has a new link, and the old one stops working', async () => {
    const { id, secret } = await invited('rita@company.example', ['reviewer'])
    const at = `/api/admin/staff-invitations/${id}/sendings`
    expect((await server.call('POST', at, { token: olga.token })).status).toBe(200)
    await server.app.outbox.drain()
    await expect.poll(() => emailed('rita@company.example')).toHaveLength(2)
    expect(await accept(secret)).toMatchObject(NOT_VALID)
    expect((await accept((await emailed('rita@company.example'))[1]!, { name: 'Rita' })).status).toBe(201)
    expect((await server.call('POST', at, { token: olga.token })).status).toBe(404)
  })

  test('that is withdrawn or expired opens nothing', async () => {
    const one = await invited('withdrawn@company.example', ['cashier'])
    const at = `/api/admin/staff-invitations/${one.id}`
    expect((await server.call('DELETE', at, { token: olga.token })).status).toBe(200)
    expect(await accept(one.secret)).toMatchObject(NOT_VALID)
    expect((await server.call('DELETE', at, { token: olga.token })).status).toBe(404)
    const other = await invited('late@company.example', ['cashier'])
    await server.app.pool.query(`update staff_link set expires_at = clock_timestamp() where id = $1`, [other.id])
    expect(await accept(other.secret)).toMatchObject(NOT_VALID)
    expect(await team('q=late')).toMatchObject([{ state: 'expired' }])
  })

  test.each([
    ['is no owner any more', 'PUT', 'staff', '/roles', { roles: ['cashier'] }],
    ['is suspended', 'PATCH', 'accounts', '', { accountStatus: 'suspended' }],
  ])('of someone who %s opens nothing until a colleague sends it again', async (why, method, path, rest, change) => {
    const oona = await castPerson(server.app.pool, { name: 'Oona', role: 'owner' })
    const email = `friend.of.one.who.${why.replaceAll(' ', '.')}@company.example`
    const { id, secret } = await invited(email, ['owner'], oona)
    const body = { ...change, reason: 'Left the company' }
    const changed = await server.call(method, `/api/admin/${path}/${oona.id}${rest}`, { token: olga.token, body })
    expect(changed.status).toBe(200)
    expect(await accept(secret)).toMatchObject(NOT_VALID)
    await server.call('POST', `/api/admin/staff-invitations/${id}/sendings`, { token: olga.token })
    await server.app.outbox.drain()
    await expect.poll(() => emailed(email)).toHaveLength(2)
    expect(await accept((await emailed(email))[1]!)).toMatchObject({ status: 201 })
  })

  test('opened twice at once makes one account', async () => {
    const { secret } = await invited('twice@company.example', ['cashier'])
    const answers = await Promise.all([accept(secret), accept(secret), accept(secret)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })

  test('goes to no address twice, and to none that has an account', async () => {
    await invited('again@company.example', ['cashier'])
    expect(await invite('again@company.example', ['reviewer'])).toMatchObject({ body: { code: 'already-invited' } })
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    expect(await invite(ada.email, ['cashier'])).toMatchObject({ body: { code: 'address-taken' } })
  })

  test('is the owner’s to send, and needs a fresh proof', async () => {
    const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    expect((await invite('x@company.example', ['cashier'], rita)).status).toBe(403)
    const stale = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    await server.app.pool.query(`update session set confirmed_at = null where account_id = $1`, [stale.id])
    expect(await invite('x@company.example', ['cashier'], stale)).toMatchObject({ body: { code: 'factor-required' } })
    expect((await invite('x@company.example', [])).status).toBe(400)
    expect((await invite('x@company.example', ['member'])).status).toBe(400)
  })
})
