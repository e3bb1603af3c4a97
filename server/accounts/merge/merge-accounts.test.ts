import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MergePreview } from '#contract/accounts/merge-accounts.ts'
import { noticeOf } from '#server/platform/notice.ts'
import { grantCredit } from '#server/payments/grants/grants.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { noteIdentifier } from '../identifiers/identifiers.ts'
import { hashPassword } from '../passwords/passwords.ts'

const PASSWORD = 'a saddle for the road'

let server: TestServer
let rita: CastMember
let ada: CastMember
let second: CastMember
const notices: { kind: string; accountId: string | null; to: string | null; facts: object }[] = []

beforeAll(async () => {
  server = await openTestServer()
  server.app.outbox.on('notice', (payload) => {
    const { facts, to } = noticeOf(server.app, payload)
    notices.push({ kind: payload.kind, accountId: payload.accountId, to, facts })
    return Promise.resolve()
  })
  rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  second = await castPerson(server.app.pool, { name: 'Ada Two', hasPaid: false, verification: 'pending' })
})

async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await server.app.pool.query(text, values)).rows as T[]
}

const pathOf = (kept: CastMember, duplicate: CastMember) => `/api/admin/accounts/${kept.id}/merges/${duplicate.id}`
const preview = async (kept = ada, duplicate = second) =>
  (await server.call('GET', pathOf(kept, duplicate), { token: rita.token })).body as MergePreview
const merge = (kept = ada, duplicate = second, who = rita) =>
  server.call('POST', pathOf(kept, duplicate), { token: who.token, body: { reason: 'The same person, by phone' } })
const read = async (who: CastMember) =>
  (await server.call('GET', `/api/admin/accounts/${who.id}`, { token: rita.token })).body

async function bidOn(who: CastMember, lotId: string, amount: number): Promise<void> {
  const body = { bidId: randomUUID(), kind: 'firm', amount }
  const answer = await server.call('POST', `/api/lots/${lotId}/bids`, { token: who.token, body })
  expect(answer.status).toBe(200)
}

/** What the preview says is what the merge answers, and nothing has changed. */
async function refuses(reason: RegExp, kept = ada, duplicate = second): Promise<void> {
  const { reasons } = await preview(kept, duplicate)
  expect(reasons).toEqual([expect.stringMatching(reason)])
  expect(await merge(kept, duplicate)).toMatchObject({ status: 409, body: { code: 'not-mergeable', details: { reasons } } })
  expect(await rows('select 1 from account where merged_into is not null and id = $1', duplicate.id)).toEqual([])
}

