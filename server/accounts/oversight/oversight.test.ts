import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRow, OutboxMessage } from '#contract/oversight.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'

let house: TestHouse
let olga: CastMember
let rita: CastMember

beforeAll(async () => {
  house = await openHouse()
  olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
  rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
})
afterAll(() => house.close())

const ask = (at: string, who = olga) => house.call('GET', at, { token: who.token })
const write = (who: CastMember, at: string, body: object) => house.call('POST', at, { token: who.token, body })

async function text(at: string, who = olga): Promise<{ status: number; text: string }> {
  const answer = await fetch(house.url + at, { headers: { authorization: `Bearer ${who.token}` } })
  // As it travels: `text()` of fetch takes the byte order mark away.
  return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('utf8') }
}

describe('the audit log', () => {
  type Page = { items: AuditRow[]; count: number; pages: number; acts: string[]; subjects: string[] }
  const log = async (query: string) => (await ask(`/api/admin/audit?${query}`)).body as Page
  let sven: CastMember

  beforeAll(async () => {
    sven = await castPerson(house.house.pool, { name: 'Sven' })
    const change = (body: object) => house.call('PATCH', `/api/admin/accounts/${sven.id}`, { token: rita.token, body })
    await change({ biddingLimit: 500_000, reason: 'As agreed by telephone' })
    await change({ accountStatus: 'suspended', reason: '=HYPERLINK("http://evil.example")' })
    await write(olga, `/api/admin/accounts/${sven.id}/notes`, { text: 'Called twice.' })
  })

  test('says who did what to whom, before and after, why, the latest first', async () => {
    const { items } = await log(`q=${sven.id}`)
    expect(items.map(({ by, act }) => [by, act])).toEqual([
      ['Olga', 'note-account'],
      ['Rita', 'change-account'],
      ['Rita', 'change-account'],
    ])
    expect(items[2]).toMatchObject({
      subjectKind: 'account',
      subjectId: sven.id,
      before: { biddingLimit: null },
      after: { biddingLimit: 500_000 },
      reason: 'As agreed by telephone',
    })
    expect((await log(`q=${sven.id}&order=up`)).items.map(({ id }) => id)).toEqual(
      items.map(({ id }) => id).toReversed(),
    )
  })

  test('is found by person, reason, act, kind of subject and day, page by page', async () => {
    expect((await log('q=telephone')).count).toBe(1)
    expect((await log('q=rita')).items.every(({ by }) => by === 'Rita')).toBe(true)
    expect((await log('act=note-account')).items.map(({ act }) => act)).toEqual(['note-account'])
    expect((await log('subject=lot')).count).toBe(0)
    expect((await log('q=%25')).count).toBe(0)
    const today = new Date().toISOString().slice(0, 10)
    expect((await log(`from=${today}&to=${today}`)).count).toBeGreaterThanOrEqual(3)
    expect((await log('to=2001-01-01')).count).toBe(0)
    expect((await log('page=2')).items).toEqual([])
    expect((await log('')).acts).toEqual(expect.arrayContaining(['change-account', 'note-account']))
    expect((await ask('/api/admin/audit?from=2026-02-30')).status).toBe(400)
  })

  test('is exported as it was found, no cell a formula, and the export stands in the log', async () => {
    const file = await text(`/api/admin/audit-csv?q=${sven.id}`)
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffAt,By,Email,Act,Kind of subject,Subject,Before,After,Reason')
    expect(lines).toHaveLength(4)
    expect(file.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect((await log('act=export-audit')).items[0]).toMatchObject({ by: 'Olga', after: { q: sven.id } })
  })

  test('is the owner’s alone, and nobody can change it', async () => {
    expect((await ask('/api/admin/audit', rita)).status).toBe(403)
    expect((await text('/api/admin/audit-csv', rita)).status).toBe(403)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await house.call(method, '/api/admin/audit', { token: olga.token, body: {} })).status).toBe(405)
  })
})

