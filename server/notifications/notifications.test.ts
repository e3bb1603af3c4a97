import http from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { NoticeKind, type NoticeChoice, type Notification } from '#contract/notifications/notifications.ts'
import { notifySecurity } from '#server/accounts/notify-security.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { isPushService } from './push/deliver-push.ts'
import { KIND_NAMES } from './kinds.ts'
import { deleteOld } from './store.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember

beforeAll(async () => {
  server = await openTestServer()
  ada = await castPerson(server.app.pool, { name: 'Ada', hasPaid: false, verification: 'pending' })
  boris = await castPerson(server.app.pool, { name: 'Boris' })
})

afterAll(() => server?.close())

const SOON = { timeout: 10_000 }

async function record(who: CastMember, reference: string, key: string = newId()): Promise<void> {
  const { db, outbox } = server.app
  const link = `/message-status?reference=${reference}`
  const facts = { reference, subject: null, what: 'answered' as const, text: null, link, replyTo: null }
  await db
    .transaction()
    .execute((trx) => notify(server.app, trx, { kind: 'ticket-reply', accountId: who.id, key, facts }))
  await outbox.drain()
}

type List = { items: Notification[]; next: string | null; unread: number }

async function list(who: CastMember, query = ''): Promise<List> {
  return (await server.call('GET', `/api/notifications${query}`, { token: who.token })).body as List
}

const read = (who: CastMember, body: object) =>
  server.call('POST', '/api/notifications/read', { token: who.token, body: { ids: [], upTo: null, ...body } })

describe('the notification list', () => {
  test('is newest first, page by page, without duplicates and other people’s', async () => {
    for (let n = 0; n < 45; n += 1) await record(ada, `T-${n}`)
    await record(boris, 'T-other')
    const first = await list(ada)
    const second = await list(ada, `?cursor=${first.next}`)
    const third = await list(ada, `?cursor=${second.next}`)
    const all = [...first.items, ...second.items, ...third.items]
    expect(all.map(({ title }) => title)).toEqual(
      Array.from({ length: 45 }, (_, index) => `We replied to your message [T-${44 - index}]`),
    )
    expect(third.next).toBeNull()
    expect(first.unread).toBe(45)
  })

  test('marks notifications as read by id, or all up to one; those of others stay unread', async () => {
    const { items } = await list(ada)
    const [newest, next] = items
    const others = (await list(boris)).items.map(({ id }) => id)
    expect((await read(ada, { ids: [next!.id, ...others] })).body).toEqual({ unread: 44 })
    await record(ada, 'T-later')
    expect((await read(ada, { upTo: newest!.id })).body).toEqual({ unread: 1 })
    expect((await list(boris)).unread).toBe(1)
  })

  test('names the lot that an entry is about, also where its link leads elsewhere', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const { lotId, lotNumber } = await castLot(server.app)
    const facts = { lotId, lotNumber, title: 'Kiri', currency: 'USD', outcome: 'sold' as const, hammer: 100 }
    await server.app.db
      .transaction()
      .execute((trx) => notify(server.app, trx, { kind: 'lost', accountId: dana.id, key: newId(), facts }))
    await server.app.outbox.drain()
    const [entry] = (await list(dana)).items
    expect(entry?.link).toBe('/calendar')
    expect(entry?.lot?.lotNumber).toBe(lotNumber)
  })

  test('shows one event once, however often it is recorded', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const key = newId()
    await Promise.all(Array.from({ length: 8 }, () => record(chidi, 'T-1', key)))
    expect((await list(chidi)).items).toHaveLength(1)
  })

  test('is encrypted in the database', async () => {
    await record(ada, 'T-secret')
    const rows = await server.app.pool.query("select encode(sealed, 'escape') as sealed from notification")
    expect(JSON.stringify(rows.rows)).not.toContain('T-secret')
  })

  test('drops notices for a deleted account', async () => {
    await record({ ...ada, id: newId() }, 'T-gone')
    const left = await server.app.pool.query('select 1 from outbox')
    expect(left.rows).toEqual([])
  })

  test('keeps nothing for a closed account except the notice of closing, for one week', async () => {
    const { db, pool, outbox } = server.app
    const dana = await castPerson(pool, { name: 'Dana' })
    const left = async () =>
      (await pool.query<{ kind: string }>('select kind from notification where account_id = $1', [dana.id])).rows
    const age = (days: number) =>
      pool.query(
        `update account set account_status = 'closed', closed_at = clock_timestamp() - $2 * interval '1 day' where id = $1`,
        [dana.id, days],
      )
    await age(0)
    await record(dana, 'T-late')
    expect(await left()).toEqual([])
    await db.transaction().execute((trx) => notifySecurity(server.app, trx, dana.id, 'Closed.', 'dana@old.example'))
    await outbox.drain()
    await age(6)
    await deleteOld(db, 1000)
    expect(await left()).toEqual([{ kind: 'account-security' }])
    await age(8)
    await deleteOld(db, 1000)
    expect(await left()).toEqual([])
  })
})

describe('notification settings', () => {
  const choose = (body: object) => server.call('PUT', '/api/notification-choices', { token: ada.token, body })
  const choices = async () =>
    (await server.call('GET', '/api/notification-choices', { token: ada.token })).body as { items: NoticeChoice[] }

  test('list every kind of notice, once', async () => {
    expect((await choices()).items.map(({ kind }) => kind)).toEqual(KIND_NAMES)
    expect(KIND_NAMES.toSorted()).toEqual(NoticeKind.options.toSorted())
  })

  test('stay until they are changed', async () => {
    const body = { kind: 'won', mail: false, push: false, page: true }
    expect((await choose(body)).body).toEqual({ ...body, fixed: [] })
    expect((await choices()).items.find(({ kind }) => kind === 'won')).toEqual({ ...body, fixed: [] })
  })

  test('do not turn off account security emails', async () => {
    for (const kind of ['email-confirmation', 'password-reset', 'account-security']) {
      const answer = await choose({ kind, mail: false, push: false, page: false })
      expect(answer).toMatchObject({ status: 409, body: { code: 'choice-fixed' } })
    }
    const security = (await choices()).items.find(({ kind }) => kind === 'account-security')
    expect(security).toMatchObject({ mail: true, fixed: ['mail', 'page'] })
  })

  test('are refused for an unknown kind', async () => {
    expect((await choose({ kind: 'rain', mail: true, push: true, page: true })).status).toBe(400)
  })
})

