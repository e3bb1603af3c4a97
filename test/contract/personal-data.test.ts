import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { sealParked } from '#server/bidding/parked/parked-box.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { send } from './requests.ts'
import { untilQuiet } from './tables.ts'

/** Everything the house holds of one person: that it is in the person's file, and what becomes of it when the account is closed. */

const PASSWORD = 'a saddle for the road'
const MAXIMUM = 7_391_700
const PARKED = 5_280_300

let house: TestHouse
let ada: CastMember
let rita: CastMember
let lot: CastLot
let watched: CastLot

beforeAll(async () => {
  house = await openHouse()
  const { pool } = house.house
  ada = await castPerson(pool, { name: 'Ada Quist', hasPaid: false, verification: 'pending' })
  rita = await castPerson(pool, { name: 'Rita', role: 'owner' })
  await pool.query(`update account set email = $2, password_hash = $3 where id = $1`, [
    ada.id,
    'ada.quist@demo.paddock.example',
    await hashPassword(PASSWORD),
  ])
  lot = await castLot(house.house)
  watched = await castLot(house.house)
  await live()
  await untilQuiet(pool)
})

afterAll(() => house.close())

async function act(who: CastMember, method: string, at: string, body?: unknown, expected = 200): Promise<unknown> {
  const form = body instanceof FormData ? body : body === undefined ? undefined : JSON.stringify(body)
  const answer = await send(house.url + at, { method, token: who.token, body: form })
  expect(answer.status, `${method} ${at}: ${answer.text}`).toBe(expected)
  return answer.json
}

/** From the fee to a lot that somebody else wins. */
async function live(): Promise<void> {
  const { pool } = house.house
  const fee = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  const { id: paymentId } = (await act(ada, 'POST', '/api/payments', fee, 201)) as { id: string }
  await act(ada, 'POST', `/api/payments/${paymentId}/sandbox`, { outcome: 'success' })
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('kind', 'passport')
  form.set('front', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'front.jpg')
  await act(ada, 'POST', '/api/verification/documents', form, 201)
  const { items } = (await act(rita, 'GET', '/api/admin/verifications')) as { items: { id: string }[] }
  const at = `/api/admin/verifications/${items[0]!.id}`
  const { url } = (await act(rita, 'POST', `${at}/links`, { side: 'front', page: 1 })) as { url: string }
  await send(house.url + url, { token: rita.token })
  await act(rita, 'POST', `${at}/decision`, { decision: 'approve', documentNumber: 'SPECI2014' })
  const reason = 'She asked for it by telephone'
  await act(rita, 'PATCH', `/api/admin/accounts/${ada.id}`, { biddingLimit: 90_000_000, reason })
  await act(rita, 'POST', `/api/admin/accounts/${ada.id}/notes`, { text: 'Likes old tractors.' }, 201)
  const bid = (kind: string, amount: number) => ({ bidId: randomUUID(), kind, amount })
  await act(ada, 'POST', `/api/lots/${lot.lotId}/bids`, bid('maximum', MAXIMUM))
  const lowered = { bidId: randomUUID(), amount: MAXIMUM - 100 }
  await act(ada, 'PUT', `/api/lots/${lot.lotId}/maximum`, lowered)
  const boris = await castPerson(pool, { name: 'Boris' })
  await act(boris, 'POST', `/api/lots/${lot.lotId}/bids`, bid('firm', MAXIMUM + 5_000_000))
  await act(ada, 'POST', `/api/lots/${lot.lotId}/bids`, bid('firm', 100), 409)
  await act(ada, 'PUT', `/api/lots/${watched.lotId}/watch`, { watching: true })
  const [hers, answered] = [randomUUID(), randomUUID()]
  const question = (questionId: string, text: string) => ({ questionId, text })
  await act(ada, 'POST', `/api/lots/${watched.lotId}/questions`, question(hers, 'I am Ada Quist. Any rust?'), 201)
  await act(ada, 'POST', `/api/lots/${watched.lotId}/questions`, question(answered, 'Any leaks?'), 201)
  await act(rita, 'PUT', `/api/admin/questions/${answered}/answer`, { version: 1, text: 'None seen.' })
  const address = {
    recipient: 'Ada Quist',
    company: '',
    street: 'Keizersgracht 7',
    extra: '',
    postcode: '1015 CJ',
    city: 'Amsterdam',
    region: '',
    country: 'NL',
    forInvoices: true,
  }
  await act(ada, 'POST', '/api/profile/addresses', address, 201)
  await act(ada, 'PUT', '/api/billing/tax-id', { taxId: 'NL 0042' })
  await lookOut()
  await house.house.db
    .transaction()
    .execute((trx) =>
      notify(house.house, trx, { kind: 'account-security', accountId: ada.id, key: 'x', facts: { what: 'A test.' } }),
    )
  await house.house.outbox.drain()
}

