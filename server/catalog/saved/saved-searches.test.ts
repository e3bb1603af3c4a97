import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SavedSearch } from '#contract/catalog/catalog.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { signId } from '#server/platform/signed-id.ts'
import { STOP_ALERTS } from './store.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let milo: CastMember

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  milo = await castPerson(pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
})

afterAll(() => server.close())

async function save(person: CastMember, query: string, name = 'Small SUVs', alert = true): Promise<SavedSearch> {
  const { status, body } = await server.call('POST', '/api/saved-searches', {
    token: person.token,
    body: { name, query, alert },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as SavedSearch
}

/** Puts a lot on sale as publication does, and waits until digests are sent. */
async function publish(): Promise<string> {
  const { lotId } = await castLot(server.app)
  await announce([lotId])
  return lotId
}

async function announce(lotIds: string[]): Promise<void> {
  const { app } = server
  await enqueue(app.db, 'lots-published', { lotIds })
  await app.outbox.drain()
}

async function digests(): Promise<void> {
  const { app } = server
  await app.pool.query('update saved_search set digest_at = clock_timestamp() where digest_at is not null')
  await server.runJob('send saved-search digests')
  await app.outbox.drain()
}

async function digestsOf(person: CastMember): Promise<{ title: string; link: string }[]> {
  const { body } = await server.call('GET', '/api/notifications', { token: person.token })
  return (body as { items: { kind: string; title: string; link: string }[] }).items
    .filter(({ kind }) => kind === 'saved-search')
    .map(({ title, link }) => ({ title, link }))
}

describe('a saved search', () => {
  test('is stored by its filters alone, renamed, switched and deleted, and private', async () => {
    const saved = await save(ada, '?sort=new&make=kiri&cursor=x&q=urban', 'Kiri')
    expect(saved.query).toBe('q=urban&make=kiri')
    const path = `/api/saved-searches/${saved.id}`
    const change = (token: string) => server.call('PATCH', path, { token, body: { name: 'Old Kiris', alert: false } })
    expect((await change(boris.token)).status).toBe(404)
    expect((await change(ada.token)).body).toMatchObject({ name: 'Old Kiris', alert: false })
    expect((await server.call('DELETE', path, { token: boris.token })).status).toBe(404)
    expect((await server.call('DELETE', path, { token: ada.token })).status).toBe(204)
    expect((await server.call('GET', '/api/saved-searches', { token: ada.token })).body).toEqual({ items: [] })
  })

  test('cannot filter by what its owner may not see, nor by invalid filters', async () => {
    const status = async (person: CastMember, query: string) =>
      (
        await server.call('POST', '/api/saved-searches', {
          token: person.token,
          body: { name: 'x', query, alert: true },
        })
      ).status
    expect(await status(milo, 'price=-5000')).toBe(402)
    expect(await status(milo, 'state=sold')).toBe(400)
    expect(await status(ada, 'year=old')).toBe(400)
  })
})

describe('an alert', () => {
  test('announces new matches in one digest, and no lot twice', async () => {
    const fits = await save(ada, 'make=kiri&colour=grey&price=-500&q=urbn', 'Gray Kiri')
    await save(ada, 'make=toyota', 'Toyota')
    await save(boris, 'make=kiri', 'Quiet', false)
    const first = await publish()
    await publish()
    await announce([first])
    await digests()
    expect(await digestsOf(ada)).toEqual([{ title: '2 new matches for “Gray Kiri”', link: `/?${fits.query}&sort=new` }])
    expect(await digestsOf(boris)).toEqual([])
    await announce([first])
    await digests()
    expect(await digestsOf(ada)).toHaveLength(1)
    await publish()
    await digests()
    expect((await digestsOf(ada))[0]?.title).toBe('1 new match for “Gray Kiri”')
  })

  test('announces no lot whose price is outside the filter, and finds VINs, as the search does for its owner', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif' })
    const { lotId } = await castLot(server.app)
    const { rows } = await server.app.pool.query<{ vin: string }>(
      'update vehicle set vin = $2 where id = (select vehicle_id from lot where id = $1) returning vin',
      [lotId, '1KIRI00000URBAN42'],
    )
    await save(elif, 'make=kiri&price=500000-', 'Costly Kiri')
    await save(elif, 'state=sold', 'Sold')
    await save(elif, `q=${rows[0]!.vin}`, 'That Kiri')
    await announce([lotId])
    await digests()
    expect((await digestsOf(elif)).map(({ title }) => title)).toEqual(['1 new match for “That Kiri”'])
  })

  test('goes by email with a link that stops it, and by push where that is chosen', async () => {
    const { rows } = await server.app.pool.query<{ channel: string }>(
      `select distinct d.channel from delivery d join notification n on n.id = d.notification_id where n.kind = 'saved-search'`,
    )
    expect(rows.map(({ channel }) => channel)).toContain('mail')
    await server.call('PUT', '/api/notification-choices', {
      token: ada.token,
      body: { kind: 'saved-search', mail: true, push: true, page: true },
    })
    await server.app.pool.query(
      `insert into push_subscription (id, session_id, account_id, endpoint, p256dh, auth)
       select s.id, s.id, s.account_id, 'https://fcm.googleapis.com/fcm/send/ada', '', '' from session s where account_id = $1`,
      [ada.id],
    )
    await publish()
    await digests()
    const pushed = await server.app.pool.query(
      `select 1 from delivery d join notification n on n.id = d.notification_id where n.kind = 'saved-search' and d.channel = 'push'`,
    )
    expect(pushed.rows).toHaveLength(1)
  })

  test('ends by the signed link of its email, without signing in, and by no other link', async () => {
    const saved = await save(boris, 'body=suv', 'SUVs')
    const stop = (token: string) => server.call('POST', '/api/saved-searches/stops', { body: { token } })
    const token = signId(server.app.keys, STOP_ALERTS, saved.id)
    expect((await stop(`${token.slice(0, -4)}AAAA`)).status).toBe(404)
    await publish()
    expect(await stop(token)).toMatchObject({ status: 200, body: { name: 'SUVs' } })
    await digests()
    expect(await digestsOf(boris)).toEqual([])
  })
})

test('a watched lot is marked in every search, with a reminder before its end', async () => {
  const { app } = server
  const { lotId, lotNumber } = await castLot(app, { closesInMs: 5 * 60_000 })
  await announce([lotId])
  const found = async (token: string) => {
    const { body } = await server.call('GET', `/api/catalog?q=${lotNumber}`, { token })
    return (body as { items: { id: string; watching: boolean | null }[] }).items.find(({ id }) => id === lotId)
  }
  await expect.poll(async () => (await found(boris.token))?.watching, { timeout: 8000 }).toBe(false)
  await server.call('PUT', `/api/lots/${lotId}/watch`, { token: boris.token, body: { watching: true } })
  expect((await found(boris.token))?.watching).toBe(true)
  expect((await found(ada.token))?.watching).toBe(false)
  expect((await found(milo.token))?.watching).toBeNull()
  const ending = async () => {
    await app.outbox.drain()
    const { body } = await server.call('GET', '/api/notifications', { token: boris.token })
    return (body as { items: { kind: string; link: string }[] }).items.filter(({ kind }) => kind === 'ending-soon')
  }
  await expect.poll(ending, { timeout: 12_000, interval: 300 }).toMatchObject([{ link: `/lot/${lotNumber}` }])
})
