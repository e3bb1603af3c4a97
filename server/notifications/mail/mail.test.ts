import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notify } from '#server/platform/notice.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { messageIdOf } from './letter.ts'
import { mailPagePath } from './mail-page.ts'
import { openPostOffice, type PostOffice } from '../post-office.test-support.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let post: PostOffice
let one: TestServer
let two: TestServer
let ada: CastMember

beforeAll(async () => {
  database = await freshDatabase()
  post = await openPostOffice()
  const options = {
    databaseUrl: database.url,
    config: { smtpUrl: post.url, mailFrom: 'Paddock <office@paddock.example>' },
  }
  one = await openTestServer(options)
  two = await openTestServer(options)
})

beforeEach(async () => {
  ada = await castPerson(one.app.pool, { name: 'Ada' })
  post.answer('accept')
})

afterAll(async () => {
  await one?.close()
  await two?.close()
  await post?.close()
  await database?.drop()
})

async function record<K extends NoticeKind>(
  kind: K,
  facts: Notices[K],
  key: string = newId(),
  times = 1,
): Promise<string> {
  const { app } = one
  await app.db.transaction().execute(async (trx) => {
    for (let n = 0; n < times; n += 1) await notify(app, trx, { kind, accountId: ada.id, key, facts })
  })
  await app.outbox.drain()
  return key
}

const SOON = { timeout: 10_000 }
const RECEIPT = { amount: 9900, currency: 'USD', paymentId: 'P-1' }

const mailsFor = (key: string) => post.received.filter(({ messageId }) => messageId === messageIdOf(one.app, key))

type Row = { state: string; tries: number; failure: string | null; sent_at: number; delivered_at: number; wait: number }

async function deliveryOf(key: string): Promise<Row | undefined> {
  const found = await one.app.pool.query<Row>(
    `select d.state, d.tries, d.failure, d.sent_at, d.delivered_at,
       extract(epoch from d.next_try_at - clock_timestamp())::float as wait
     from delivery d join notification n on n.id = d.notification_id where n.key = $1 and d.channel = 'mail'`,
    [key],
  )
  return found.rows[0]
}

const idOf = async (key: string) =>
  (await one.app.pool.query<{ id: string }>('select id from notification where key = $1', [key])).rows[0]!.id

const settled = async (key: string, state: string) =>
  await expect.poll(async () => (await deliveryOf(key))?.state, SOON).toBe(state)

/** Makes the next try due now. */
const dueNow = (key: string) =>
  one.app.pool.query(
    `update delivery set next_try_at = clock_timestamp() where channel = 'mail'
     and notification_id = (select id from notification where key = $1)`,
    [key],
  )

