import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notify, type NoticeKind, type Notices } from '#server/platform/notice.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { messageIdOf } from './letter.ts'
import { mailPagePath } from './mail-page.ts'
import { openPostOffice, type PostOffice } from '../post-office.test-model.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let post: PostOffice
let one: TestHouse
let two: TestHouse
let ada: CastMember

beforeAll(async () => {
  database = await freshDatabase()
  post = await openPostOffice()
  const options = {
    databaseUrl: database.url,
    config: { smtpUrl: post.url, mailFrom: 'Paddock <office@paddock.example>' },
  }
  one = await openHouse(options)
  two = await openHouse(options)
})

beforeEach(async () => {
  ada = await castPerson(one.house.pool, { name: 'Ada' })
  post.answer('accept')
})

afterAll(async () => {
  await one?.close()
  await two?.close()
  await post?.close()
  await database?.drop()
})

async function tell<K extends NoticeKind>(
  kind: K,
  facts: Notices[K],
  key: string = newId(),
  times = 1,
): Promise<string> {
  const { house } = one
  await house.db.transaction().execute(async (trx) => {
    for (let n = 0; n < times; n += 1) await notify(house, trx, { kind, accountId: ada.id, key, facts })
  })
  await house.outbox.drain()
  return key
}

const SOON = { timeout: 10_000 }
const RECEIPT = { amount: 9900, currency: 'USD', paymentId: 'P-1' }

const mailsFor = (key: string) => post.received.filter(({ messageId }) => messageId === messageIdOf(one.house, key))

type Row = { state: string; tries: number; failure: string | null; sent_at: number; delivered_at: number; wait: number }

async function deliveryOf(key: string): Promise<Row | undefined> {
  const found = await one.house.pool.query<Row>(
    `select d.state, d.tries, d.failure, d.sent_at, d.delivered_at,
       extract(epoch from d.next_try_at - clock_timestamp())::float as wait
     from delivery d join notification n on n.id = d.notification_id where n.key = $1 and d.channel = 'mail'`,
    [key],
  )
  return found.rows[0]
}

const idOf = async (key: string) =>
  (await one.house.pool.query<{ id: string }>('select id from notification where key = $1', [key])).rows[0]!.id

const settled = async (key: string, state: string) =>
  await expect.poll(async () => (await deliveryOf(key))?.state, SOON).toBe(state)

/** As if the time until the next try had passed. */
const dueNow = (key: string) =>
  one.house.pool.query(
    `update delivery set next_try_at = clock_timestamp() where channel = 'mail'
     and notification_id = (select id from notification where key = $1)`,
    [key],
  )

