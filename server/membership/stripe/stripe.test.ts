import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#contract/membership.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { lookAfterAll } from '../follow-up.ts'
import { sendRefunds } from '../refunds/send-refunds.ts'
import { fakeStripe, type FakeStripe } from './fake-stripe.test-model.ts'

const SECRET = 'whsec_only_for_this_test'

let stripe: FakeStripe
let house: TestHouse
let milo: CastMember

beforeAll(async () => {
  stripe = await fakeStripe(SECRET)
  const keys = { secretKey: 'sk_test_only', webhookSecret: SECRET, apiBase: stripe.base, timeoutMs: 400 }
  house = await openHouse({ config: { stripe: keys, roles: new Set(['api']) } })
})
afterAll(async () => {
  await house.close()
  await stripe.close()
})
beforeEach(async () => {
  stripe.faults.length = 0
  milo = await castPerson(house.house.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
})

function start(own: object = {}) {
  const body = { idempotencyKey: randomUUID(), provider: 'stripe', purpose: 'membership', ...own }
  return house.call('POST', '/api/payments', { token: milo.token, body })
}

async function started(): Promise<{ payment: Payment; sessionId: string }> {
  const { status, body } = await start()
  expect(status).toBe(201)
  const payment = body as Payment
  const session = [...stripe.sessions.values()].find((one) => one['url'] === payment.payUrl)
  return { payment, sessionId: session!.id }
}

async function deliver(
  event: object,
  options: { at?: number; secret?: string; header?: string | null; body?: string } = {},
) {
  const signed = stripe.sign(event, options)
  const header = options.header === undefined ? signed.header : options.header
  const response = await fetch(`${house.url}/api/payments/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(header === null ? {} : { 'stripe-signature': header }) },
    body: options.body ?? signed.body,
  })
  return { status: response.status, body: (await response.json()) as { code?: string } }
}

async function read(payment: Payment): Promise<Payment> {
  return (await house.call('GET', `/api/payments/${payment.id}`, { token: milo.token })).body as Payment
}

async function rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
  return (await house.house.pool.query(text, values)).rows as T[]
}

async function standing() {
  const [person] = await rows<{ has_paid_membership_fee: boolean }>('select * from account where id = $1', milo.id)
  const [ledger] = await rows<{ sum: number }>(
    `select coalesce(sum(amount), 0)::bigint as sum from money_entry join money_transfer on id = transfer_id
     where account = 'provider:stripe' and payment_id in (select id from payment where account_id = $1)`,
    milo.id,
  )
  const events = await rows(
    `select 1 from payment_event e join payment p on p.id = e.payment_id where p.account_id = $1`,
    milo.id,
  )
  return { paid: person!.has_paid_membership_fee, atStripe: ledger!.sum, events: events.length }
}

describe('a payment at Stripe', () => {
  test('is begun with the amount, the currency and the person of the house, and comes back to our own pages', async () => {
    const { payment, sessionId } = await started()
    expect(stripe.sessions.get(sessionId)).toMatchObject({
      amount_total: 9900,
      currency: 'usd',
      client_reference_id: milo.id,
      metadata: { paymentId: payment.id },
      success_url: `${house.house.config.publicUrl}/payment?payment=${payment.id}`,
      cancel_url: `${house.house.config.publicUrl}/payment?payment=${payment.id}&left=1`,
    })
    expect(payment).toMatchObject({
      state: 'started',
      payUrl: expect.stringContaining('https://checkout.stripe.test/'),
    })
  })

  test('is paid when Stripe reports it, and the receipt has a number', async () => {
    const { payment, sessionId } = await started()
    expect(await deliver(stripe.pay(sessionId))).toMatchObject({ status: 200 })
    expect(await read(payment)).toMatchObject({
      state: 'succeeded',
      received: 9900,
      payUrl: null,
      receipt: expect.stringMatching(/^R-/),
    })
    expect(await standing()).toEqual({ paid: true, atStripe: 9900, events: 1 })
  })

  test('reported fifty times at once, by one event and by many, is one payment', async () => {
    const { sessionId } = await started()
    const event = stripe.pay(sessionId)
    const others = Array.from({ length: 24 }, () => stripe.pay(sessionId))
    const answers = await Promise.all(
      [...Array.from({ length: 26 }, () => event), ...others].map((one) => deliver(one)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await standing()).toMatchObject({ paid: true, atStripe: 9900 })
    expect(
      await rows(
        `select 1 from money_transfer t join payment p on p.id = t.payment_id where p.account_id = $1`,
        milo.id,
      ),
    ).toHaveLength(1)
  })

  test('whose reports come in any order ends paid: success, a late "not yet paid", an expiry', async () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const order of orders) {
      milo = await castPerson(house.house.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
      const { payment, sessionId } = await started()
      const waiting = stripe.pay(sessionId, 'unpaid')
      const paid = stripe.event('checkout.session.async_payment_succeeded', stripe.pay(sessionId).data.object)
      const expired = stripe.event('checkout.session.expired', {
        ...paid.data.object,
        status: 'expired',
        payment_status: 'unpaid',
      })
      const reports = [waiting, paid, expired]
      for (const index of order) expect((await deliver(reports[index]!)).status).toBe(200)
      expect(await read(payment)).toMatchObject({ state: 'succeeded' })
      expect(await standing()).toMatchObject({ paid: true, atStripe: 9900 })
    }
  })

  test('that the bank refuses after days has failed, and says so', async () => {
    const { payment, sessionId } = await started()
    await deliver(stripe.pay(sessionId, 'unpaid'))
    expect(await read(payment)).toMatchObject({ state: 'pending' })
    await deliver(stripe.event('checkout.session.async_payment_failed', stripe.sessions.get(sessionId)!))
    expect(await read(payment)).toMatchObject({ state: 'failed', failure: 'The bank did not carry the payment out.' })
  })
})

describe('a report that is not from Stripe', () => {
  test('is answered 400 and leaves nothing behind: without, with a wrong, an old or a borrowed signature, or altered', async () => {
    const { payment, sessionId } = await started()
    const event = stripe.pay(sessionId)
    const good = stripe.sign(event)
    const forged = [
      await deliver(event, { header: null }),
      await deliver(event, { header: 't=1,v1=00' }),
      await deliver(event, { secret: 'whsec_guessed' }),
      await deliver(event, { at: Date.now() - 301_000 }),
      await deliver(event, { header: good.header, body: good.body.replace('9900', '1') }),
      await deliver(event, { header: good.header, body: `${good.body} ` }),
      await deliver(event, { header: '', body: '' }),
    ]
    expect(forged.map(({ status, body }) => [status, body.code])).toEqual(forged.map(() => [400, 'forged-report']))
    const [stored] = await rows<{ state: string }>('select state from payment where id = $1', payment.id)
    expect(stored).toEqual({ state: 'started' })
    expect(await standing()).toEqual({ paid: false, atStripe: 0, events: 0 })
  })

  test('or does not fit its payment in amount, currency, person, session or payment, is refused the same way', async () => {
    const { payment, sessionId } = await started()
    const { object } = stripe.pay(sessionId).data
    const wrong = [
      { amount_total: 1 },
      { currency: 'eur' },
      { client_reference_id: randomUUID() },
      { id: 'cs_test_other' },
      { metadata: { paymentId: randomUUID() } },
    ]
    for (const own of wrong) {
      const answer = await deliver(stripe.event('checkout.session.completed', { ...object, ...own }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'forged-report' } })
    }
    const [stored] = await rows<{ state: string }>('select state from payment where id = $1', payment.id)
    expect(stored).toEqual({ state: 'started' })
    expect(await standing()).toEqual({ paid: false, atStripe: 0, events: 0 })
  })

  test('but of another program at the same account is taken calmly', async () => {
    expect(await deliver(stripe.event('checkout.session.completed', { id: 'cs_x', metadata: {} }))).toMatchObject({
      status: 200,
    })
    expect(await deliver(stripe.event('customer.created', { id: 'cus_x' }))).toMatchObject({ status: 200 })
  })
})

describe('when Stripe is slow, fails or stays silent', () => {
  test('a failure is repeated with the same key and makes one session', async () => {
    const before = stripe.sessions.size
    stripe.faults.push({ status: 500 }, 'done-then-hang-up')
    await started()
    expect(stripe.sessions.size).toBe(before + 1)
  })

  test('an outage is said plainly, and the same press later goes on with the same payment', async () => {
    stripe.faults.push('hang-up', 'hang-up', 'hang-up')
    const idempotencyKey = randomUUID()
    const down = await start({ idempotencyKey })
    expect(down).toMatchObject({ status: 503, body: { code: 'provider-unreachable' } })
    const up = await start({ idempotencyKey })
    expect(up).toMatchObject({ status: 201, body: { payUrl: expect.any(String) } })
    expect(await rows('select 1 from payment where account_id = $1', milo.id)).toHaveLength(1)
  })

  test('an answer that takes too long is asked for again, and makes one session', async () => {
    const before = stripe.sessions.size
    stripe.faults.push({ delayMs: 800 })
    await started()
    expect(stripe.sessions.size).toBe(before + 1)
  })

  test('a report that never comes is asked for when the person comes back', async () => {
    const { payment, sessionId } = await started()
    stripe.pay(sessionId)
    expect(await read(payment)).toMatchObject({ state: 'succeeded' })
    expect(await standing()).toMatchObject({ paid: true, atStripe: 9900, events: 0 })
  })

  test('a report that never comes is asked for when the person does not come back either', async () => {
    const { payment, sessionId } = await started()
    stripe.pay(sessionId)
    await rows(`update payment set created_at = created_at - interval '2 minutes' where id = $1`, payment.id)
    await lookAfterAll(house.house)
    expect(await standing()).toMatchObject({ paid: true, atStripe: 9900 })
    const asked = stripe.seen.length
    await lookAfterAll(house.house)
    expect(stripe.seen).toHaveLength(asked)
  })

  test('a payment stays as it is while Stripe cannot be asked, and the page is answered', async () => {
    const { payment } = await started()
    stripe.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
    expect(await read(payment)).toMatchObject({ state: 'started' })
  })
})

describe('leaving Stripe’s page', () => {
  test('to pay another way closes it there, so that it cannot be paid twice', async () => {
    const { payment, sessionId } = await started()
    const { body } = await house.call('POST', `/api/payments/${payment.id}/abandon`, { token: milo.token })
    expect(body).toMatchObject({ state: 'failed', failure: 'You chose to pay another way.' })
    expect(stripe.sessions.get(sessionId)).toMatchObject({ status: 'expired' })
  })

  test('in the moment in which it was paid leaves it paid', async () => {
    const { payment, sessionId } = await started()
    stripe.pay(sessionId)
    const { body } = await house.call('POST', `/api/payments/${payment.id}/abandon`, { token: milo.token })
    expect(body).toMatchObject({ state: 'succeeded' })
    expect((await standing()).paid).toBe(true)
  })

  test('two pages that are both paid are one fee; the other money goes back by itself', async () => {
    const [first, second] = [await started(), await started()]
    await Promise.all([deliver(stripe.pay(first.sessionId)), deliver(stripe.pay(second.sessionId))])
    await sendRefunds(house.house)
    expect(
      [...stripe.refunds.values()].filter(({ payment_intent: intent }) =>
        [first, second].some(({ sessionId }) => intent === `pi_${sessionId}`),
      ),
    ).toMatchObject([{ amount: 9900 }])
    expect(await standing()).toMatchObject({ paid: true, atStripe: 9900 })
  })
})

describe('a refund at Stripe', () => {
  async function refunded(): Promise<{ payment: Payment; refundId: string }> {
    const { payment, sessionId } = await started()
    await deliver(stripe.pay(sessionId))
    const { status, body } = await house.call('POST', '/api/membership/refund', { token: milo.token })
    expect(status).toBe(200)
    const refundId = (body as Payment).refunds[0]!.id
    await due(refundId)
    return { payment, refundId }
  }
  const due = (refundId: string) => rows(`update refund set next_try_at = clock_timestamp() where id = $1`, refundId)
  const atStripe = (refundId: string) =>
    [...stripe.refunds.values()].filter((one) => (one['metadata'] as { refundId: string }).refundId === refundId)

  test('goes once, though the answer is lost and the process tries again', async () => {
    const { payment, refundId } = await refunded()
    stripe.faults.push({ delayMs: 0 }, 'done-then-hang-up', 'hang-up', 'hang-up')
    await sendRefunds(house.house)
    expect(await read(payment)).toMatchObject({ refunds: [{ state: 'under-way' }] })
    await due(refundId)
    await sendRefunds(house.house)
    expect(await read(payment)).toMatchObject({
      state: 'refunded',
      refunds: [{ state: 'succeeded', receipt: expect.stringMatching(/^B-/) }],
    })
    expect(atStripe(refundId)).toHaveLength(1)
    expect(await standing()).toMatchObject({ paid: false, atStripe: 0 })
  })

  test('that a bank takes days for settles by Stripe’s report, whatever an older report says', async () => {
    const { payment, refundId } = await refunded()
    await sendRefunds(house.house)
    const [refund] = atStripe(refundId)
    const older = stripe.event('refund.updated', { ...refund, status: 'pending' })
    expect((await deliver(older)).status).toBe(200)
    expect(await read(payment)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
  })

  test('that comes back from a closed account is booked back and waits for a cashier, who can have it tried again', async () => {
    const { payment, refundId } = await refunded()
    await sendRefunds(house.house)
    const [refund] = atStripe(refundId)
    Object.assign(refund!, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    for (let n = 0; n < 3; n++) await deliver(stripe.event('refund.failed', refund!))
    expect(await standing()).toMatchObject({ paid: false, atStripe: 9900 })
    expect(await read(payment)).toMatchObject({ refunds: [{ state: 'waiting' }] })
    const kofi = await castPerson(house.house.pool, { name: 'Kofi', role: 'cashier' })
    const { body } = await house.call('GET', '/api/admin/refunds', { token: kofi.token })
    expect(body).toMatchObject({
      items: [{ id: refundId, byHand: false, failure: expect.stringMatching(/expired_or_canceled_card/) }],
    })
    await house.call('POST', `/api/admin/refunds/${refundId}/settle`, { token: kofi.token, body: { how: 'try-again' } })
    await sendRefunds(house.house)
    expect(await standing()).toMatchObject({ paid: false, atStripe: 0 })
    expect(atStripe(refundId)).toHaveLength(2)
  })
})

test('a house without Stripe’s keys has no webhook', async () => {
  const plain = await openHouse()
  expect((await plain.call('POST', '/api/payments/stripe/webhook', { body: {} })).status).toBe(404)
  await plain.close()
})
