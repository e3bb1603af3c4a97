import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { noticeOf } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { refundOnRejection } from './refund-fee.ts'
import { sendRefunds } from '#server/payments/send-refunds.ts'
import { sendRefundsNow } from '#server/payments/send-refunds.test-support.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'

const DAY_MS = 86_400_000

let server: TestServer
let milo: CastMember
let kofi: CastMember
const notices: { kind: string; accountId: string; facts: object }[] = []

beforeAll(async () => {
  server = await openTestServer()
  server.app.outbox.on('notice', (notice) => {
    notices.push({ kind: notice.kind, accountId: notice.accountId ?? '', facts: noticeOf(server.app, notice).facts })
    return Promise.resolve()
  })
  kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => server.close())
beforeEach(async () => {
  milo = await castPerson(server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
})

async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await server.app.pool.query(text, values)).rows as T[]
}

async function pay(person = milo): Promise<Payment> {
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  const { id } = (await server.call('POST', '/api/payments', { token: person.token, body })).body as Payment
  await server.call('POST', `/api/payments/${id}/sandbox`, { token: person.token, body: { outcome: 'success' } })
  return read(id)
}

async function read(id: string): Promise<Payment> {
  return (await server.call('GET', `/api/payments/${id}`, { token: milo.token })).body as Payment
}

const takeBack = () => server.call('POST', '/api/membership/refund', { token: milo.token })
const hasPaid = async () =>
  ((await server.call('GET', '/api/user', { token: milo.token })).body as { hasPaidMembershipFee: boolean })
    .hasPaidMembershipFee

const send = () => sendRefundsNow(server)

async function ledger(): Promise<Record<string, number>> {
  const found = await rows<{ account: string; sum: number }>(
    `select account, sum(e.amount)::bigint as sum from money_entry e join money_transfer t on t.id = e.transfer_id
     join payment p on p.id = t.payment_id where p.account_id = $1 group by account`,
    milo.id,
  )
  return Object.fromEntries(found.map(({ account, sum }) => [account, sum]))
}