describe('a mail', () => {
  test('goes out once for an event, though it is told four times and two processes deliver', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => tell('fee-receipt', RECEIPT, newId(), 4)))
    for (const key of keys) await settled(key, 'sent')
    await Promise.all([one.house.outbox.drain(), two.house.outbox.drain()])
    expect(keys.map((key) => mailsFor(key).length)).toEqual(keys.map(() => 1))
  })

  test('has text and HTML, the house’s name, its own address and links that work from anywhere', async () => {
    const key = await tell('document-decided', { decision: 'rejected', reason: 'the back is <missing>' })
    await settled(key, 'sent')
    const [mail] = mailsFor(key)
    expect(mail).toMatchObject({ subject: 'We couldn’t accept your document', to: expect.stringContaining('ada') })
    expect(mail?.text).toMatch(/From: Paddock <office@paddock\.example>/)
    expect(mail?.text).toMatch(/text\/plain/)
    expect(mail?.text).toMatch(/text\/html/)
    expect(mail?.text).toContain('&lt;missing&gt;')
    expect(mail?.read).toContain(`${one.house.config.publicUrl}/verification`)
    expect(mail?.text).toContain('Auto-Submitted: auto-generated')
  })

  test('shows when it was sent and when the mail server accepted it', async () => {
    const before = Date.now()
    const key = await tell('fee-receipt', RECEIPT)
    await settled(key, 'sent')
    const { sent_at, delivered_at, tries } = (await deliveryOf(key))!
    expect(tries).toBe(1)
    expect(sent_at).toBeGreaterThanOrEqual(before)
    expect(delivered_at).toBeGreaterThanOrEqual(sent_at)
  })

  test('refused for the moment (4xx) is tried again, later each time, until it is taken', async () => {
    post.answer({ at: 'rcpt', code: 451 }, { at: 'data', code: 452 }, 'accept')
    const key = await tell('fee-receipt', RECEIPT)
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

  test('refused for good (5xx) is given up at once, with what the server said', async () => {
    post.answer({ at: 'rcpt', code: 550 })
    const key = await tell('fee-receipt', RECEIPT)
    await settled(key, 'failed')
    expect(await deliveryOf(key)).toMatchObject({ tries: 1, failure: expect.stringContaining('550') })
  })

  test('waits while the mail server is down and goes out when it is back', async () => {
    const port = Number(new URL(post.url).port)
    await post.close()
    const key = await tell('fee-receipt', RECEIPT)
    await expect.poll(async () => (await deliveryOf(key))?.failure ?? '', SOON).toMatch(/ECONNREFUSED|closed/i)
    expect(await deliveryOf(key)).toMatchObject({ state: 'queued' })
    post = await openPostOffice(port)
    await dueNow(key)
    await settled(key, 'sent')
    expect(mailsFor(key)).toHaveLength(1)
  })

  test('taken by the server just before the process died is sent again as the same mail', async () => {
    post.answer('accept-then-cut', 'accept')
    const key = await tell('fee-receipt', RECEIPT)
    await expect.poll(async () => (await deliveryOf(key))?.failure ?? '', SOON).not.toBe('')
    await dueNow(key)
    await settled(key, 'sent')
    expect(mailsFor(key).length).toBeGreaterThan(1)
    expect(new Set(mailsFor(key).map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('claimed by a process that died is free again after the claim', async () => {
    const key = newId()
    const { masterKey } = one.house.config
    const options = { databaseUrl: database.url, masterKey }
    await one.app.stop()
    await two.app.stop()
    // Takes the notice down and delivers nothing, so that the claim is nobody's who lives.
    const desk = await openHouse({ ...options, config: { smtpUrl: post.url, roles: new Set(['api']) } })
    await desk.house.db
      .transaction()
      .execute((trx) => notify(desk.house, trx, { kind: 'fee-receipt', accountId: ada.id, key, facts: RECEIPT }))
    await desk.house.outbox.drain()
    const claimed = await desk.house.pool.query(
      `update delivery set tries = 1, next_try_at = clock_timestamp() + interval '60 s'
       where channel = 'mail' and state = 'queued' and notification_id = (select id from notification where key = $1)`,
      [key],
    )
    expect(claimed.rowCount).toBe(1)
    one = await openHouse({ ...options, config: { smtpUrl: post.url } })
    two = await openHouse({ ...options, config: { smtpUrl: post.url } })
    await desk.close()
    expect(mailsFor(key)).toHaveLength(0)
    await dueNow(key)
    await settled(key, 'sent')
    expect(mailsFor(key)).toHaveLength(1)
  })

  test('that would come too late to be of use is not sent', async () => {
    const facts = { lotId: newId(), lotNumber: 1, title: 'Kiri', currency: 'USD', closesAt: Date.now() - 1 }
    const key = await tell('ending-soon', facts)
    await settled(key, 'failed')
    expect(await deliveryOf(key)).toMatchObject({ failure: 'It was too late to be of use.' })
    expect(mailsFor(key)).toEqual([])
  })

  test('that was given up can be sent by the owner, and by nobody else', async () => {
    post.answer({ at: 'rcpt', code: 550 })
    const key = await tell('fee-receipt', RECEIPT)
    await settled(key, 'failed')
    post.answer('accept')
    const olga = await castPerson(one.house.pool, { name: 'Olga', role: 'owner' })
    const rita = await castPerson(one.house.pool, { name: 'Rita', role: 'reviewer' })
    const path = `/api/admin/mails/${await idOf(key)}/tries`
    expect((await one.call('POST', path, { token: rita.token })).status).toBe(403)
    expect((await one.call('POST', path, { token: olga.token })).status).toBe(200)
    await settled(key, 'sent')
    expect(await one.call('POST', path, { token: olga.token })).toMatchObject({ body: { code: 'mail-not-failed' } })
  })
})

describe('the owner’s view of mails', () => {
  test('shows a mail as its reader sees it, by a link of its own that nobody can make, and records the view', async () => {
    const olga = await castPerson(one.house.pool, { name: 'Olga', role: 'owner' })
    const key = await tell('fee-receipt', RECEIPT)
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
    const views = await one.house.pool.query(`select 1 from audit where act = 'view-mail' and subject_id = $1`, [id])
    expect(views.rows).toHaveLength(1)
  })

  test('keeps a link that proves an address from everybody, also where mails go into a folder', async () => {
    const olga = await castPerson(one.house.pool, { name: 'Olga', role: 'owner' })
    const key = await tell('password-reset', { link: '/reset#secret-of-ada' })
    await settled(key, 'sent')
    const id = await idOf(key)
    const { body } = await one.call('GET', `/api/admin/mails/${id}`, { token: olga.token })
    const stored = await one.house.pool.query(
      'select * from notification n join delivery d on d.notification_id = n.id',
    )
    expect(JSON.stringify(stored.rows)).not.toContain('secret-of-ada')
    const folder = await openHouse({ databaseUrl: one.house.databaseUrl, config: { smtpUrl: null } })
    const inFolder = await folder.call('GET', `/api/admin/mails/${id}`, { token: olga.token })
    expect([body, inFolder.body]).toMatchObject(Array(2).fill({ text: null, page: null }))
    expect((await fetch(folder.url + mailPagePath(folder.house, id))).status).toBe(404)
    await folder.close()
  })

  test('shows no link that acts in the recipient’s name', async () => {
    const olga = await castPerson(one.house.pool, { name: 'Olga', role: 'owner' })
    const facts = { name: 'SUVs', count: 1, link: '/?q=suv', titles: ['A lot'], stop: '/?stop=secret-of-ada' }
    const key = await tell('saved-search', facts)
    await settled(key, 'sent')
    expect(mailsFor(key)[0]?.text).toContain('secret-of-ada')
    const id = await idOf(key)
    const shown = (await one.call('GET', `/api/admin/mails/${id}`, { token: olga.token })).body
    const { text, page } = shown as { text: string; page: string }
    for (const each of [text, await (await fetch(one.url + page)).text()]) expect(each).not.toContain('secret-of-ada')
  })

  test('is a file, too, which says how mails fare and not what they say, and is audited', async () => {
    const olga = await castPerson(one.house.pool, { name: 'Olga', role: 'owner' })
    const key = await tell('password-reset', { link: '/reset#secret-of-boris' })
    await settled(key, 'sent')
    const file = async (token: string) =>
      fetch(`${one.url}/api/admin/mails-csv?state=sent`, { headers: { authorization: `Bearer ${token}` } })
    const text = await (await file(olga.token)).text()
    const { rows } = await one.house.pool.query<{ id: string }>(
      `select n.id from notification n join delivery d on d.notification_id = n.id
       where d.channel = 'mail' and d.state = 'sent' order by n.id desc`,
    )
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',').at(-1))).toEqual(rows.map(({ id }) => id))
    expect(text).not.toContain('secret-of-boris')
    const audited = await one.house.pool.query(`select after from audit where act = 'export-mails'`)
    expect(audited.rows).toEqual([{ after: { state: 'sent' } }])
    const rita = await castPerson(one.house.pool, { name: 'Rita', role: 'reviewer' })
    expect((await file(rita.token)).status).toBe(403)
  })
})

test('without a mail server a mail is one file, however often it is sent', async () => {
  const own = await openHouse()
  const boris = await castPerson(own.house.pool, { name: 'Boris' })
  const { house } = own
  await house.db
    .transaction()
    .execute((trx) => notify(house, trx, { kind: 'fee-receipt', accountId: boris.id, key: 'receipt', facts: RECEIPT }))
  const folder = path.join(house.config.dataDir, 'mail')
  const files = () => readdir(folder).catch(() => [])
  const sentAt = async (tries: number) =>
    (await house.pool.query(`select 1 from delivery where channel = 'mail' and tries = $1 and state = 'sent'`, [tries]))
      .rows
  await expect.poll(() => sentAt(1), SOON).toHaveLength(1)
  await house.pool.query(`update delivery set state = 'queued', next_try_at = clock_timestamp() where channel = 'mail'`)
  await expect.poll(() => sentAt(2), SOON).toHaveLength(1)
  expect(await files()).toHaveLength(1)
  expect(await readFile(path.join(folder, (await files())[0]!), 'utf8')).toContain(
    'Subject: Receipt for your membership fee',
  )
  await own.close()
})