/** What she wants to hear of: a saved search that found something, a calendar that she follows, and a bid that has not joined in. */
async function lookOut(): Promise<void> {
  const { pool, keys } = house.house
  const search = { name: 'Quist barn finds', query: 'q=barn', alert: true }
  const { id: searchId } = (await act(ada, 'POST', '/api/saved-searches', search, 201)) as { id: string }
  await pool.query('insert into saved_search_find (search_id, lot_id) values ($1, $2)', [searchId, watched.lotId])
  const { url } = (await act(ada, 'POST', '/api/calendar/subscription', undefined, 201)) as { url: string }
  expect((await send(house.url + new URL(url).pathname, {})).status).toBe(200)
  await pool.query('insert into parked_bid (id, account_id, lot_id, sealed) values ($1, $2, $3, $4)', [
    newId(),
    ada.id,
    watched.lotId,
    sealParked(keys, ada.id, watched.lotId, PARKED),
  ])
}

type File = Record<string, unknown>

const rows = async (text: string) => (await house.house.pool.query<Record<string, unknown>>(text, [ada.id])).rows
const documents = async () => (await readdir(path.join(house.house.config.dataDir, 'documents')).catch(() => [])).length

test('a person’s file holds a part of every room, with the own maximums and without what others may not hand out', async () => {
  const file = (await act(ada, 'POST', '/api/profile/exports', { currentPassword: PASSWORD })) as File
  expect(file).toMatchObject({
    account: {
      name: 'Ada Quist',
      addresses: [{ street: 'Keizersgracht 7' }],
      sessions: [expect.anything()],
      notesOfTheHouse: [{ text: 'Likes old tractors.' }],
      identifiers: expect.arrayContaining([
        { kind: 'document-number', firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) },
      ]),
    },
    payments: { payments: [{ purpose: 'membership', state: 'succeeded', amount: 9900 }] },
    documents: [{ kind: 'passport', state: 'approved', files: [{ side: 'front', page: 1 }], looks: expect.any(Array) }],
    bids: {
      bids: [
        { kind: 'maximum', amount: MAXIMUM },
        { type: 'maximum-changed', change: 'lowered', amount: MAXIMUM - 100 },
      ],
      refused: [{ lotNumber: lot.lotNumber, code: 'below-next-bid', nextBid: expect.any(Number) }],
      watching: [{ lotId: watched.lotId }],
    },
    parkedBids: [{ lotNumber: watched.lotNumber, maximum: PARKED }],
    savedSearches: [{ name: 'Quist barn finds', query: 'q=barn', found: [{ lotId: watched.lotId, told: false }] }],
    calendar: {
      feed: { readAt: expect.any(String) },
      said: expect.arrayContaining([expect.objectContaining({ id: watched.lotId })]),
    },
    invoices: [],
    questions: [
      { text: 'I am Ada Quist. Any rust?', answer: null },
      { text: 'Any leaks?', answer: 'None seen.' },
    ],
    notices: { notices: expect.arrayContaining([expect.objectContaining({ facts: { what: 'A test.' } })]) },
  })
  const acts = (file['actsOfTheHouse'] as { act: string }[]).map((each) => each.act)
  expect(acts).toEqual(expect.arrayContaining(['change-account']))
  const [passport] = file['documents'] as { looks: { act: string }[] }[]
  expect(passport?.looks.map((look) => look.act)).toContain('view-document')
  const text = JSON.stringify(file)
  for (const hidden of [rita.id, 'Rita', 'argon2', ada.token]) expect(text).not.toContain(hidden)
})

test('a file leaves nothing out, however often somebody was refused, was told something or was looked at', async () => {
  const cora = await castPerson(house.house.pool, { name: 'Cora' })
  const { pool } = house.house
  await pool.query('update account set password_hash = $2 where id = $1', [cora.id, await hashPassword(PASSWORD)])
  await act(cora, 'POST', `/api/lots/${lot.lotId}/bids`, { bidId: randomUUID(), kind: 'firm', amount: 100 }, 409)
  await pool.query(
    `insert into attempt (bid_id, lot_id, bidder_id, fingerprint, at_ms, outcome, answer)
     select gen_random_uuid(), lot_id, bidder_id, fingerprint, at_ms - n / 3, outcome, answer
     from attempt, generate_series(1, 11999) n where bidder_id = $1`,
    [cora.id],
  )
  await pool.query(
    `insert into audit (id, actor_id, act, subject_kind, subject_id, reason)
     select gen_random_uuid(), $2, 'look', 'account', $1, n from generate_series(1, 2500) n`,
    [cora.id, rita.id],
  )
  const file = (await act(cora, 'POST', '/api/profile/exports', { currentPassword: PASSWORD })) as {
    bids: { refused: { at: string; code: string }[] }
    actsOfTheHouse: { reason: string }[]
  }
  const { refused } = file.bids
  expect(refused.length).toBe(12_000)
  expect(refused.map(({ at }) => at)).toEqual(refused.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)))
  expect(new Set(file.actsOfTheHouse.map(({ reason }) => reason)).size).toBe(2500)
})

