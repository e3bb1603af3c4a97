import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/accounts/passwords/passwords.ts'
import { sealPending } from '#server/bidding/pending/pending-box.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { send } from './requests.ts'
import { untilQuiet } from './tables.ts'

/** Everything stored about one person is in their data export, and is treated as declared when the account is closed. */

const PASSWORD = 'a saddle for the road'
const MAXIMUM = 7_391_700
const PENDING = 5_280_300

let server: TestServer
let ada: CastMember
let rita: CastMember
let lot: CastLot
let watched: CastLot

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  ada = await castPerson(pool, { name: 'Ada Quist', hasPaid: false, verification: 'pending' })
  rita = await castPerson(pool, { name: 'Rita', role: 'owner' })
  await pool.query(`update account set email = $2, password_hash = $3 where id = $1`, [
    ada.id,
    'ada.quist@demo.paddock.example',
    await hashPassword(PASSWORD),
  ])
  lot = await castLot(server.app)
  watched = await castLot(server.app)
  await live()
  await untilQuiet(pool)
})

afterAll(() => server.close())

async function action(who: CastMember, method: string, at: string, body?: unknown, expected = 200): Promise<unknown> {
  const form = body instanceof FormData ? body : body === undefined ? undefined : JSON.stringify(body)
  const answer = await send(server.url + at, { method, token: who.token, body: form })
  expect(answer.status, `${method} ${at}: ${answer.text}`).toBe(expected)
  return answer.json
}

/** From paying the fee to a lot that another bidder wins. */
async function live(): Promise<void> {
  const { pool } = server.app
  const fee = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  const { id: paymentId } = (await action(ada, 'POST', '/api/payments', fee, 201)) as { id: string }
  await action(ada, 'POST', `/api/payments/${paymentId}/sandbox`, { outcome: 'success' })
  const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('kind', 'passport')
  form.set('front', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'front.jpg')
  await action(ada, 'POST', '/api/verification/documents', form, 201)
  const { items } = (await action(rita, 'GET', '/api/admin/verifications')) as { items: { id: string }[] }
  const at = `/api/admin/verifications/${items[0]!.id}`
  const { url } = (await action(rita, 'POST', `${at}/links`, { side: 'front', page: 1 })) as { url: string }
  await send(server.url + url, { token: rita.token })
  await action(rita, 'POST', `${at}/decision`, { decision: 'approve', documentNumber: 'SPECI2014' })
  const reason = 'She asked for it by telephone'
  await action(rita, 'PATCH', `/api/admin/accounts/${ada.id}`, { biddingLimit: 90_000_000, reason })
  await action(rita, 'POST', `/api/admin/accounts/${ada.id}/notes`, { text: 'Likes old tractors.' }, 201)
  const bid = (kind: string, amount: number) => ({ bidId: randomUUID(), kind, amount })
  await action(ada, 'POST', `/api/lots/${lot.lotId}/bids`, bid('maximum', MAXIMUM))
  const lowered = { bidId: randomUUID(), amount: MAXIMUM - 100 }
  await action(ada, 'PUT', `/api/lots/${lot.lotId}/maximum`, lowered)
  const boris = await castPerson(pool, { name: 'Boris' })
  await action(boris, 'POST', `/api/lots/${lot.lotId}/bids`, bid('firm', MAXIMUM + 5_000_000))
  await action(ada, 'POST', `/api/lots/${lot.lotId}/bids`, bid('firm', 100), 409)
  await action(ada, 'PUT', `/api/lots/${watched.lotId}/watch`, { watching: true })
  const [hers, answered] = [randomUUID(), randomUUID()]
  const question = (questionId: string, text: string) => ({ questionId, text })
  await action(ada, 'POST', `/api/lots/${watched.lotId}/questions`, question(hers, 'I am Ada Quist. Any rust?'), 201)
  await action(ada, 'POST', `/api/lots/${watched.lotId}/questions`, question(answered, 'Any leaks?'), 201)
  await action(rita, 'PUT', `/api/admin/questions/${answered}/answer`, { version: 1, text: 'None seen.' })
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
  await action(ada, 'POST', '/api/profile/addresses', address, 201)
  await action(ada, 'PUT', '/api/billing/tax-id', { taxId: 'NL 0042' })
  await lookOut()
  await server.app.db
    .transaction()
    .execute((trx) =>
      notify(server.app, trx, { kind: 'account-security', accountId: ada.id, key: 'x', facts: { what: 'A test.' } }),
    )
  await server.app.outbox.drain()
}

