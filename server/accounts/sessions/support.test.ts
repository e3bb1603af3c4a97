import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

let server: TestServer
let olga: CastMember
let rita: CastMember
let kofi: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
  kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => server.close())

const action = ({ token }: CastMember, method: string, path: string, body?: object) =>
  server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const start = (who: CastMember, whom: CastMember) =>
  action(who, 'POST', `/api/admin/accounts/${whom.id}/support-sessions`, { reason: 'She cannot find her invoice' })
const user = async (who: CastMember) => (await action(who, 'GET', '/api/user')).body

describe('a support session', () => {
  test('sees the site as a member does, read-only, and returns; both are audited', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada', biddingLimit: 1_000_000 })
    const lot = await castLot(server.app)
    const bid = { bidId: crypto.randomUUID(), kind: 'maximum', amount: 77_700 }
    expect((await action(ada, 'POST', `/api/lots/${lot.lotId}/bids`, bid)).status).toBe(200)

    expect(await start(rita, ada)).toMatchObject({ status: 200, body: { id: ada.id, support: { by: 'Rita' } } })
    expect(await user(rita)).toMatchObject({ id: ada.id, role: 'member', support: { by: 'Rita' } })
    expect((await action(rita, 'GET', '/api/invoices')).status).toBe(200)
    expect((await action(rita, 'GET', '/api/admin/accounts')).status).toBe(403)
    const refused = [
      await action(rita, 'POST', `/api/lots/${lot.lotId}/bids`, { ...bid, bidId: crypto.randomUUID() }),
      await action(rita, 'PATCH', '/api/profile', { phone: '+1 555 0199' }),
      await action(rita, 'POST', '/api/profile/exports', { currentPassword: 'x' }),
      await action(rita, 'DELETE', '/api/sessions'),
      await action(rita, 'GET', '/api/my-bids'),
    ]
    for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { code: 'support-reads-only' } })
    const live = await action(rita, 'GET', `/api/lots/${lot.lotId}/live`)
    expect(live.body).toMatchObject({ you: { position: 'leading', maximum: null, limit: null } })
    expect(JSON.stringify(live.body)).not.toMatch(/\b77700\b/)
    expect((await action(ada, 'GET', `/api/lots/${lot.lotId}/live`)).body).toMatchObject({ you: { maximum: 77_700 } })

    expect((await action(rita, 'DELETE', '/api/support-session')).body).toMatchObject({ id: rita.id, support: null })
    expect((await action(rita, 'GET', '/api/admin/accounts')).status).toBe(200)
    const found = await server.app.pool.query(
      'select actor_id, action, reason from audit where subject_id = $1 order by at',
      [ada.id],
    )
    expect(found.rows).toEqual([
      { actor_id: rita.id, action: 'start-support', reason: 'She cannot find her invoice' },
      { actor_id: rita.id, action: 'end-support', reason: null },
    ])
  })

  test('ends on its own after half an hour, and the session is its owner’s again', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    await start(rita, ada)
    const minutes = await server.app.pool.query<{ left: number }>(
      'select extract(epoch from support_until - now())::int / 60 as left from session where account_id = $1',
      [rita.id],
    )
    expect(minutes.rows[0]?.left).toBeGreaterThanOrEqual(29)
    await server.app.pool.query('update session set support_until = now() where account_id = $1', [rita.id])
    await action(rita, 'GET', '/api/user')
    const second = await openTestServer({ databaseUrl: server.app.databaseUrl })
    const { body } = await second.call('GET', '/api/user', { token: rita.token })
    expect(body).toMatchObject({ id: rita.id, support: null })
    await second.close()
    await action(rita, 'DELETE', '/api/support-session')
    await server.app.pool.query('update session set support_for = null where account_id = $1', [rita.id])
  })

  test('is for reviewers and the owner, shows only members, and needs a reason', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    expect((await start(kofi, ada)).status).toBe(403)
    expect((await start(olga, rita)).status).toBe(403)
    expect((await start(olga, { ...ada, id: crypto.randomUUID() })).status).toBe(404)
    expect((await action(olga, 'POST', `/api/admin/accounts/${ada.id}/support-sessions`, { reason: '' })).status).toBe(
      400,
    )
    expect((await start(olga, ada)).status).toBe(200)
    await action(olga, 'POST', '/api/logout')
    expect((await action(olga, 'GET', '/api/user')).status).toBe(401)
    olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  })

  test('ends with the role that allowed it, and so does its stream', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    const rosa = await castPerson(server.app.pool, { name: 'Rosa', role: 'reviewer' })
    await start(rosa, ada)
    expect(await user(rosa)).toMatchObject({ id: ada.id })
    const isOpen = await feedOf(rosa)
    const roles = { roles: ['cashier'], reason: 'Moved to the till' }
    expect((await action(olga, 'PUT', `/api/admin/staff/${rosa.id}/roles`, roles)).status).toBe(200)
    expect(await user(rosa)).toMatchObject({ id: rosa.id, role: 'cashier', support: null })
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 1000 })
  })

  /** Opens a feed in the session; resolves to whether it is still open. */
  async function feedOf(who: CastMember): Promise<() => boolean> {
    const { lotId } = await castLot(server.app)
    const headers = { authorization: `Bearer ${who.token}` }
    const reader = (await fetch(`${server.url}/api/feed?lots=${lotId}`, { headers })).body!.getReader()
    expect((await reader.read()).done).toBe(false)
    let isOpen = true
    void (async () => {
      while (!(await reader.read()).done) continue
    })().finally(() => (isOpen = false))
    return () => isOpen
  }

  test.each([
    ['its owner signs out', (who: CastMember) => action(who, 'POST', '/api/logout')],
    [
      'a colleague ends its owner’s sessions',
      (who: CastMember) =>
        action(olga, 'POST', `/api/admin/accounts/${who.id}/session-endings`, { reason: 'Phone stolen' }),
    ],
    ['its owner returns', (who: CastMember) => action(who, 'DELETE', '/api/support-session')],
  ])('takes its stream along at once when %s', async (_, end) => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    const rosa = await castPerson(server.app.pool, { name: 'Rosa', role: 'reviewer' })
    await start(rosa, ada)
    const isOpen = await feedOf(rosa)
    expect((await end(rosa)).status).toBeLessThan(300)
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 1000 })
  })

  test('takes its stream along when its half hour is over', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    const rosa = await castPerson(server.app.pool, { name: 'Rosa', role: 'reviewer' })
    await start(rosa, ada)
    await server.app.pool.query(
      `update session set support_until = clock_timestamp() + interval '1 second' where account_id = $1`,
      [rosa.id],
    )
    const isOpen = await feedOf(rosa)
    await vi.waitFor(() => expect(isOpen()).toBe(false), { timeout: 3000 })
  })

  test('on an account that is closed meanwhile returns to its own', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    await start(rita, ada)
    const { anonymize } = await import('../store.ts')
    await anonymize(server.app.db, ada.id)
    const { accountChanged } = await import('./sessions.ts')
    accountChanged(server.app, ada.id)
    expect(await user(rita)).toMatchObject({ id: rita.id })
  })
})