describe('the fee', () => {
  test('is refunded within its period on request: membership ends at once, money and message follow', async () => {
    const payment = await pay()
    const { body: membership } = await server.call('GET', '/api/membership', { token: milo.token })
    expect(membership).toMatchObject({ refundableUntil: payment.settledAt! + 14 * DAY_MS, notRefundable: null })
    expect(await takeBack()).toMatchObject({
      status: 200,
      body: { state: 'refunded', refunds: [{ amount: 9900, state: 'under-way' }] },
    })
    expect(await hasPaid()).toBe(false)
    await send()
    expect(await read(payment.id)).toMatchObject({
      refunds: [{ state: 'succeeded', receipt: expect.stringMatching(/^B-\d{4}-\d{6}$/) }],
    })
    expect(await ledger()).toEqual({ 'provider:sandbox': 0, 'income:membership': 0, [`credit:${milo.id}`]: 0 })
    await vi.waitFor(
      () =>
        expect(notices.filter(({ accountId }) => accountId === milo.id).map(({ kind }) => kind)).toEqual([
          'fee-receipt',
          'refund-sent',
        ]),
      { timeout: 5000 },
    )
    expect(notices.at(-1)).toMatchObject({ facts: { amount: 9900, currency: 'USD' } })
  })

  test('requested back fifty times at once is refunded once', async () => {
    await pay()
    const answers = await Promise.all(Array.from({ length: 50 }, takeBack))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    await rows('update refund set next_try_at = clock_timestamp()')
    await Promise.all([sendRefunds(server.app), sendRefunds(server.app), server.runJob('send refunds')])
    expect(await ledger()).toMatchObject({ 'provider:sandbox': 0 })
    expect(
      await rows('select 1 from refund r join payment p on p.id = r.payment_id where p.account_id = $1', milo.id),
    ).toHaveLength(1)
  })

  test('can be paid again after that', async () => {
    await pay()
    await takeBack()
    expect(await pay()).toMatchObject({ state: 'succeeded' })
    await send()
    await expect.poll(hasPaid).toBe(true)
    expect(await ledger()).toEqual({ 'provider:sandbox': 9900, 'income:membership': -9900, [`credit:${milo.id}`]: 0 })
  })

  test('stays when its period is over, to the second', async () => {
    const payment = await pay()
    await rows(
      `update payment set settled_at = clock_timestamp() - interval '14 days' + interval '30 seconds' where id = $1`,
      payment.id,
    )
    expect((await server.call('GET', '/api/membership', { token: milo.token })).body).toMatchObject({
      notRefundable: null,
    })
    await rows(`update payment set settled_at = clock_timestamp() - interval '14 days' where id = $1`, payment.id)
    expect(await takeBack()).toMatchObject({ status: 409, body: { code: 'refund-time-over' } })
    expect(await hasPaid()).toBe(true)
  })

  test('stays once a bid was placed', async () => {
    await pay()
    await rows('insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1)', milo.id, randomUUID())
    expect(await takeBack()).toMatchObject({ status: 409, body: { code: 'bid-placed' } })
    expect((await server.call('GET', '/api/membership', { token: milo.token })).body).toMatchObject({
      refundableUntil: null,
      notRefundable: expect.stringMatching(/placed a bid/),
    })
  })

  test('stays if a bid was being decided while the refund was requested, and the membership is restored', async () => {
    const payment = await pay()
    await takeBack()
    await rows('insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1)', milo.id, randomUUID())
    await send()
    expect(await hasPaid()).toBe(true)
    expect(await read(payment.id)).toMatchObject({ state: 'succeeded', refunded: 0, refunds: [] })
    expect(await ledger()).toEqual({ 'provider:sandbox': 9900, 'income:membership': -9900, [`credit:${milo.id}`]: 0 })
  })

  test('of someone who never paid here cannot be refunded', async () => {
    expect(await takeBack()).toMatchObject({ status: 409, body: { code: 'not-paid' } })
    expect((await server.call('POST', '/api/membership/refund')).status).toBe(401)
  })

  test('is refunded automatically when the identity is permanently rejected, however often that is handled, and even after its period', async () => {
    const payment = await pay()
    await rows(`update payment set settled_at = clock_timestamp() - interval '30 days' where id = $1`, payment.id)
    const { db } = server.app
    await db.transaction().execute(async (trx) => {
      for (let n = 0; n < 3; n++) await enqueue(trx, 'verification-rejected-finally', { accountId: milo.id })
    })
    await vi.waitFor(
      async () =>
        expect(await rows(`select 1 from outbox where topic = $1`, 'verification-rejected-finally')).toEqual([]),
      { timeout: 10_000 },
    )
    await vi.waitFor(async () => expect(await hasPaid()).toBe(false), { timeout: 5000 })
    await send()
    expect(await read(payment.id)).toMatchObject({
      state: 'refunded',
      refunds: [{ amount: 9900, reason: expect.stringMatching(/couldn’t verify your identity/) }],
    })
    expect(await ledger()).toMatchObject({ 'provider:sandbox': 0 })
  })

  test('of someone permanently rejected who has not paid leaves nothing', async () => {
    await server.app.db.transaction().execute((trx) => refundOnRejection(server.app, trx, milo.id))
    expect(
      await rows('select 1 from refund r join payment p on p.id = r.payment_id where p.account_id = $1', milo.id),
    ).toEqual([])
  })
})