describe('an account that is closed', () => {
  test('leaves what bookkeeping and ledgers need, and nothing that names the person', async () => {
    expect(await documents()).toBeGreaterThan(0)
    // Whatever of her mail has gone out by now, of all of it something may still be on its way.
    await house.house.pool.query(
      `update delivery set state = 'queued', next_try_at = clock_timestamp() + interval '1 hour'
       where notification_id in (select id from notification where account_id = $1)`,
      [ada.id],
    )
    await act(ada, 'POST', '/api/account-closings', { currentPassword: PASSWORD })
    await house.house.outbox.drain()
    await untilQuiet(house.house.pool)
    expect(await documents()).toBe(0)
    const gone = ['watch', 'notification_choice', 'push_subscription', 'outbid_wait', 'buyer_tax_id', 'account_address']
    const wishes = ['parked_bid', 'saved_search', 'calendar_feed', 'calendar_told']
    for (const table of [...gone, ...wishes, 'account_note', 'account_identifier', 'session'])
      expect(await rows(`select * from ${table} where account_id = $1`), table).toEqual([])
    expect(
      await rows(`select * from verification_file f join verification_case c on c.id = f.case_id
      where c.account_id = $1`),
    ).toEqual([])
    expect(await rows('select state, note from verification_case where account_id = $1')).toEqual([
      { state: 'approved', note: null },
    ])
    const kept = await house.house.pool.query('select account_id, text from lot_question')
    expect(kept.rows).toEqual([{ account_id: null, text: 'Any leaks?' }])
    expect(await rows('select state from payment where account_id = $1')).toEqual([{ state: 'succeeded' }])
    expect((await rows('select 1 from ledger where bidder_id = $1')).length).toBeGreaterThan(0)
    expect(await namedIn(['Quist', 'Keizersgracht', 'NL 0042', 'Likes old tractors'])).toEqual([])
  })

  test('is told so by mail, and of what it was told before nothing is left', async () => {
    const left = async () =>
      (await rows('select kind from notification where account_id = $1')).map((row) => row['kind'])
    // The word about the closing may have gone out, and been forgotten with the rest, before the rooms heard of the closing.
    expect([[], ['account-security']]).toContainEqual(await left())
    await expect.poll(mails, { timeout: 10_000 }).toContainEqual(expect.stringContaining('Your account is closed'))
  })
})

/** The mails to her address, as they lie in the folder. */
async function mails(): Promise<string[]> {
  const folder = path.join(house.house.config.dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes('ada.quist@')).map((text) => text.replaceAll('=\n', ''))
}

/** Tables in which one of the words stands. Mail lists name an address until the mail is forgotten. */
async function namedIn(words: string[]): Promise<string[]> {
  const { pool } = house.house
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'delivery'`,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    const pattern = words.join('|')
    const { rows: hits } = await pool.query(`select 1 from "${name}" t where t::text ~* $1 limit 1`, [pattern])
    if (hits.length > 0) found.push(name)
  }
  return found
}

/**
 * Every column that names a person, and who answers for it. A new table: register its room's part with `personalData` (what is told to
 * the person, what is forgotten when the account is closed), and then add it here.
 */
const ANSWERED_FOR: Record<string, readonly string[]> = {
  accounts: [
    'account_identifier',
    'session',
    'account_link',
    'second_factor',
    'recovery_code',
    'account_address',
    'account_note',
  ],
  membership: ['payment', 'bank_line'],
  verification: ['verification_case'],
  bidding: ['watch', 'ledger', 'sealed_ledger', 'attempt', 'participation', 'purchase_due', 'standing', 'parked_bid'],
  catalogue: ['saved_search'],
  calendar: ['calendar_feed', 'calendar_told'],
  lots: ['lot', 'lot_question'],
  invoices: ['invoice', 'credit_note', 'buyer_tax_id'],
  notifications: ['notification', 'notification_choice', 'push_subscription', 'outbid_wait'],
}

test('no table names people for which nobody answers', async () => {
  const found = await house.house.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '^(account|bidder|buyer|seller|leader|person|member)_id$'`,
  )
  const known = new Set(Object.values(ANSWERED_FOR).flat())
  expect(found.rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
