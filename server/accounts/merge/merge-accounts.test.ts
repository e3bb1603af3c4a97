import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notify } from '#server/platform/notice.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { castLot } from '#test/inventory.ts'
import { openMergeDesk, type MergeDesk } from './merge.test-support.ts'

let server: TestServer
let desk: MergeDesk
let ada: CastMember
let second: CastMember

beforeAll(async () => {
  desk = await openMergeDesk()
  ;({ server } = desk)
})
afterAll(() => server.close())
beforeEach(async () => {
  ;[ada, second] = await desk.castAdaTwice()
})

describe('a merge', () => {
  test('holds up no bid while it is only previewed', async () => {
    const { lotId } = await castLot(server.app)
    const bid = await server.app.pool.connect()
    try {
      await bid.query('begin')
      await bid.query('select 1 from standing where lot_id = $1 for update', [lotId])
      expect(await desk.preview(ada, second)).toMatchObject({ reasons: [] })
    } finally {
      await bid.query('rollback')
      bid.release()
    }
  })

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
    await server.call('POST', `/api/admin/accounts/${second.id}/notes`, {
      token: desk.rita.token,
      body: { text: 'Called.' },
    })
    const expected = { watches: 1, savedSearches: 1, tickets: 1, notes: 1, strikes: 0, referrals: 0, membership: 0 }
    expect(await desk.preview(ada, second)).toEqual({ reasons: [], carried: expected })
    expect(await desk.rows('select 1 from watch where account_id = $1', second.id)).toHaveLength(2)
    expect(await desk.merge(ada, second)).toMatchObject({ status: 200, body: { carried: expected } })
    expect(await desk.rows('select lot_id from watch where account_id = $1', ada.id)).toHaveLength(2)
    for (const table of ['watch', 'saved_search', 'ticket', 'account_note', 'session'])
      expect(await desk.rows(`select 1 from ${table} where account_id = $1`, second.id), table).toEqual([])
    expect(await desk.read(ada)).toMatchObject({
      merged: [{ id: second.id, email: second.email }],
      mergedInto: null,
      notes: [{ text: 'Called.' }],
    })
    expect(await desk.read(second)).toMatchObject({ accountStatus: 'closed', mergedInto: { id: ada.id }, merged: [] })
  })

  test('ends every session of the duplicate at once, and leaves those of the account that stays', async () => {
    expect((await server.call('GET', '/api/user', { token: second.token })).status).toBe(200)
    await desk.merge(ada, second)
    await expect.poll(async () => (await server.call('GET', '/api/user', { token: second.token })).status).toBe(401)
    expect((await server.call('GET', '/api/user', { token: ada.token })).status).toBe(200)
  })

  test('is in the audit log in words, and on the timeline of the account that stays with what the duplicate did', async () => {
    await desk.merge(ada, second)
    const olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
    const log = await server.call('GET', `/api/admin/audit?q=${second.id}&action=merge-account`, { token: olga.token })
    const { items } = log.body as { items: { sentence: string }[] }
    expect(items[0]?.sentence).toContain(`Rita merged Ada Two (paddle ${second.paddle}) into another account`)
    expect(items[0]?.sentence).toContain(`Ada (paddle ${ada.paddle})`)
    const line = await server.call('GET', `/api/admin/accounts/${ada.id}/timeline`, { token: desk.rita.token })
    const entries = (line.body as { items: { id: string; text: string }[] }).items
    expect(entries.map(({ text }) => text)).toContain(
      `Rita merged Ada Two (paddle ${second.paddle}) into another account. Reason: The same person, by phone.`,
    )
    expect(entries.map(({ id }) => id)).toContain(`registered-${second.id}`)
  })

  test('notifies both addresses; later notices to the duplicate reach the account that stays', async () => {
    await desk.merge(ada, second)
    await server.app.outbox.drain()
    const told = desk.notices.filter(({ kind, accountId }) => kind === 'account-security' && accountId === ada.id)
    expect(told).toHaveLength(2)
    expect(new Set(told.map(({ to }) => to))).toEqual(new Set([null, second.email]))
    await server.app.db.transaction().execute((trx) =>
      notify(server.app, trx, {
        kind: 'account-security',
        accountId: second.id,
        key: randomUUID(),
        facts: { what: 'Something changed.' },
      }),
    )
    const before = await desk.rows('select 1 from notification where account_id = $1', ada.id)
    await server.app.outbox.drain()
    await expect
      .poll(() => desk.rows('select 1 from notification where account_id = $1', ada.id))
      .toHaveLength(before.length + 1)
    expect(await desk.rows('select 1 from notification where account_id = $1', second.id)).toEqual([])
  })

  test('keeps the paid membership, and a later refund of that fee ends it where it is now', async () => {
    await server.app.pool.query('update account set has_paid_membership_fee = false where id = $1', [ada.id])
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    const started = await server.call('POST', '/api/payments', { token: second.token, body })
    const { id } = started.body as { id: string }
    await server.call('POST', `/api/payments/${id}/sandbox`, { token: second.token, body: { outcome: 'success' } })
    expect(await desk.merge(ada, second)).toMatchObject({ status: 200, body: { carried: { membership: 1 } } })
    const hasPaid = async () =>
      (
        await desk.rows<{ paid: boolean }>('select has_paid_membership_fee as paid from account where id = $1', ada.id)
      )[0]
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
    expect(await desk.merge(ada, second)).toMatchObject({ body: { carried: { strikes: 1 } } })
    expect(await desk.read(ada)).toMatchObject({ biddingLimit: 500_000 })
    second = await castPerson(server.app.pool, { name: 'Ada Three', hasPaid: false, verification: 'pending' })
    await strike(900_000)
    await desk.merge(ada, second)
    expect(await desk.read(ada)).toMatchObject({ biddingLimit: 500_000 })
  })

  test('lets the person read the paid invoices of the duplicate', async () => {
    const { lotId } = await castLot(server.app, { auctionKind: 'live', liveStartMs: 600_000 })
    second = await desk.samePassport(ada)
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    await expect
      .poll(async () => {
        return (await sendBid(server, second, { lotId }, 'firm', 10_000)).body
      })
      .toMatchObject({ leading: true })
    await desk.refuses(/^The duplicate bid on lot \d+, not decided yet/, ada, second)
    const standing = await server.call('GET', `/api/lots/${lotId}/standing`, { token: aukje.token })
    const seen = (standing.body as { sequence: number }).sequence
    await server.call('POST', `/api/admin/lots/${lotId}/hammer`, { token: aukje.token, body: { seen } })
    await server.app.outbox.drain()
    await desk.refuses(/^The duplicate bought lot \d+, not paid in full yet/, ada, second)
    const [invoice] = await desk.rows<{ id: string }>('select id from invoice where account_id = $1', second.id)
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId: invoice!.id }
    const payment = (await server.call('POST', '/api/payments', { token: second.token, body })).body as { id: string }
    await server.call('POST', `/api/payments/${payment.id}/sandbox`, {
      token: second.token,
      body: { outcome: 'success' },
    })
    expect((await desk.merge(ada, second)).status).toBe(200)
    expect((await server.call('GET', `/api/invoices/${invoice!.id}`, { token: ada.token })).status).toBe(200)
    const listed = (await server.call('GET', '/api/invoices', { token: ada.token })).body as { items: { id: string }[] }
    expect(listed.items.map(({ id }) => id)).toEqual([invoice!.id])
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    expect((await server.call('GET', `/api/invoices/${invoice!.id}`, { token: boris.token })).status).toBe(404)
  })

  test('redirects accounts that were merged into the duplicate before, so that there is one step to the one that stays', async () => {
    const third = await castPerson(server.app.pool, { name: 'Ada Three', hasPaid: false, verification: 'pending' })
    await desk.merge(second, third)
    await desk.merge(ada, second)
    expect((await desk.read(third)) as object).toMatchObject({ mergedInto: { id: ada.id } })
    expect(((await desk.read(ada)) as { merged: { id: string }[] }).merged.map(({ id }) => id).toSorted()).toEqual(
      [second.id, third.id].toSorted(),
    )
  })

  test('sent again has the same answer and no second effect; into another account it is refused', async () => {
    const { lotId } = await castLot(server.app)
    await server.app.pool.query('insert into watch (account_id, lot_id) values ($1, $2)', [second.id, lotId])
    const answers = await Promise.all([desk.merge(ada, second), desk.merge(ada, second)])
    answers.push(await desk.merge(ada, second))
    const carried = { watches: 1, savedSearches: 0, tickets: 0, notes: 0, strikes: 0, referrals: 0, membership: 0 }
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { carried }]))
    const lines = await desk.rows(`select 1 from audit where action = 'merge-account' and subject_id = $1`, second.id)
    expect(lines).toHaveLength(1)
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    expect(await desk.merge(boris, second)).toMatchObject({ status: 409, body: { code: 'not-mergeable' } })
  })

  test('of one account into two others at the same moment happens once; so does one in each direction', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    const both = await Promise.all([desk.merge(ada, second), desk.merge(boris, second)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const [one, other] = [await castPerson(server.app.pool, { name: 'One', verification: 'pending' }), ada]
    for (const who of [one, other])
      await server.app.pool.query(`update account set verification_status = 'pending' where id = $1`, [who.id])
    const crossed = await Promise.all([desk.merge(one, other), desk.merge(other, one)])
    expect(new Set(crossed.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('against a bid of the duplicate at the same moment leaves no bid of a closed account undecided', async () => {
    second = await desk.samePassport(ada)
    const { lotId } = await castLot(server.app)
    const bid = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
    const [merged, placed] = await Promise.all([
      desk.merge(ada, second),
      server.call('POST', `/api/lots/${lotId}/bids`, { token: second.token, body: bid }),
    ])
    expect([merged.status, placed.status].filter((status) => status === 200)).toHaveLength(1)
    const [standing] = await desk.rows<{ leader_id: string | null }>(
      'select leader_id from standing where lot_id = $1',
      lotId,
    )
    expect(standing?.leader_id ?? null).toBe(merged.status === 200 ? null : second.id)
  })

  test.each([
    ['leads', 30_000],
    ['was outbid on', 10_000],
  ])(
    'while a lot that the duplicate %s closes, and while they bid again, is refused or binds nobody',
    async (_how, own) => {
      const boris = await castPerson(server.app.pool, { name: 'Boris' })
      for (let round = 0; round < 5; round += 1) {
        second = await desk.samePassport(ada)
        const { lotId } = await castLot(server.app, { extensionWindowMs: 0 })
        if (own > 20_000) await desk.bid(boris, lotId, 20_000)
        expect(await desk.bid(second, lotId, own)).toBe(200)
        if (own < 20_000) await desk.bid(boris, lotId, 20_000)
        const closing = desk.rows(
          'update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1',
          lotId,
        )
        if (round % 2 === 1) await closing
        const isOver = async () =>
          (await desk.rows(`select 1 from standing where lot_id = $1 and status = 'sold'`, lotId)).length
        const mergeOnceOver = async () => {
          await closing
          await expect.poll(isOver, { timeout: 8000, interval: 10 }).toBe(1)
          return desk.merge(ada, second)
        }
        const [one, two] = await Promise.all([
          desk.merge(ada, second),
          mergeOnceOver(),
          desk.bid(second, lotId, 60_000 + round * 10_000),
          desk.merge(boris, second),
        ])
        const [standing] = await desk.rows<{ leader_id: string }>(
          'select leader_id from standing where lot_id = $1',
          lotId,
        )
        const merged = await desk.rows<{ id: string }>('select merged_into as id from account where id = $1', second.id)
        const isMerged = [one, two].some(({ status }) => status === 200)
        expect([one, two].filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
        expect(merged).toEqual([{ id: isMerged ? ada.id : null }])
        expect(isMerged).toBe(standing!.leader_id !== second.id)
        const lines = await desk.rows(
          `select 1 from audit where action = 'merge-account' and subject_id = $1`,
          second.id,
        )
        expect(lines).toHaveLength(isMerged ? 1 : 0)
        expect(await desk.rows('select 1 from purchase_due where lot_id = $1', lotId)).toHaveLength(1)
        const faults = await brokenInvariants(server.app.pool, [lotId], [])
        expect(faults.filter((fault) => !fault.endsWith('nobody sent it'))).toEqual([])
      }
    },
  )
})