/** What the person subscribes to: a saved search with a match, a calendar feed and a pending bid. */
async function lookOut(): Promise<void> {
  const { pool, keys } = server.app
  const search = { name: 'Quist barn finds', query: 'q=barn', alert: true }
  const { id: searchId } = (await action(ada, 'POST', '/api/saved-searches', search, 201)) as { id: string }
  await pool.query('insert into saved_search_find (search_id, lot_id) values ($1, $2)', [searchId, watched.lotId])
  const { url } = (await action(ada, 'POST', '/api/calendar/subscription', undefined, 201)) as { url: string }
  expect((await send(server.url + new URL(url).pathname, {})).status).toBe(200)
  await pool.query('insert into pending_bid (id, account_id, lot_id, sealed) values ($1, $2, $3, $4)', [
    newId(),
    ada.id,
    watched.lotId,
    sealPending(keys, ada.id, watched.lotId, PENDING),
  ])
}

type File = Record<string, unknown>

const rows = async (text: string) => (await server.app.pool.query<Record<string, unknown>>(text, [ada.id])).rows
const documents = async () => (await readdir(path.join(server.app.config.dataDir, 'documents')).catch(() => [])).length

test('a person’s export has a part from every feature, with their maximums and without other people’s secrets', async () => {
  const file = (await action(ada, 'POST', '/api/profile/exports', { currentPassword: PASSWORD })) as File
  expect(file).toMatchObject({
    account: {
      name: 'Ada Quist',
      addresses: [{ street: 'Keizersgracht 7' }],
      sessions: [expect.anything()],
      staffNotes: [{ text: 'Likes old tractors.' }],
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
    pendingBids: [{ lotNumber: watched.lotNumber, maximum: PENDING }],
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
  const actions = (file['staffActions'] as { action: string }[]).map((each) => each.action)
  expect(actions).toEqual(expect.arrayContaining(['change-account']))
  const [passport] = file['documents'] as { looks: { action: string }[] }[]
  expect(passport?.looks.map((look) => look.action)).toContain('view-document')
  const text = JSON.stringify(file)
  for (const hidden of [rita.id, 'Rita', 'argon2', ada.token]) expect(text).not.toContain(hidden)
})

test('an export leaves nothing out, however many refusals, notices and reviews there were', async () => {
  const cora = await castPerson(server.app.pool, { name: 'Cora' })
  const { pool } = server.app
  await pool.query('update account set password_hash = $2 where id = $1', [cora.id, await hashPassword(PASSWORD)])
  await action(cora, 'POST', `/api/lots/${lot.lotId}/bids`, { bidId: randomUUID(), kind: 'firm', amount: 100 }, 409)
  await pool.query(
    `insert into attempt (bid_id, lot_id, bidder_id, fingerprint, at_ms, outcome, answer)
     select gen_random_uuid(), lot_id, bidder_id, fingerprint, at_ms - n / 3, outcome, answer
     from attempt, generate_series(1, 11999) n where bidder_id = $1`,
    [cora.id],
  )
  await pool.query(
    `insert into audit (id, actor_id, action, subject_kind, subject_id, reason)
     select gen_random_uuid(), $2, 'look', 'account', $1, n from generate_series(1, 2500) n`,
    [cora.id, rita.id],
  )
  const file = (await action(cora, 'POST', '/api/profile/exports', { currentPassword: PASSWORD })) as {
    bids: { refused: { at: string; code: string }[] }
    staffActions: { reason: string }[]
  }
  const { refused } = file.bids
  expect(refused.length).toBe(12_000)
  expect(refused.map(({ at }) => at)).toEqual(refused.map(({ at }) => at).toSorted((a, b) => (a < b ? 1 : -1)))
  expect(new Set(file.staffActions.map(({ reason }) => reason)).size).toBe(2500)
})

describe('an account that is closed', () => {
  test('keeps what bookkeeping and ledgers need, and nothing that names the person', async () => {
    expect(await documents()).toBeGreaterThan(0)
    // Queues every delivery again: an email of any kind may still be waiting when the account is closed.
    await server.app.pool.query(
      `update delivery set state = 'queued', next_try_at = clock_timestamp() + interval '1 hour'
       where notification_id in (select id from notification where account_id = $1)`,
      [ada.id],
    )
    await action(ada, 'POST', '/api/account-closings', { currentPassword: PASSWORD })
    await server.app.outbox.drain()
    await untilQuiet(server.app.pool)
    expect(await documents()).toBe(0)
    const gone = ['watch', 'notification_choice', 'push_subscription', 'outbid_wait', 'buyer_tax_id', 'account_address']
    const wishes = ['pending_bid', 'saved_search', 'calendar_feed', 'calendar_told']
    for (const table of [...gone, ...wishes, 'account_note', 'account_identifier', 'session'])
      expect(await rows(`select * from ${table} where account_id = $1`), table).toEqual([])
    expect(
      await rows(`select * from verification_file f join verification_case c on c.id = f.case_id
      where c.account_id = $1`),
    ).toEqual([])
    expect(await rows('select state, note from verification_case where account_id = $1')).toEqual([
      { state: 'approved', note: null },
    ])
    const kept = await server.app.pool.query('select account_id, text from lot_question')
    expect(kept.rows).toEqual([{ account_id: null, text: 'Any leaks?' }])
    expect(await rows('select state from payment where account_id = $1')).toEqual([{ state: 'succeeded' }])
    expect((await rows('select 1 from ledger where bidder_id = $1')).length).toBeGreaterThan(0)
    expect(await namedIn(['Quist', 'Keizersgracht', 'NL 0042', 'Likes old tractors'])).toEqual([])
  })

  test('gets an email about it, and no earlier notice is kept', async () => {
    const left = async () =>
      (await rows('select kind from notification where account_id = $1')).map((row) => row['kind'])
    // The notice of the closing may have been sent and deleted with the rest before the features received the closing.
    expect([[], ['account-security']]).toContainEqual(await left())
    await expect.poll(mails, { timeout: 10_000 }).toContainEqual(expect.stringContaining('Your account is closed'))
  })
})

/** The emails to the person's address, read from the mail folder. */
async function mails(): Promise<string[]> {
  const folder = path.join(server.app.config.dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  return texts.filter((text) => text.includes('ada.quist@')).map((text) => text.replaceAll('=\n', ''))
}

/** Tables that contain one of the words. Email tables keep an address until the email is deleted. */
async function namedIn(words: string[]): Promise<string[]> {
  const { pool } = server.app
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
 * Every column that refers to a person, by the feature responsible for it. For a new table, register its feature's part with
 * `personalData` (what goes into the data export, what is deleted when the account is closed), then add it here.
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
  membership: ['payment', 'bank_line', 'credit_grant'],
  verification: ['verification_case'],
  bidding: ['watch', 'ledger', 'sealed_ledger', 'attempt', 'participation', 'purchase_due', 'standing', 'pending_bid'],
  catalog: ['saved_search'],
  calendar: ['calendar_feed', 'calendar_told'],
  lots: ['lot', 'lot_question'],
  invoices: ['invoice', 'credit_note', 'buyer_tax_id', 'account_strike'],
  sellers: ['seller'],
  settlements: ['seller_entry', 'seller_statement', 'payout'],
  selling: ['reserve_request', 'lot_viewer'],
  notifications: ['notification', 'notification_choice', 'push_subscription', 'outbid_wait'],
  marketing: ['referral', 'referral_click', 'newsletter_subscription', 'newsletter_recipient'],
  support: ['ticket'],
  risk: ['risk_case'],
}

test('every table that names people is handled by a feature', async () => {
  const found = await server.app.pool.query<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and column_name ~ '^(account|bidder|buyer|seller|leader|person|member)_id$'`,
  )
  const known = new Set(Object.values(ANSWERED_FOR).flat())
  expect(found.rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
