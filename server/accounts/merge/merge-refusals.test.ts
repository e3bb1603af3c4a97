import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantCredit } from '#server/payments/grants/grants.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
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

describe('a merge is refused', () => {
  test('for one account, a closed one or one of staff', async () => {
    await desk.refuses(/itself/, ada, ada)
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    await desk.refuses(/staff account/, ada, kofi)
    await desk.refuses(/staff account/, kofi, second)
    expect((await desk.merge(ada, { ...second, id: randomUUID() })).status).toBe(404)
    await desk.merge(ada, second)
    expect(await desk.preview(ada, second)).toMatchObject({ reasons: ['The duplicate is closed already.'] })
    expect(await desk.preview(second, ada)).toMatchObject({ reasons: ['The account you want to keep is closed.'] })
  })

  test('into an account with an unconfirmed email, and from a suspended one', async () => {
    await server.app.pool.query('update account set email_confirmed_at = null where id = $1', [ada.id])
    await desk.refuses(/isn’t confirmed/, ada, second)
    await server.app.pool.query('update account set email_confirmed_at = now() where id = $1', [ada.id])
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [second.id])
    await desk.refuses(/The duplicate is suspended/, ada, second)
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [ada.id])
    expect((await desk.preview(ada, second)).reasons).toEqual([])
  })

  test('where identities disagree, wait for review, were rejected for good, or only the duplicate’s is verified', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    await desk.refuses(/different identity documents/, ada, boris)
    await desk.refuses(/Only the duplicate is verified/, second, ada)
    const addCase = (state: string) =>
      server.app.pool.query(
        `insert into verification_case (id, account_id, kind, state) values ($1, $2, 'passport', $3)`,
        [randomUUID(), second.id, state],
      )
    await addCase('submitted')
    await desk.refuses(/waits for review/, ada, second)
    await server.app.pool.query(`update verification_case set state = 'rejected-finally' where account_id = $1`, [
      second.id,
    ])
    await desk.refuses(/rejected for good/, ada, second)
  })

  test('where both bid on one lot, or one bid on what the other sells', async () => {
    const { lotId } = await castLot(server.app)
    second = await desk.samePassport(ada)
    await desk.bid(second, lotId, 10_000)
    await desk.bid(ada, lotId, 50_000)
    await server.app.pool.query(`update standing set status = 'passed' where lot_id = $1`, [lotId])
    await desk.refuses(/^Both bid on lot \d+\./, ada, second)
    const own = await castLot(server.app, { sellerId: ada.id })
    const boris = await castPerson(server.app.pool, { name: 'Boris', verification: 'pending' })
    await server.app.pool.query('insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1)', [
      boris.id,
      own.lotId,
    ])
    await server.app.pool.query(`update standing set status = 'passed' where lot_id = $1`, [own.lotId])
    await desk.refuses(/^One bid on lot \d+, which the other sells/, ada, boris)
  })

  test('while money of the duplicate moves or is held, and where both paid the fee', async () => {
    await server.app.db
      .transaction()
      .execute((trx) =>
        grantCredit(trx, { accountId: second.id, amount: 2000, currency: 'USD', key: randomUUID(), memo: 'A test' }),
      )
    await desk.refuses(/has credit/, ada, second)
    const boris = await castPerson(server.app.pool, { name: 'Boris', hasPaid: false, verification: 'pending' })
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    const started = await server.call('POST', '/api/payments', { token: boris.token, body })
    const { id } = started.body as { id: string }
    await desk.refuses(/payment of the duplicate isn’t finished/, ada, boris)
    await server.call('POST', `/api/payments/${id}/sandbox`, { token: boris.token, body: { outcome: 'success' } })
    await desk.refuses(/Both paid the membership fee/, ada, boris)
    await server.call('POST', '/api/membership/refund', { token: boris.token })
    await desk.refuses(/refund to the duplicate isn’t finished/, ada, boris)
    await server.app.pool.query(`update refund set state = 'succeeded' where payment_id = $1`, [id])
    await server.app.pool.query(
      `insert into dispute (id, payment_id, provider_ref, state, amount, currency, reason, opened_at)
       values ($1, $2, $3, 'open', 100, 'USD', 'fraudulent', now())`,
      [randomUUID(), id, randomUUID()],
    )
    await desk.refuses(/is disputed/, ada, boris)
  })

  test('while the duplicate has a pending bid or a seller’s link', async () => {
    const { lotId } = await castLot(server.app)
    await server.app.pool.query(`insert into pending_bid (id, account_id, lot_id, sealed) values ($1, $2, $3, 'x')`, [
      randomUUID(),
      second.id,
      lotId,
    ])
    await desk.refuses(/pending bid/, ada, second)
    await server.app.pool.query('delete from pending_bid where account_id = $1', [second.id])
    await server.app.pool.query(
      `insert into seller (id, code, name, kind, address, country, email, phone, account_id, commission)
       values ($1, 'ADA-2', 'Ada Motors', 'dealer', '1 Main St', 'US', 'ada@motors.example', '', $2, '{}')`,
      [randomUUID(), second.id],
    )
    await desk.refuses(/linked to the seller Ada Motors/, ada, second)
  })

  test('to anyone but reviewers and the owner, and without a fresh proof of who they are', async () => {
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    expect((await desk.merge(ada, second, kofi)).status).toBe(403)
    expect((await server.call('GET', desk.pathOf(ada, second), { token: kofi.token })).status).toBe(403)
    const tired = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
    await server.app.pool.query('update session set confirmed_at = null where account_id = $1', [tired.id])
    expect(await desk.merge(ada, second, tired)).toMatchObject({ status: 403, body: { code: 'factor-required' } })
    expect((await desk.merge(ada, second)).status).toBe(200)
  })
})