describe('staff', () => {
  test('filter people by status, and read one with sessions and notes', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana Vintner', hasPaid: false, verification: 'pending' })
    const find = async (query: string) => {
      const { body } = await action(rita, 'GET', `/api/admin/accounts?q=Vintner&${query}`)
      return (body as { items: { id: string }[] }).items.map(({ id }) => id)
    }
    expect(await find('step=not-paid&role=member&status=active')).toEqual([dana.id])
    for (const other of ['step=complete', 'step=not-verified', 'role=staff', 'role=owner', 'status=closed'])
      expect(await find(other)).toEqual([])
    const path = `/api/admin/accounts/${dana.id}`
    expect((await action(kofi, 'POST', `${path}/notes`, { text: 'Called about the fee' })).status).toBe(201)
    expect((await action(rita, 'GET', path)).body).toMatchObject({
      id: dana.id,
      emailConfirmed: true,
      secondFactor: false,
      sessions: [{ current: false }],
      notes: [{ by: 'Kofi', text: 'Called about the fee' }],
    })
    expect((await action(dana, 'GET', path)).status).toBe(403)
    expect((await action(rita, 'GET', `/api/admin/accounts/${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('sign a person out everywhere, with a reason', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif' })
    const path = `/api/admin/accounts/${elif.id}/session-endings`
    expect((await action(kofi, 'POST', path, { reason: 'Phone stolen' })).status).toBe(403)
    expect((await action(rita, 'POST', path, { reason: 'Phone stolen' })).status).toBe(200)
    expect((await action(elif, 'GET', '/api/user')).status).toBe(401)
    const found = await server.app.pool.query('select action, reason from audit where subject_id = $1', [elif.id])
    expect(found.rows).toEqual([{ action: 'end-sessions', reason: 'Phone stolen' }])
  })

  test('close the open streams of a person they suspend', async () => {
    const sven = await castPerson(server.app.pool, { name: 'Sven' })
    const lot = await castLot(server.app)
    const stream = await fetch(`${server.url}/api/feed?lots=${lot.lotId}`, {
      headers: { authorization: `Bearer ${sven.token}` },
    })
    const reader = stream.body!.getReader()
    expect((await reader.read()).done).toBe(false)
    const drained = (async () => {
      while (!(await reader.read()).done) continue
    })().catch(() => undefined)
    const suspension = { accountStatus: 'suspended', reason: 'Unpaid lots' }
    expect((await action(rita, 'PATCH', `/api/admin/accounts/${sven.id}`, suspension)).status).toBe(200)
    let ended = false
    void drained.then(() => (ended = true))
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 1000 })
  })
})