describe('lists as files', () => {
  test('of people are what was found, sorted as asked, no cell a formula, and audited', async () => {
    for (const name of ['@Ximena Bo', '=Ximena Ada', 'Ximena Cy']) await castPerson(house.house.pool, { name })
    const file = await text('/api/admin/accounts-csv?q=ximena&sort=name&order=down', rita)
    const names = file.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
    expect(names).toEqual(['Ximena Cy', "'@Ximena Bo", "'=Ximena Ada"])
    const { rows } = await house.house.pool.query(`select actor_id, after from audit where act = 'export-accounts'`)
    expect(rows).toEqual([{ actor_id: rita.id, after: { q: 'ximena', sort: 'name', order: 'down' } }])
    const kofi = await castPerson(house.house.pool, { name: 'Kofi', role: 'cashier' })
    expect((await text('/api/admin/accounts-csv', kofi)).status).toBe(403)
  })

  test('of people go beyond a page', async () => {
    await house.house.pool.query(
      `insert into account (id, email, password_hash, name, phone, country, referral_code, terms_version)
       select gen_random_uuid(), 'crowd' || n || '@crowd.example', 'x', 'Crowd ' || n, '', 'US', gen_random_uuid()::text, 'test'
       from generate_series(1, 1201) n`,
    )
    const file = await text('/api/admin/accounts-csv?q=crowd.example', rita)
    const lines = file.text.trimEnd().split('\r\n').slice(1)
    expect(new Set(lines).size).toBe(1201)
    type Page = { items: unknown[]; page: number; pages: number; count: number }
    const last = (await ask('/api/admin/accounts?q=crowd.example&page=25')).body as Page
    expect([last.items.length, last.page, last.pages, last.count]).toEqual([1, 25, 25, 1201])
  })

  test('of documents are what was found, and audited', async () => {
    const pia = await castPerson(house.house.pool, { name: '=Pia', verification: 'pending', document: 'submitted' })
    await house.house.pool.query(
      `insert into verification_case (id, account_id, kind, state) values (gen_random_uuid(), $1, 'passport', 'submitted')`,
      [pia.id],
    )
    const file = await text('/api/admin/verifications-csv?search=pia', rita)
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffName,Email,Country,Document,State,Sent,Decided,By,Pictures kept')
    expect(lines[1]).toMatch(/^'=Pia,.*,US,passport,submitted,\d{4}-.*,,,0$/)
    const { rows } = await house.house.pool.query(`select actor_id from audit where act = 'export-verifications'`)
    expect(rows).toEqual([{ actor_id: rita.id }])
  })
})

describe('messages that were given up', () => {
  type Page = { items: OutboxMessage[]; counts: Record<string, number>; topics: string[] }
  const list = async (query = '') => (await ask(`/api/admin/outbox?${query}`)).body as Page

  test('are listed with their failure and without what they carry, and tried again by the owner', async () => {
    const { db, outbox, pool } = house.house
    let isBroken = true
    const heard: string[] = []
    outbox.on('shoe-sold', (payload) => {
      if (isBroken) return Promise.reject(new Error('The cobbler is ill.'))
      heard.push((payload as { secret: string }).secret)
      return Promise.resolve()
    })
    await db.transaction().execute((trx) => outbox.add(trx, 'shoe-sold', { lotId: 'L-1', secret: 'size 42' }))
    await pool.query(`update outbox set tries = 11 where topic = 'shoe-sold'`)
    outbox.nudge()
    await expect.poll(async () => (await list('state=given-up')).items.length).toBe(1)
    const { items, counts, topics } = await list('state=given-up&topic=shoe-sold')
    expect(items[0]).toMatchObject({ key: 'lot:L-1', tries: 12, failure: 'The cobbler is ill.', nextTryAt: null })
    expect([counts['given-up'], topics]).toEqual([1, ['shoe-sold']])
    expect(JSON.stringify(items)).not.toContain('size 42')

    isBroken = false
    const retry = () => write(olga, '/api/admin/outbox-retries', { messageIds: items.map(({ id }) => id) })
    expect((await retry()).body).toEqual({ count: 1 })
    await expect.poll(() => heard).toEqual(['size 42'])
    expect((await retry()).body).toEqual({ count: 0 })
    expect((await list()).items).toEqual([])
    const { rows } = await pool.query(`select actor_id, subject_id, before from audit where act = 'retry-message'`)
    expect(rows).toEqual([{ actor_id: olga.id, subject_id: items[0]!.id, before: { topic: 'shoe-sold', tries: 12 } }])
  })

  test('are the owner’s alone', async () => {
    expect((await ask('/api/admin/outbox', rita)).status).toBe(403)
    expect((await write(rita, '/api/admin/outbox-retries', { messageIds: [rita.id] })).status).toBe(403)
  })
})
