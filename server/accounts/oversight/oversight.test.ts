import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRow, OutboxMessage } from '#contract/accounts/oversight.ts'
import { notify } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { anyTopic } from '#test/harness/any-topic.ts'

let server: TestServer
let olga: CastMember
let rita: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
})
afterAll(() => server.close())

const ask = (at: string, who = olga) => server.call('GET', at, { token: who.token })
const write = (who: CastMember, at: string, body: object) => server.call('POST', at, { token: who.token, body })

async function text(at: string, who = olga): Promise<{ status: number; text: string }> {
  const answer = await fetch(server.url + at, { headers: { authorization: `Bearer ${who.token}` } })
  // The raw bytes: `text()` of fetch removes the byte order mark.
  return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('utf8') }
}

describe('the audit log', () => {
  type Page = { items: AuditRow[]; total: number; actions: string[]; subjects: string[] }
  const log = async (query: string) => (await ask(`/api/admin/audit?${query}`)).body as Page
  let sven: CastMember

  beforeAll(async () => {
    sven = await castPerson(server.app.pool, { name: 'Sven' })
    const change = (body: object) => server.call('PATCH', `/api/admin/accounts/${sven.id}`, { token: rita.token, body })
    await change({ biddingLimit: 500_000, reason: 'As agreed by telephone' })
    await change({ accountStatus: 'suspended', reason: '=HYPERLINK("http://evil.example")' })
    await write(olga, `/api/admin/accounts/${sven.id}/notes`, { text: 'Called twice.' })
  })

  test('shows who did what to whom, before and after, and why, latest first', async () => {
    const { items } = await log(`q=${sven.id}`)
    expect(items.map(({ by, action }) => [by, action])).toEqual([
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

  test('can be searched by person, reason, action, kind of subject and day, page by page', async () => {
    expect((await log('q=telephone')).total).toBe(1)
    expect((await log('q=rita')).items.every(({ by }) => by === 'Rita')).toBe(true)
    expect((await log('action=note-account')).items.map(({ action }) => action)).toEqual(['note-account'])
    expect((await log('subject=lot')).total).toBe(0)
    expect((await log('q=%25')).total).toBe(0)
    // The company's day: Chicago is the default time zone.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(server.app.now())
    expect((await log(`from=${today}&to=${today}`)).total).toBeGreaterThanOrEqual(3)
    expect((await log('to=2001-01-01')).total).toBe(0)
    expect((await log('')).actions).toEqual(expect.arrayContaining(['change-account', 'note-account']))
    expect((await ask('/api/admin/audit?from=2026-02-30')).status).toBe(400)
  })

  test('is exported as filtered, without formulas, and the export is logged', async () => {
    const file = await text(`/api/admin/audit.csv?q=${sven.id}`)
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffAt,By,Email,Action,Kind of record,Record,Before,After,Reason,What happened')
    expect(lines).toHaveLength(4)
    expect(file.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    expect((await log('action=export-audit')).items[0]).toMatchObject({ by: 'Olga', after: { q: sven.id } })
  })

  test('says each line as a sentence, with names, amounts before and after, and the reason', async () => {
    const { items } = await log(`q=${sven.id}`)
    expect(items.map(({ sentence }) => sentence)).toEqual([
      `Olga added a note about Sven (paddle ${sven.paddle}).`,
      `Rita changed the account of Sven (paddle ${sven.paddle}). Account status: active → suspended. Reason: =HYPERLINK("http://evil.example").`,
      `Rita changed the account of Sven (paddle ${sven.paddle}). Bidding limit: none → $5,000. Reason: As agreed by telephone.`,
    ])
  })

  test('says by which column a list was sorted as the list calls it', async () => {
    await ask('/api/admin/staff?sort=lastSeenAt&order=down')
    expect((await log('action=view-staff')).items[0]!.sentence).toBe(
      'Olga viewed the list of staff. Sort: Last seen. Order: down.',
    )
  })

  test('is found by a name, an amount as people write it, a paddle and the words of an action', async () => {
    const found = async (typed: string) =>
      (await log(`q=${encodeURIComponent(typed)}&subject=account`)).items.map(({ action }) => action)
    expect(await found('sven')).toHaveLength(3)
    expect(await found(`paddle ${sven.paddle}`)).toHaveLength(3)
    for (const amount of ['$5,000', '5000', '5,000.00'])
      expect(await found(amount)).toEqual(['change-account', 'change-account'])
    expect(await found('$5,001')).toEqual([])
    for (const words of ['added a note', 'una nota sobre', 'Notiz über'])
      expect(await found(words)).toEqual(['note-account'])
  })

  test('is found by lot number, with the standing before and after and the minutes of an extension', async () => {
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const lot = await castLot(server.app)
    const closesAt = lot.terms.scheduledCloseAt! + 600_000
    const extended = await server.call('POST', `/api/admin/lots/${lot.lotId}/extension`, {
      token: aukje.token,
      body: { closesAt, reason: 'The link was down' },
    })
    expect(extended.status).toBe(200)
    const { items } = await log(`q=lot%20${lot.lotNumber}`)
    expect(items.map(({ action }) => action)).toEqual(['extend'])
    expect(items[0]).toMatchObject({ subjectNumber: String(lot.lotNumber) })
    expect(items[0]!.sentence).toMatch(
      new RegExp(
        `^Aukje extended lot ${lot.lotNumber}, 2010 Kiri Urban\\. .*Ends: .+ → .+ \\(\\+10 min\\)\\. Reason: The link was down\\.$`,
      ),
    )
  })

  test('is for the owner only, and nobody can change it', async () => {
    expect((await ask('/api/admin/audit', rita)).status).toBe(403)
    expect((await text('/api/admin/audit.csv', rita)).status).toBe(403)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await server.call(method, '/api/admin/audit', { token: olga.token, body: {} })).status).toBe(405)
  })
})

describe('list exports', () => {
  test('of people contain what was found, sorted as requested, without formulas, and are audited', async () => {
    for (const name of ['@Ximena Bo', '=Ximena Ada', 'Ximena Cy']) await castPerson(server.app.pool, { name })
    const file = await text('/api/admin/accounts.csv?q=ximena&sort=name&order=down', rita)
    const names = file.text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1])
    expect(names).toEqual(['Ximena Cy', "'@Ximena Bo", "'=Ximena Ada"])
    const { rows } = await server.app.pool.query(`select actor_id, after from audit where action = 'export-accounts'`)
    expect(rows).toEqual([{ actor_id: rita.id, after: { q: 'ximena', sort: 'name', order: 'down' } }])
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    expect((await text('/api/admin/accounts.csv', kofi)).status).toBe(403)
  })

  test('have every role of a person, and the kind of an email, in the reader’s language', async () => {
    const { pool } = server.app
    const { id, token } = await castPerson(pool, { name: 'Greta', role: 'owner' })
    await pool.query(`update account set language = 'de' where id = $1`, [id])
    const german = async (path: string) => (await text(path, { ...olga, token })).text
    await castPerson(pool, { name: 'Quentin Single', role: 'cashier' })
    const several = await castPerson(pool, { name: 'Quentin Several', role: 'reviewer' })
    await pool.query(`update account set more_roles = '{cashier,auctioneer}' where id = $1`, [several.id])
    await castPerson(pool, { name: 'Quentin Member' })
    for (const list of ['accounts', 'staff']) {
      const file = await german(`/api/admin/${list}.csv?q=quentin`)
      expect(file).toContain('"Auktionator, Prüfer, Kassierer"')
      expect(file).not.toMatch(/Auctioneer|Reviewer|Cashier/)
    }
    expect(await german('/api/admin/accounts.csv?q=quentin')).toContain('Mitglied')
    expect(await german('/api/admin/accounts.csv?q=quentin')).toMatch(/,ja,/)
    const english = await text('/api/admin/accounts.csv?q=quentin')
    expect(english.text).toContain('"Auctioneer, Reviewer, Cashier"')
    await server.app.db.transaction().execute((trx) =>
      notify(server.app, trx, {
        kind: 'fee-receipt',
        accountId: several.id,
        key: randomUUID(),
        facts: { amount: 9900, currency: 'USD', paymentId: 'P-1' },
      }),
    )
    await server.app.outbox.drain()
    expect(await german('/api/admin/mails.csv?q=quentin')).toContain(',Beleg über den Beitrag,')
    expect((await text('/api/admin/mails.csv?q=quentin')).text).toContain(',Fee receipt,')
  })

  test('of people go beyond one page', async () => {
    await server.app.pool.query(
      `insert into account (id, email, password_hash, name, phone, country, referral_code, terms_version)
       select gen_random_uuid(), 'crowd' || n || '@crowd.example', 'x', 'Crowd ' || n, '', 'US', gen_random_uuid()::text, 'test'
       from generate_series(1, 1201) n`,
    )
    const file = await text('/api/admin/accounts.csv?q=crowd.example', rita)
    const lines = file.text.trimEnd().split('\r\n').slice(1)
    expect(new Set(lines).size).toBe(1201)
    type Page = { items: { id: string }[]; total: number; next: string | null }
    const seen: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const place = after === '' ? '' : `&after=${after}`
      const page = (await ask(`/api/admin/accounts?q=crowd.example&sort=name${place}`)).body as Page
      expect(page.total).toBe(1201)
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([1201, 1201])
  })

  test('of documents contain what was found, and are audited', async () => {
    const pia = await castPerson(server.app.pool, { name: '=Pia', verification: 'pending', document: 'submitted' })
    await server.app.pool.query(
      `insert into verification_case (id, account_id, kind, state) values (gen_random_uuid(), $1, 'passport', 'submitted')`,
      [pia.id],
    )
    const file = await text('/api/admin/verifications.csv?q=pia', rita)
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\ufeffName,Email,Country,Document,State,Sent,Decided,By,Pictures kept')
    expect(lines[1]).toMatch(/^'=Pia,.*,US,Passport,Waiting,\d{4}-.*,,,0$/)
    const { rows } = await server.app.pool.query(`select actor_id from audit where action = 'export-verifications'`)
    expect(rows).toEqual([{ actor_id: rita.id }])
  })
})

describe('failed outbox messages', () => {
  type Page = { items: OutboxMessage[]; counts: Record<string, number>; topics: { topic: string; event: string }[] }
  const list = async (query = '') => (await ask(`/api/admin/outbox?${query}`)).body as Page

  test('are listed with their failure and without their payload, and retried by the owner', async () => {
    const { db, pool } = server.app
    const outbox = anyTopic(server.app.outbox)
    let isBroken = true
    const received: string[] = []
    outbox.on('shoe-sold', (payload) => {
      if (isBroken) return Promise.reject(new Error('The cobbler is ill.'))
      received.push((payload as { secret: string }).secret)
      return Promise.resolve()
    })
    await db.transaction().execute((trx) => outbox.add(trx, 'shoe-sold', { lotId: 'L-1', secret: 'size 42' }))
    await pool.query(`update outbox set tries = 11 where topic = 'shoe-sold'`)
    outbox.nudge()
    await expect.poll(async () => (await list('state=given-up')).items.length).toBe(1)
    const { items, counts, topics } = await list('state=given-up&topic=shoe-sold')
    expect(items[0]).toMatchObject({ key: 'lot:L-1', tries: 12, failure: 'The cobbler is ill.', nextTryAt: null })
    expect([counts['given-up'], topics]).toEqual([1, [{ topic: 'shoe-sold', event: 'shoe-sold' }]])
    expect(JSON.stringify(items)).not.toContain('size 42')

    isBroken = false
    const retry = () => write(olga, '/api/admin/outbox-retries', { messageIds: items.map(({ id }) => id) })
    expect((await retry()).body).toEqual({ count: 1 })
    await expect.poll(() => received).toEqual(['size 42'])
    expect((await retry()).body).toEqual({ count: 0 })
    expect((await list()).items).toEqual([])
    await pool.query(`insert into outbox (id, topic, payload, tries, next_try_at)
      values (gen_random_uuid(), 'lot-sold', '{}', 1, clock_timestamp() + interval '1 day')`)
    expect((await list()).items[0]).toMatchObject({ topic: 'lot-sold', event: 'Lot sold' })
    const log = (await ask('/api/admin/audit?action=retry-message')).body as { items: { sentence: string }[] }
    expect(log.items[0]!.sentence).toContain('the background job “shoe-sold”')
    const { rows } = await pool.query(`select actor_id, subject_id, before from audit where action = 'retry-message'`)
    expect(rows).toEqual([{ actor_id: olga.id, subject_id: items[0]!.id, before: { topic: 'shoe-sold', tries: 12 } }])
  })

  test('are for the owner only', async () => {
    expect((await ask('/api/admin/outbox', rita)).status).toBe(403)
    expect((await write(rita, '/api/admin/outbox-retries', { messageIds: [rita.id] })).status).toBe(403)
  })
})