describe('a permanently rejected person', () => {
  const refuseForGood = () =>
    rows(
      `insert into verification_case (id, account_id, kind, state, submitted_at, decided_at)
       values (gen_random_uuid(), $1, 'passport', 'rejected-finally', now(), now())`,
      milo.id,
    )
  const start = () =>
    server.call('POST', '/api/payments', {
      token: milo.token,
      body: { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' },
    })

  test('cannot start paying the fee again, and reads why before trying', async () => {
    await refuseForGood()
    expect(await start()).toMatchObject({
      status: 409,
      body: { code: 'rejected-finally', message: expect.stringMatching(/no fee to pay/) },
    })
    expect((await server.call('GET', '/api/membership', { token: milo.token })).body).toMatchObject({
      closed: expect.stringMatching(/no fee to pay/),
    })
    expect(await rows('select 1 from payment where account_id = $1', milo.id)).toEqual([])
  })

  test('gets money refunded that was in progress, with the reason, and does not become a member', async () => {
    const { body } = await start()
    const { id } = body as Payment
    await refuseForGood()
    await server.call('POST', `/api/payments/${id}/sandbox`, { token: milo.token, body: { outcome: 'success' } })
    expect(await hasPaid()).toBe(false)
    expect(await read(id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/couldn’t verify your identity.*We’re refunding the money/),
      refunds: [{ amount: 9900, reason: expect.stringMatching(/couldn’t verify your identity/) }],
    })
    await send()
    expect(await ledger()).toMatchObject({ 'provider:sandbox': 0, [`credit:${milo.id}`]: 0 })
  })
})

describe('a cashier', () => {
  const refund = (id: string, body: object, by = kofi) =>
    server.call('POST', `/api/admin/payments/${id}/refund`, { token: by.token, body })

  test('refunds a fee with a reason, once, with an audit entry', async () => {
    const payment = await pay()
    const answers = await Promise.all([1, 2, 3].map(() => refund(payment.id, { reason: 'Registered twice' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(
      await rows(
        `select 1 from audit where action = 'refund-payment' and subject_id = $1 and reason = 'Registered twice'`,
        payment.id,
      ),
    ).toHaveLength(1)
    await vi.waitFor(async () => expect(await hasPaid()).toBe(false), { timeout: 5000 })
  })

  test('refunds no part of a fee, no more than there is, nothing without a reason, and nothing to themselves', async () => {
    const payment = await pay()
    expect(await refund(payment.id, { amount: 100, reason: 'Half of it' })).toMatchObject({
      status: 409,
      body: { code: 'only-whole' },
    })
    expect(await refund(payment.id, { amount: 9901, reason: 'Too much' })).toMatchObject({
      status: 409,
      body: { code: 'nothing-to-refund' },
    })
    expect((await refund(payment.id, { reason: '' })).status).toBe(400)
    expect((await refund(payment.id, { amount: 0, reason: 'Nothing' })).status).toBe(400)
    expect((await refund(randomUUID(), { reason: 'Nobody' })).status).toBe(404)
    const own = await castPerson(server.app.pool, { name: 'Kim', role: 'cashier', hasPaid: false })
    expect(await refund((await payAs(own)).id, { reason: 'For me' }, own)).toMatchObject({ status: 403 })
    expect((await refund(payment.id, { reason: 'Not mine to do' }, milo)).status).toBe(403)
  })

  async function payAs(person: CastMember): Promise<Payment> {
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    const { body: started } = await server.call('POST', '/api/payments', { token: person.token, body })
    const path = `/api/payments/${(started as Payment).id}/sandbox`
    return (await server.call('POST', path, { token: person.token, body: { outcome: 'success' } })).body as Payment
  }

  test('does not refund an invoice’s money without a correction of the invoice', async () => {
    const ada = await castPerson(server.app.pool, { name: 'Ada' })
    const { lotId } = await castLot(server.app)
    const invoiceId = randomUUID()
    await rows(
      `insert into invoice (id, number, kind, document, account_id, lot_id, title, currency, state, lines, net, tax, total, due_at)
       values ($1::uuid, $1::text, 'sale', '{}', $2, $3, 'A car', 'USD', 'issued', '[]', 500, 0, 500, now())`,
      invoiceId,
      ada.id,
      lotId,
    )
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'invoice', invoiceId }
    const { body: started } = await server.call('POST', '/api/payments', { token: ada.token, body })
    const { id } = started as Payment
    await server.call('POST', `/api/payments/${id}/sandbox`, { token: ada.token, body: { outcome: 'success' } })
    expect(await refund(id, { reason: 'Changed my mind' })).toMatchObject({
      status: 409,
      body: { code: 'not-refundable' },
    })
  })
})