describe('an email', () => {
  test('is sent once per event, though it is recorded four times and two processes deliver', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => record('fee-receipt', RECEIPT, newId(), 4)))
    for (const key of keys) await settled(key, 'sent')
    await Promise.all([one.app.outbox.drain(), two.app.outbox.drain()])
    expect(keys.map((key) => mailsFor(key).length)).toEqual(keys.map(() => 1))
  })

  test('has text and HTML, our name, its own address and links that work from anywhere', async () => {
    const key = await record('document-decided', { decision: 'rejected', reason: 'the back is <missing>' })
    await settled(key, 'sent')
    const [mail] = mailsFor(key)
    expect(mail).toMatchObject({ subject: 'We couldn’t accept your document', to: expect.stringContaining('ada') })
    expect(mail?.text).toMatch(/From: Paddock <office@paddock\.example>/)
    expect(mail?.text).toMatch(/text\/plain/)
    expect(mail?.text).toMatch(/text\/html/)
    expect(mail?.text).toContain('&lt;missing&gt;')
    expect(mail?.read).toContain(`${one.app.config.publicUrl}/verification`)
    expect(mail?.text).toContain('Auto-Submitted: auto-generated')
  })

  test('shows when it was sent and when the mail server accepted it', async () => {
    const before = Date.now()
    const key = await record('fee-receipt', RECEIPT)
    await settled(key, 'sent')
    const { sent_at, delivered_at, tries } = (await deliveryOf(key))!
    expect(tries).toBe(1)
    expect(sent_at).toBeGreaterThanOrEqual(before)
    expect(delivered_at).toBeGreaterThanOrEqual(sent_at)
  })

  test('rejected temporarily (4xx) is retried, with growing delays, until it is accepted', async () => {
    post.answer({ at: 'rcpt', code: 451 }, { at: 'data', code: 452 }, 'accept')
    const key = await record('fee-receipt', RECEIPT)
    await expect.poll(async () => (await deliveryOf(key))?.failure ?? '', SOON).toContain('451')
    expect((await deliveryOf(key))!.wait).toBeGreaterThan(3)
    await dueNow(key)
    await expect.poll(async () => (await deliveryOf(key))?.failure ?? '', SOON).toContain('452')
    expect((await deliveryOf(key))!.wait).toBeGreaterThan(12)
    await dueNow(key)
    await settled(key, 'sent')
    expect(mailsFor(key)).toHaveLength(1)
    expect(await deliveryOf(key)).toMatchObject({ tries: 3, failure: null })
  })

  test('rejected permanently (5xx) fails at once, with the server’s reply', async () => {
    post.answer({ at: 'rcpt', code: 550 })
    const key = await record('fee-receipt', RECEIPT)
    await settled(key, 'failed')
    expect(await deliveryOf(key)).toMatchObject({ tries: 1, failure: expect.stringContaining('550') })
  })

  test('waits while the mail server is down and is sent when it is back', async () => {
    const port = Number(new URL(post.url).port)
    await post.close()
    const key = await record('fee-receipt', RECEIPT)
    await expect.poll(async () => (await deliveryOf(key))?.failure ?? '', SOON).toMatch(/ECONNREFUSED|closed/i)
    expect(await deliveryOf(key)).toMatchObject({ state: 'queued' })
    post = await openPostOffice(port)
    await dueNow(key)
    await settled(key, 'sent')
    expect(mailsFor(key)).toHaveLength(1)
  })

  test('accepted by the server just before the process died is sent again as the same email', async () => {
    post.answer('accept-then-cut', 'accept')
    const key = await record('fee-receipt', RECEIPT)
    await expect.poll(async () => (await deliveryOf(key))?.failure ?? '', SOON).not.toBe('')
    await dueNow(key)
    await settled(key, 'sent')
    expect(mailsFor(key).length).toBeGreaterThan(1)
    expect(new Set(mailsFor(key).map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('claimed by a process that died can be claimed again when the claim expires', async () => {
    const key = newId()
    const { masterKey } = one.app.config
    const options = { databaseUrl: database.url, masterKey }
    await one.running.stop()
    await two.running.stop()
    // This server records the notice and delivers nothing, so the claim belongs to no live process.
    const desk = await openTestServer({ ...options, config: { smtpUrl: post.url, roles: new Set(['api']) } })
    await desk.app.db
      .transaction()
      .execute((trx) => notify(desk.app, trx, { kind: 'fee-receipt', accountId: ada.id, key, facts: RECEIPT }))
    await desk.app.outbox.drain()
    const claimed = await desk.app.pool.query(
      `update delivery set tries = 1, next_try_at = clock_timestamp() + interval '60 s'
       where channel = 'mail' and state = 'queued' and notification_id = (select id from notification where key = $1)`,
      [key],
    )
    expect(claimed.rowCount).toBe(1)
    one = await openTestServer({ ...options, config: { smtpUrl: post.url } })
    two = await openTestServer({ ...options, config: { smtpUrl: post.url } })
    await desk.close()
    expect(mailsFor(key)).toHaveLength(0)
    await dueNow(key)
    await settled(key, 'sent')
    expect(mailsFor(key)).toHaveLength(1)
  })

  test('that would arrive too late to be useful is not sent', async () => {
    const facts = { lotId: newId(), lotNumber: 1, title: 'Kiri', currency: 'USD', closesAt: Date.now() - 1 }
    const key = await record('ending-soon', facts)
    await settled(key, 'failed')
    expect(await deliveryOf(key)).toMatchObject({ failure: 'It was no longer relevant.' })
    expect(mailsFor(key)).toEqual([])
  })

  test('that failed can be resent by the owner, and by nobody else', async () => {
    post.answer({ at: 'rcpt', code: 550 })
    const key = await record('fee-receipt', RECEIPT)
    await settled(key, 'failed')
    post.answer('accept')
    const olga = await castPerson(one.app.pool, { name: 'Olga', role: 'owner' })
    const rita = await castPerson(one.app.pool, { name: 'Rita', role: 'reviewer' })
    const path = `/api/admin/mails/${await idOf(key)}/tries`
    expect((await one.call('POST', path, { token: rita.token })).status).toBe(403)
    expect((await one.call('POST', path, { token: olga.token })).status).toBe(200)
    await settled(key, 'sent')
    expect(await one.call('POST', path, { token: olga.token })).toMatchObject({ body: { code: 'mail-not-failed' } })
  })
})

describe('the owner’s view of emails', () => {
  test('shows an email as its recipient sees it, by a signed link, and records the view', async () => {
    const olga = await castPerson(one.app.pool, { name: 'Olga', role: 'owner' })
    const key = await record('fee-receipt', RECEIPT)
    await settled(key, 'sent')
    const id = await idOf(key)
    const { body } = await one.call('GET', `/api/admin/mails/${id}`, { token: olga.token })
    const { text, page } = body as { text: string; page: string }
    expect(text).toContain('We received $99.')
    const shown = await fetch(one.url + page)
    expect(await shown.text()).toContain('<h1')
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    const forged = page.replace(/key=(.)/, (_, first) => `key=${first === '0' ? '1' : '0'}`)
    expect((await fetch(one.url + forged)).status).toBe(404)
    const views = await one.app.pool.query(`select 1 from audit where action = 'view-mail' and subject_id = $1`, [id])
    expect(views.rows).toHaveLength(1)
  })

  test('hides a link that proves an address from everyone, also if emails are written to a folder', async () => {
    const olga = await castPerson(one.app.pool, { name: 'Olga', role: 'owner' })
    const key = await record('password-reset', { link: '/reset#secret-of-ada' })
    await settled(key, 'sent')
    const id = await idOf(key)
    const { body } = await one.call('GET', `/api/admin/mails/${id}`, { token: olga.token })
    const stored = await one.app.pool.query('select * from notification n join delivery d on d.notification_id = n.id')
    expect(JSON.stringify(stored.rows)).not.toContain('secret-of-ada')
    const folder = await openTestServer({ databaseUrl: one.app.databaseUrl, config: { smtpUrl: null } })
    const inFolder = await folder.call('GET', `/api/admin/mails/${id}`, { token: olga.token })
    expect([body, inFolder.body]).toMatchObject(Array(2).fill({ text: null, page: null }))
    expect((await fetch(folder.url + mailPagePath(folder.app, id))).status).toBe(404)
    await folder.close()
  })

  test('shows no link that acts on the recipient’s behalf', async () => {
    const olga = await castPerson(one.app.pool, { name: 'Olga', role: 'owner' })
    const facts = { name: 'SUVs', count: 1, link: '/?q=suv', titles: ['A lot'], stop: '/?stop=secret-of-ada' }
    const key = await record('saved-search', facts)
    await settled(key, 'sent')
    expect(mailsFor(key)[0]?.text).toContain('secret-of-ada')
    const id = await idOf(key)
    const shown = (await one.call('GET', `/api/admin/mails/${id}`, { token: olga.token })).body
    const { text, page } = shown as { text: string; page: string }
    for (const each of [text, await (await fetch(one.url + page)).text()]) expect(each).not.toContain('secret-of-ada')
  })

  test('is also exported as a file with delivery states but no content, and is audited', async () => {
    const olga = await castPerson(one.app.pool, { name: 'Olga', role: 'owner' })
    const key = await record('password-reset', { link: '/reset#secret-of-boris' })
    await settled(key, 'sent')
    const file = async (token: string) =>
      fetch(`${one.url}/api/admin/mails.csv?state=sent`, { headers: { authorization: `Bearer ${token}` } })
    const text = await (await file(olga.token)).text()
    const { rows } = await one.app.pool.query<{ id: string }>(
      `select n.id from notification n join delivery d on d.notification_id = n.id
       where d.channel = 'mail' and d.state = 'sent' order by n.id desc`,
    )
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(rows.map(({ id }) => id))
    expect(text).not.toContain('secret-of-boris')
    const audited = await one.app.pool.query(`select after from audit where action = 'export-mails'`)
    expect(audited.rows).toEqual([{ after: { state: 'sent' } }])
    const rita = await castPerson(one.app.pool, { name: 'Rita', role: 'reviewer' })
    expect((await file(rita.token)).status).toBe(403)
  })
})

test('without a mail server, an email is one file, however often it is sent', async () => {
  const own = await openTestServer()
  const boris = await castPerson(own.app.pool, { name: 'Boris' })
  const { app } = own
  await app.db
    .transaction()
    .execute((trx) => notify(app, trx, { kind: 'fee-receipt', accountId: boris.id, key: 'receipt', facts: RECEIPT }))
  const folder = path.join(app.config.dataDir, 'mail')
  const files = () => readdir(folder).catch(() => [])
  const sentAt = async (tries: number) =>
    (await app.pool.query(`select 1 from delivery where channel = 'mail' and tries = $1 and state = 'sent'`, [tries]))
      .rows
  await expect.poll(() => sentAt(1), SOON).toHaveLength(1)
  await app.pool.query(`update delivery set state = 'queued', next_try_at = clock_timestamp() where channel = 'mail'`)
  await expect.poll(() => sentAt(2), SOON).toHaveLength(1)
  expect(await files()).toHaveLength(1)
  expect(await readFile(path.join(folder, (await files())[0]!), 'utf8')).toContain(
    'Subject: Receipt for your membership fee',
  )
  await own.close()
})
