import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { noticeOf } from '#server/platform/notice.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { sendRefundsNow } from './send-refunds.test-support.ts'

let server: TestServer
let milo: CastMember
const notices: Topics['notice'][] = []

beforeAll(async () => {
  server = await openTestServer()
  server.app.outbox.on('notice', (payload) => {
    notices.push(payload)
    return Promise.resolve()
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  milo = await newcomer('Milo')
})

const refundNotices = (person: CastMember) =>
  notices
    .filter(({ accountId, kind }) => accountId === person.id && kind === 'refund-sent')
    .map((notice) => noticeOf(server.app, notice).facts)

function newcomer(name: string): Promise<CastMember> {
  return castPerson(server.app.pool, { name, hasPaid: false, verification: 'pending' })
}

function start(person: CastMember, own: object = {}) {
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership', ...own }
  return server.call('POST', '/api/payments', { token: person.token, body })
}

async function started(person: CastMember): Promise<Payment> {
  const { status, body } = await start(person)
  expect(status).toBe(201)
  return body as Payment
}

function play(person: CastMember, paymentId: string, outcome: string) {
  return server.call('POST', `/api/payments/${paymentId}/sandbox`, { token: person.token, body: { outcome } })
}

async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await server.app.pool.query(text, values)).rows as T[]
}

async function balanceOf(account: string): Promise<number> {
  const [found] = await rows<{ sum: number }>(
    'select coalesce(sum(amount), 0)::bigint as sum from money_entry where account = $1',
    account,
  )
  return found!.sum
}

async function hasPaid(person: CastMember): Promise<boolean> {
  const { body } = await server.call('GET', '/api/user', { token: person.token })
  return (body as { hasPaidMembershipFee: boolean }).hasPaidMembershipFee
}

describe('the membership fee', () => {
  test('is requested from a member on our terms, and a visitor must sign in', async () => {
    const { body } = await server.call('GET', '/api/membership', { token: milo.token })
    expect(body).toEqual({
      fee: 9900,
      currency: 'USD',
      paidAt: null,
      receipt: null,
      providers: ['sandbox'],
      refundableUntil: null,
      notRefundable: null,
      closed: null,
      lastPayment: null,
    })
    expect((await server.call('GET', '/api/membership')).status).toBe(401)
    expect((await server.call('POST', '/api/payments', { body: {} })).status).toBe(401)
  })

  test('that is paid unlocks the next access level at once, with a receipt and a balanced transfer', async () => {
    const payment = await started(milo)
    expect(payment).toMatchObject({ purpose: 'membership', amount: 9900, currency: 'USD', state: 'started' })
    expect((await server.call('GET', '/api/user', { token: milo.token })).body).toMatchObject({
      hasPaidMembershipFee: false,
    })
    expect((await play(milo, payment.id, 'success')).body).toMatchObject({ state: 'succeeded' })
    expect(await hasPaid(milo)).toBe(true)
    const { body } = await server.call('GET', '/api/membership', { token: milo.token })
    expect(body).toMatchObject({
      fee: 9900,
      receipt: expect.stringMatching(/^R-\d{4}-\d{6}$/),
      paidAt: expect.any(Number),
      lastPayment: payment.id,
    })
    const entries = await rows<{ account: string; amount: number }>(
      `select account, amount from money_entry join money_transfer on id = transfer_id where payment_id = $1 order by line`,
      payment.id,
    )
    expect(entries).toEqual([
      { account: 'provider:sandbox', amount: 9900 },
      { account: 'income:membership', amount: -9900 },
    ])
  })

  test('that failed is not paid, says why, and may be paid again', async () => {
    const payment = await started(milo)
    expect((await play(milo, payment.id, 'failure')).body).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/declined/),
    })
    expect(await hasPaid(milo)).toBe(false)
    const again = await started(milo)
    expect(again.id).not.toBe(payment.id)
    await play(milo, again.id, 'success')
    expect(await hasPaid(milo)).toBe(true)
  })

  test('is paid once: of two payments in progress the second fails, and its money is booked and refunded', async () => {
    const [first, second] = [await started(milo), await started(milo)]
    const outcomes = await Promise.all([first, second].map(({ id }) => play(milo, id, 'success')))
    const states = outcomes.map(({ body }) => (body as Payment).state).toSorted()
    expect(states).toEqual(['failed', 'succeeded'])
    const failed = outcomes.map(({ body }) => body as Payment).find(({ state }) => state === 'failed')!
    expect(failed).toMatchObject({
      received: 9900,
      refunded: 9900,
      failure: expect.stringMatching(/refunding the money/),
    })
    await sendRefundsNow(server)
    const { body } = await server.call('GET', `/api/payments/${failed.id}`, { token: milo.token })
    expect(body).toMatchObject({ refunds: [{ state: 'succeeded', amount: 9900 }] })
    expect(await balanceOf(`credit:${milo.id}`)).toBe(0)
    expect(await start(milo)).toMatchObject({ status: 409, body: { code: 'already-paid' } })
    // The refund is of the second payment, so no notice says that the membership has ended.
    await vi.waitFor(() => expect(refundNotices(milo)).toMatchObject([{ amount: 9900, membershipEnded: false }]), 5000)
  })

  test('sends one receipt, even if others settle the payment at the same moment', async () => {
    const receipts = () => notices.filter(({ accountId, kind }) => accountId === milo.id && kind === 'fee-receipt')
    const payment = await started(milo)
    await Promise.all([play(milo, payment.id, 'success'), play(milo, payment.id, 'success')])
    await vi.waitFor(() => expect(receipts()).toHaveLength(1), { timeout: 5000 })
    await server.app.outbox.drain()
    expect(receipts().map((notice) => noticeOf(server.app, notice).facts)).toEqual([
      { paymentId: payment.id, amount: 9900, currency: 'USD' },
    ])
  })
})