describe('a merge', () => {
  test('closes the duplicate and carries over what the person keeps, as its preview says', async () => {
    const { pool } = server.app
    const [one, two] = [await castLot(server.app), await castLot(server.app)]
    await pool.query('insert into watch (account_id, lot_id) values ($1, $3), ($2, $3), ($2, $4)', [
      ada.id,
      second.id,
      one.lotId,
      two.lotId,
    ])
    await pool.query(
      `insert into saved_search (id, account_id, name, query, informed, alert) values ($1, $2, 'Vans', 'body=van', true, true)`,
      [randomUUID(), second.id],
    )
    await pool.query(
      `insert into ticket (id, reference, account_id, name, email, topic, subject) values ($1, $2, $3, 'Ada', $4, 'other', 'Hello')`,
      [randomUUID(), `T-${randomUUID().slice(0, 8)}`, second.id, second.email],
    )
    await server.call('POST', `/api/admin/accounts/${second.id}/notes`, { token: rita.token, body: { text: 'Called.' } })
    const expected = { watches: 1, savedSearches: 1, tickets: 1, notes: 1, strikes: 0, referrals: 0, membership: 0 }
    expect(await preview()).toEqual({ reasons: [], carried: expected })
    expect(await rows('select 1 from watch where account_id = $1', second.id)).toHaveLength(2)
    expect(await merge()).toMatchObject({ status: 200, body: { carried: expected } })
    expect(await rows('select lot_id from watch where account_id = $1', ada.id)).toHaveLength(2)
    for (const table of ['watch', 'saved_search', 'ticket', 'account_note', 'session'])
      expect(await rows(`select 1 from ${table} where account_id = $1`, second.id), table).toEqual([])
    expect(await read(ada)).toMatchObject({
      merged: [{ id: second.id, email: second.email }],
      mergedInto: null,
      notes: [{ text: 'Called.' }],
    })
    expect(await read(second)).toMatchObject({ accountStatus: 'closed', mergedInto: { id: ada.id }, merged: [] })
  })

  test('ends every session of the duplicate at once, and leaves those of the account that stays', async () => {
    expect((await server.call('GET', '/api/user', { token: second.token })).status).toBe(200)
    await merge()
    await expect
      .poll(async () => (await server.call('GET', '/api/user', { token: second.token })).status)
      .toBe(401)
    expect((await server.call('GET', '/api/user', { token: ada.token })).status).toBe(200)
  })

  test('is in the audit log in words, and on the timeline of the account that stays with what the duplicate did', async () => {
    await merge()
    const olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    const log = await server.call('GET', `/api/admin/audit?q=${second.id}&action=merge-account`, { token: olga.token })
    const { items } = log.body as { items: { sentence: string }[] }
    expect(items[0]?.sentence).toContain(`Rita merged Ada Two (paddle ${second.paddle}) into another account`)
    expect(items[0]?.sentence).toContain(`Ada (paddle ${ada.paddle})`)
    const line = await server.call('GET', `/api/admin/accounts/${ada.id}/timeline`, { token: rita.token })
    const entries = (line.body as { items: { id: string; text: string }[] }).items
    expect(entries.map(({ text }) => text)).toContain('Rita: merge account. The same person, by phone')
    expect(entries.map(({ id }) => id)).toContain(`registered-${second.id}`)
  })

  test('notifies both addresses; later notices to the duplicate reach the account that stays', async () => {
    await merge()
    await server.app.outbox.drain()
    const told = notices.filter(({ kind, accountId }) => kind === 'account-security' && accountId === ada.id)
    expect(told.map(({ to }) => to).toSorted()).toEqual([null, second.email].toSorted())
    const { notify } = await import('#server/platform/notice.ts')
    await server.app.db.transaction().execute((trx) =>
      notify(server.app, trx, {
        kind: 'account-security',
        accountId: second.id,
        key: randomUUID(),
        facts: { what: 'Something changed.' },
      }),
    )
    const before = await rows('select 1 from notification where account_id = $1', ada.id)
    await server.app.outbox.drain()
    await expect
      .poll(() => rows('select 1 from notification where account_id = $1', ada.id))
      .toHaveLength(before.length + 1)
    expect(await rows('select 1 from notification where account_id = $1', second.id)).toEqual([])
  })

  test('keeps the paid membership, and a later refund of that fee ends it where it is now', async () => {
    await server.app.pool.query('update account set has_paid_membership_fee = false where id = $1', [ada.id])
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    const started = await server.call('POST', '/api/payments', { token: second.token, body })
    const { id } = started.body as { id: string }
    await server.call('POST', `/api/payments/${id}/sandbox`, { token: second.token, body: { outcome: 'success' } })
    expect(await merge()).toMatchObject({ status: 200, body: { carried: { membership: 1 } } })
    const hasPaid = async () =>
      (await rows<{ paid: boolean }>('select has_paid_membership_fee as paid from account where id = $1', ada.id))[0]
    expect(await hasPaid()).toEqual({ paid: true })
    expect((await server.call('POST', '/api/membership/refund', { token: ada.token })).status).toBe(200)
    expect(await hasPaid()).toEqual({ paid: false })
  })

  test('carries strikes with the limit that the rules set for them, and never raises a limit', async () => {
    const strike = async (limit: number) =>
      server.app.pool.query(
        `insert into account_strike (id, account_id, lot_id, reason, outcome, limit_before, limit_set)
         values ($1, $2, $3, 'Not paid', 'limited', null, $4)`,
        [randomUUID(), second.id, randomUUID(), limit],
      )
    await strike(500_000)
    expect(await merge()).toMatchObject({ body: { carried: { strikes: 1 } } })
    expect(await read(ada)).toMatchObject({ biddingLimit: 500_000 })
    second = await castPerson(server.app.pool, { name: 'Ada Three', hasPaid: false, verification: 'pending' })
    await strike(900_000)
    await merge()
    expect(await read(ada)).toMatchObject({ biddingLimit: 500_000 })
  })

  test('lets the person read the paid invoices of the duplicate', async () => {
    const { lotId } = await castLot(server.app, { auctionKind: 'live', liveStartMs: 600_000 })
    second = await castPerson(server.app.pool, { name: 'Ada Two' })
    for (const { id } of [ada, second])
      await noteIdentifier(server.app, server.app.db, id, 'document-number', `passport of ${ada.id}`)
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    await expect
      .poll(async () => {
        const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
        return (await server.call('POST', `/api/lots/${lotId}/bids`, { token: second.token, body })).body
      })
      .toMatchObject({ leading: true })
    await refuses(/^The duplicate bid on lot \d+, not decided yet/)
    const standing = await server.call('GET', `/api/lots/${lotId}/standing`, { token: aukje.token })
    const seen = (standing.body as { sequence: number }).sequence
    await server.call('POST', `/api/admin/lots/${lotId}/hammer`, { token: aukje.token, body: { seen } })
    await server.app.outbox.drain()
    await refuses(/^The duplicate bought lot \d+, not paid in full yet/)
    const [invoice] = await rows<{ id: string }>('select id from invoice where account_id = $1', second.id)
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId: invoice!.id }
    const payment = (await server.call('POST', '/api/payments', { token: second.token, body })).body as { id: string }
    await server.call('POST', `/api/payments/${payment.id}/sandbox`, { token: second.token, body: { outcome: 'success' } })
    expect((await merge()).status).toBe(200)
    expect((await server.call('GET', `/api/invoices/${invoice!.id}`, { token: ada.token })).status).toBe(200)
    const listed = (await server.call('GET', '/api/invoices', { token: ada.token })).body as { items: { id: string }[] }
    expect(listed.items.map(({ id }) => id)).toEqual([invoice!.id])
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    expect((await server.call('GET', `/api/invoices/${invoice!.id}`, { token: boris.token })).status).toBe(404)
  })

  test('redirects accounts that were merged into the duplicate before, so that there is one step to the one that stays', async () => {
    const third = await castPerson(server.app.pool, { name: 'Ada Three', hasPaid: false, verification: 'pending' })
    await merge(second, third)
    await merge(ada, second)
    expect((await read(third)) as object).toMatchObject({ mergedInto: { id: ada.id } })
    expect(((await read(ada)) as { merged: { id: string }[] }).merged.map(({ id }) => id).toSorted()).toEqual(
      [second.id, third.id].toSorted(),
    )
  })

  test('of one account into two others at the same moment happens once; so does one in each direction', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    const both = await Promise.all([merge(ada, second), merge(boris, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [one, other] = [await castPerson(server.app.pool, { name: 'One', verification: 'pending' }), ada]
    for (const who of [one, other])
      await server.app.pool.query(`update account set verification_status = 'pending' where id = $1`, [who.id])
    const crossed = await Promise.all([merge(one, other), merge(other, one)])
    expect(crossed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('against a bid of the duplicate at the same moment leaves no bid of a closed account undecided', async () => {
    second = await castPerson(server.app.pool, { name: 'Ada Two' })
    for (const { id } of [ada, second])
      await noteIdentifier(server.app, server.app.db, id, 'document-number', `passport of ${ada.id}`)
    const { lotId } = await castLot(server.app)
    const bid = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    const [merged, placed] = await Promise.all([
      merge(),
      server.call('POST', `/api/lots/${lotId}/bids`, { token: second.token, body: bid }),
    ])
    expect([merged.status, placed.status].filter((status) => status === 200)).toHaveLength(1)
    const [standing] = await rows<{ leader_id: string | null }>('select leader_id from standing where lot_id = $1', lotId)
    expect(standing?.leader_id ?? null).toBe(merged.status === 200 ? null : second.id)
  })
})

describe('a merge is refused', () => {
  test('for one account, a closed one or one of staff', async () => {
    await refuses(/itself/, ada, ada)
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    await refuses(/staff account/, ada, kofi)
    await refuses(/staff account/, kofi, second)
    expect((await merge(ada, { ...second, id: randomUUID() })).status).toBe(404)
    await merge()
    expect(await preview()).toMatchObject({ reasons: ['The duplicate is closed already.'] })
    expect(await preview(second, ada)).toMatchObject({ reasons: ['The account you want to keep is closed.'] })
  })

  test('into an account with an unconfirmed email, and from a suspended one', async () => {
    await server.app.pool.query('update account set email_confirmed_at = null where id = $1', [ada.id])
    await refuses(/isn’t confirmed/)
    await server.app.pool.query('update account set email_confirmed_at = now() where id = $1', [ada.id])
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [second.id])
    await refuses(/The duplicate is suspended/)
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [ada.id])
    expect((await preview()).reasons).toEqual([])
  })

  test('where identities disagree, wait for review, were rejected for good, or only the duplicate’s is verified', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    await refuses(/different identity documents/, ada, boris)
    await refuses(/Only the duplicate is verified/, second, ada)
    const addCase = (state: string) =>
      server.app.pool.query(`insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', $3)`, [
        randomUUID(),
        second.id,
        state,
      ])
    await addCase('submitted')
    await refuses(/waits for review/)
    await server.app.pool.query(`update verification_case set state = 'rejected-finally' where account_id = $1`, [second.id])
    await refuses(/rejected for good/)
  })

  test('where both bid on one lot, or one bid on what the other sells', async () => {
    const { lotId } = await castLot(server.app)
    second = await castPerson(server.app.pool, { name: 'Ada Two' })
    for (const { id } of [ada, second])
      await noteIdentifier(server.app, server.app.db, id, 'document-number', `passport of ${ada.id}`)
    await bidOn(second, lotId, 10_000)
    await bidOn(ada, lotId, 50_000)
    await server.app.pool.query(`update standing set status = 'passed' where lot_id = $1`, [lotId])
    await refuses(/^Both bid on lot \d+\./)
    const own = await castLot(server.app, { sellerId: ada.id })
    const boris = await castPerson(server.app.pool, { name: 'Boris', verification: 'pending' })
    await server.app.pool.query('insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1)', [
      boris.id,
      own.lotId,
    ])
    await server.app.pool.query(`update standing set status = 'passed' where lot_id = $1`, [own.lotId])
    await refuses(/^One bid on lot \d+, which the other sells/, ada, boris)
  })

  test('while money of the duplicate moves or is held, and where both paid the fee', async () => {
    await server.app.db
      .transaction()
      .execute((trx) =>
        grantCredit(trx, { accountId: second.id, amount: 2000, currency: 'USD', key: randomUUID(), memo: 'A test' }),
      )
    await refuses(/has credit/)
    const boris = await castPerson(server.app.pool, { name: 'Boris', hasPaid: false, verification: 'pending' })
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    const started = await server.call('POST', '/api/payments', { token: boris.token, body })
    const { id } = started.body as { id: string }
    await refuses(/payment of the duplicate isn’t finished/, ada, boris)
    await server.call('POST', `/api/payments/${id}/sandbox`, { token: boris.token, body: { outcome: 'success' } })
    await refuses(/Both paid the membership fee/, ada, boris)
    await server.call('POST', '/api/membership/refund', { token: boris.token })
    await refuses(/refund to the duplicate isn’t finished/, ada, boris)
    await server.app.pool.query(`update refund set state = 'succeeded' where payment_id = $1`, [id])
    await server.app.pool.query(
      `insert into dispute (id, payment_id, provider_ref, state, amount, currency, reason, opened_at)
       values ($1, $2, $3, 'open', 100, 'USD', 'fraudulent', now())`,
      [randomUUID(), id, randomUUID()],
    )
    await refuses(/is disputed/, ada, boris)
  })

  test('while the duplicate has a pending bid or a seller’s link', async () => {
    const { lotId } = await castLot(server.app)
    await server.app.pool.query(`insert into pending_bid (id, account_id, lot_id, sealed) values ($1, $2, $3, 'x')`, [
      randomUUID(),
      second.id,
      lotId,
    ])
    await refuses(/pending bid/)
    await server.app.pool.query('delete from pending_bid where account_id = $1', [second.id])
    await server.app.pool.query(
      `insert into seller (id, code, name, kind, address, country, email, phone, account_id, commission)
       values ($1, 'ADA-2', 'Ada Motors', 'dealer', '1 Main St', 'US', 'ada@motors.example', '', $2, '{}')`,
      [randomUUID(), second.id],
    )
    await refuses(/linked to the seller Ada Motors/)
  })

  test('to anyone but reviewers and the owner, and without a fresh proof of who they are', async () => {
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    expect((await merge(ada, second, kofi)).status).toBe(403)
    expect((await server.call('GET', pathOf(ada, second), { token: kofi.token })).status).toBe(403)
    const tired = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    await server.app.pool.query('update session set confirmed_at = null where account_id = $1', [tired.id])
    expect(await merge(ada, second, tired)).toMatchObject({ status: 403, body: { code: 'factor-required' } })
    expect((await merge()).status).toBe(200)
  })
})

describe('after a merge', () => {
  const logIn = (email: string, password = PASSWORD) => server.call('POST', '/api/login', { body: { email, password } })

  beforeEach(async () => {
    await server.app.pool.query('update account set password_hash = $2 where id = $1', [
      second.id,
      await hashPassword(PASSWORD),
    ])
    await merge()
  })

  test('signing in with the old email and the right password says where to sign in; a wrong one says nothing', async () => {
    expect(await logIn(second.email)).toMatchObject({
      status: 401,
      body: { code: 'account-merged', message: expect.stringContaining(`a…@demo.paddock.example. Sign in with that email.`) },
    })
    expect(await logIn(second.email, 'another one')).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } })
  })

  test('a password link asked for the old address explains the merge there and opens nothing', async () => {
    await server.call('POST', '/api/password-reset-requests', { body: { email: second.email } })
    await server.app.outbox.drain()
    await expect
      .poll(() => notices.filter(({ to }) => to === second.email).map(({ facts }) => JSON.stringify(facts)))
      .toContainEqual(expect.stringContaining('was merged into your account'))
    expect(await rows('select 1 from account_link where account_id = $1', second.id)).toEqual([])
  })

  test('no stranger can confirm the old address, and the person can', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris', emailConfirmed: false })
    await server.app.pool.query('update account set email = $2 where id = $1', [boris.id, second.email])
    await server.call('POST', '/api/email-confirmation-requests', { token: boris.token, body: { email: second.email } })
    await server.app.outbox.drain()
    await expect
      .poll(() => notices.filter(({ kind, accountId }) => kind === 'address-taken' && accountId === ada.id))
      .toHaveLength(1)
    expect(await rows('select 1 from account_link where account_id = $1', boris.id)).toEqual([])
  })

  test('closing the account that stays deletes the data of both, and its export has both', async () => {
    const { exportData } = await import('../profile/export-data.ts')
    expect(await exportData(server.app, ada.id)).toMatchObject({ mergedAccounts: [{ account: { id: second.id } }] })
    await server.app.pool.query('update account set password_hash = $2 where id = $1', [ada.id, await hashPassword(PASSWORD)])
    const body = { currentPassword: PASSWORD }
    const closed = await server.call('POST', '/api/account-closings', { token: ada.token, body })
    expect(closed.status).toBe(200)
    const left = await rows<{ name: string; email: string }>('select name, email from account where id = any($1)', [
      ada.id,
      second.id,
    ])
    expect(left.every(({ name, email }) => name === 'Closed account' && email.endsWith('@closed.invalid'))).toBe(true)
  })
})