describe('push', () => {
  const browser = () => {
    const curve = webPush.generateVAPIDKeys()
    return { p256dh: curve.publicKey, auth: Buffer.alloc(16, 7).toString('base64url') }
  }

  const subscribe = (who: CastMember, endpoint: string) =>
    server.call('PUT', '/api/push-subscriptions', { token: who.token, body: { endpoint, keys: browser() } })

  test('goes to the browsers’ push services and to no other address that a client may name', async () => {
    const good = ['https://fcm.googleapis.com/fcm/send/x', 'https://updates.push.services.mozilla.com/wpush/v2/x']
    const bad = [
      'http://fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://fcm.googleapis.com:8443/x',
      'https://user@fcm.googleapis.com/x',
      'https://evilpush.apple.com.example/x',
    ]
    expect(good.map(isPushService)).toEqual([true, true])
    expect(bad.map(isPushService)).toEqual(bad.map(() => false))
    expect(await subscribe(ada, bad[1]!)).toMatchObject({ status: 409, body: { code: 'unknown-push-service' } })
  })

  test('is registered for the session and ends with it', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const endpoint = 'https://fcm.googleapis.com/fcm/send/dana'
    expect((await subscribe(dana, endpoint)).body).toEqual({ pushEndpoints: [endpoint] })
    const stored = () => server.app.pool.query('select 1 from push_subscription where endpoint = $1', [endpoint])
    expect((await stored()).rows).toHaveLength(1)
    await server.call('POST', '/api/logout', { token: dana.token })
    expect((await stored()).rows).toEqual([])
  })

  test('from a browser that another person uses now goes to that person only', async () => {
    const endpoint = 'https://fcm.googleapis.com/fcm/send/shared'
    await subscribe(ada, endpoint)
    await subscribe(boris, endpoint)
    const off = (who: CastMember) =>
      server.call('DELETE', '/api/push-subscriptions', { token: who.token, body: { endpoint } })
    const { body } = await server.call('GET', '/api/notification-choices', { token: ada.token })
    expect(body).toMatchObject({ pushEndpoints: [] })
    await off(ada)
    expect((await off(boris)).body).toEqual({ pushEndpoints: [] })
  })

  test('is signed with keys that the server generates once and keeps, the private one encrypted', async () => {
    const key = async () =>
      ((await server.call('GET', '/api/notification-choices', { token: ada.token })).body as { pushKey: string })
        .pushKey
    expect(await key()).toMatch(/^[A-Za-z0-9_-]{87}$/)
    expect(await key()).toBe(await key())
  })

  test('reaches the service encrypted, is retried while it is down, and an expired browser is deleted: then nothing is pushed', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif' })
    const answers = [503, 201, 410]
    const seen: { headers: http.IncomingHttpHeaders; body: string }[] = []
    const service = http.createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString('latin1') })
        response.writeHead(answers[seen.length - 1] ?? 500).end()
      })
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const { port } = service.address() as { port: number }
    await server.app.pool.query(
      `insert into push_subscription (id, session_id, account_id, endpoint, p256dh, auth)
       select $1, s.id, s.account_id, $2, $3, $4 from session s where s.account_id = $5`,
      [newId(), `http://127.0.0.1:${port}/x`, browser().p256dh, browser().auth, elif.id],
    )
    const notifyBought = (hammer: number) =>
      server.app.db.transaction().execute((trx) =>
        notify(server.app, trx, {
          kind: 'won',
          accountId: elif.id,
          key: newId(),
          facts: { lotId: newId(), lotNumber: 7, title: 'Kiri', currency: 'USD', hammer, invoice: null },
        }),
      )
    const states = async () =>
      (
        await server.app.pool.query<{ state: string }>(
          `select d.state from delivery d join notification n on n.id = d.notification_id
           where n.account_id = $1 and d.channel = 'push' order by n.id`,
          [elif.id],
        )
      ).rows.map(({ state }) => state)
    await notifyBought(100)
    await expect.poll(() => seen.length, SOON).toBe(1)
    await server.app.pool.query(
      `update delivery set next_try_at = clock_timestamp() where channel = 'push' and state = 'queued'`,
    )
    await expect.poll(states, SOON).toEqual(['sent'])
    expect(seen[1]?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      authorization: expect.stringMatching(/^vapid t=/),
      topic: seen[0]?.headers['topic'],
    })
    expect(seen[1]?.body).not.toContain('Kiri')
    await notifyBought(200)
    await expect.poll(states, SOON).toEqual(['sent', 'failed'])
    const left = await server.app.pool.query('select 1 from push_subscription where account_id = $1', [elif.id])
    expect(left.rows).toEqual([])
    // No browser is left: nothing is queued that could only fail.
    await notifyBought(300)
    const recorded = () => server.app.pool.query('select 1 from notification where account_id = $1', [elif.id])
    await expect.poll(async () => (await recorded()).rowCount, SOON).toBe(3)
    expect(await states()).toEqual(['sent', 'failed'])
    await new Promise((resolve) => service.close(resolve))
  })
})