describe('one idempotency key', () => {
  test('sent fifty times at once is one payment with one answer', async () => {
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(milo, { idempotencyKey })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => (body as Payment).id)).size).toBe(1)
    expect(await rows('select 1 from payment where account_id = $1', milo.id)).toHaveLength(1)
  })

  test('still returns its payment after that one is settled', async () => {
    const idempotencyKey = randomUUID()
    const payment = (await start(milo, { idempotencyKey })).body as Payment
    await play(milo, payment.id, 'success')
    expect(await start(milo, { idempotencyKey })).toMatchObject({
      status: 201,
      body: { id: payment.id, state: 'succeeded' },
    })
  })

  test('is refused for something else than what it began to pay', async () => {
    const idempotencyKey = randomUUID()
    await start(milo, { idempotencyKey })
    const other = { idempotencyKey, purpose: 'invoice', invoiceId: randomUUID() }
    expect(await start(milo, other)).toMatchObject({ status: 409, body: { code: 'payment-key-reused' } })
  })

  test('of one person means nothing for another', async () => {
    const idempotencyKey = randomUUID()
    const payment = (await start(milo, { idempotencyKey })).body as Payment
    const pia = await newcomer('Pia')
    expect(((await start(pia, { idempotencyKey })).body as Payment).id).not.toBe(payment.id)
  })
})

describe('a delayed confirmation', () => {
  test('waits, blocks a second payment meanwhile, and settles when its time has come, read or not', async () => {
    const payment = await started(milo)
    expect((await play(milo, payment.id, 'delayed')).body).toMatchObject({ state: 'pending' })
    expect(await hasPaid(milo)).toBe(false)
    expect(await start(milo)).toMatchObject({
      status: 409,
      body: { code: 'payment-pending', details: { paymentId: payment.id } },
    })
    await rows(`update payment set settles_at = clock_timestamp() where id = $1`, payment.id)
    await server.runJob('settle delayed payments')
    expect(await hasPaid(milo)).toBe(true)
  })

  test('is settled by anyone who reads the payment after its time', async () => {
    const payment = await started(milo)
    await play(milo, payment.id, 'delayed')
    await rows(`update payment set settles_at = clock_timestamp() where id = $1`, payment.id)
    const { body } = await server.call('GET', `/api/payments/${payment.id}`, { token: milo.token })
    expect(body).toMatchObject({ state: 'succeeded' })
  })

  test('is stored in the database: another process settles it when the one that started it does not', async () => {
    const first = await openTestServer({ config: { roles: new Set(['api']) } })
    const person = await castPerson(first.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    const { token } = person
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    const { id } = (await first.call('POST', '/api/payments', { token, body })).body as Payment
    await first.call('POST', `/api/payments/${id}/sandbox`, { token, body: { outcome: 'delayed' } })
    await first.app.pool.query(`update payment set settles_at = clock_timestamp() where id = $1`, [id])
    const second = await openTestServer({ databaseUrl: first.app.databaseUrl })
    await second.runJob('settle delayed payments')
    const found = await first.app.pool.query<{ state: string }>('select state from payment where id = $1', [id])
    expect(found.rows[0]?.state).toBe('succeeded')
    await second.close()
    await first.close()
  })
})

describe('a payment', () => {
  test('of another person does not exist', async () => {
    const payment = await started(milo)
    const pia = await newcomer('Pia')
    expect((await server.call('GET', `/api/payments/${payment.id}`, { token: pia.token })).status).toBe(404)
    expect((await play(pia, payment.id, 'success')).status).toBe(404)
    expect(await hasPaid(milo)).toBe(false)
  })

  test('accepts no other report once it is settled, and the same one again', async () => {
    const payment = await started(milo)
    await play(milo, payment.id, 'failure')
    expect(await play(milo, payment.id, 'success')).toMatchObject({ status: 409, body: { code: 'payment-settled' } })
    expect(await play(milo, payment.id, 'failure')).toMatchObject({ status: 200, body: { state: 'failed' } })
    expect(await hasPaid(milo)).toBe(false)
  })

  test('with a method we do not offer, or for a missing invoice, is refused', async () => {
    expect(await start(milo, { provider: 'stripe' })).toMatchObject({
      status: 409,
      body: { code: 'provider-unavailable' },
    })
    expect(await start(milo, { purpose: 'invoice', invoiceId: randomUUID() })).toMatchObject({
      status: 409,
      body: { code: 'invoice-not-found' },
    })
    expect((await start(milo, { purpose: 'invoice' })).status).toBe(400)
    expect((await start(milo, { idempotencyKey: 'mine' })).status).toBe(400)
  })

  test('never takes its amount, its state or the membership from the request', async () => {
    const { body } = await start(milo, { amount: 1, state: 'succeeded', hasPaidMembershipFee: true })
    expect(body).toMatchObject({ amount: 9900, state: 'started' })
    expect(await hasPaid(milo)).toBe(false)
  })

  test('cannot be simulated on a server without the sandbox', async () => {
    const strict = await openTestServer({ config: { sandboxPayments: false } })
    const person = await castPerson(strict.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
    const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
    const answer = await strict.call('POST', '/api/payments', { token: person.token, body })
    expect(answer).toMatchObject({ status: 409, body: { code: 'provider-unavailable' } })
    const { body: fee } = await strict.call('GET', '/api/membership', { token: person.token })
    expect(fee).toMatchObject({ providers: [] })
    await strict.close()
  })
})

test('the money ledger accepts no transfer that does not balance', async () => {
  const client = await server.app.pool.connect()
  try {
    const transferId = randomUUID()
    await client.query('begin')
    await client.query(`insert into money_transfer (id, memo) values ($1, 'crooked')`, [transferId])
    await client.query(`insert into money_entry values ($1, 1, 'a', 100, 'USD'), ($1, 2, 'b', -99, 'USD')`, [
      transferId,
    ])
    await expect(client.query('commit')).rejects.toThrow(/does not balance/)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
