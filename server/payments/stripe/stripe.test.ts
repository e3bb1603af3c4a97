import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestServer } from '#test/harness/test-server.ts'
import { pollAll } from '../follow-up.ts'
import { noteCards } from '../note-cards.ts'
import { sendRefunds } from '../send-refunds.ts'
import { StripeStage } from './stripe-stage.test-support.ts'

let stage: StripeStage

beforeAll(async () => {
  stage = await StripeStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

describe('a payment through Stripe', () => {
  test('is started with our amount, currency and customer, and returns to our own pages', async () => {
    const { payment, sessionId } = await stage.started()
    expect(stage.stripe.sessions.get(sessionId)).toMatchObject({
      amount_total: 9900,
      currency: 'usd',
      client_reference_id: stage.milo.id,
      metadata: { paymentId: payment.id },
      success_url: `${stage.server.app.config.publicUrl}/payment?payment=${payment.id}`,
      cancel_url: `${stage.server.app.config.publicUrl}/payment?payment=${payment.id}&left=1`,
    })
    expect(payment).toMatchObject({
      state: 'started',
      payUrl: expect.stringContaining('https://checkout.stripe.test/'),
    })
  })

  test('is paid when Stripe reports it, and the receipt has a number', async () => {
    const { payment, sessionId } = await stage.started()
    expect(await stage.deliver(stage.stripe.pay(sessionId))).toMatchObject({ status: 200 })
    expect(await stage.read(payment)).toMatchObject({
      state: 'succeeded',
      received: 9900,
      payUrl: null,
      receipt: expect.stringMatching(/^R-/),
    })
    expect(await stage.standing()).toEqual({ paid: true, atStripe: 9900, events: 1 })
  })

  test('reported fifty times at once, by one event and by many, is one payment', async () => {
    const { sessionId } = await stage.started()
    const event = stage.stripe.pay(sessionId)
    const others = Array.from({ length: 24 }, () => stage.stripe.pay(sessionId))
    const answers = await Promise.all(
      [...Array.from({ length: 26 }, () => event), ...others].map((one) => stage.deliver(one)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await stage.standing()).toMatchObject({ paid: true, atStripe: 9900 })
    expect(
      await stage.rows(
        `select 1 from money_transfer t join payment p on p.id = t.payment_id where p.account_id = $1`,
        stage.milo.id,
      ),
    ).toHaveLength(1)
  })

  test('whose reports arrive in any order ends paid: success, a late "not yet paid", an expiry', async () => {
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const order of orders) {
      await stage.newMilo()
      const { payment, sessionId } = await stage.started()
      const waiting = stage.stripe.pay(sessionId, 'unpaid')
      const paid = stage.stripe.event(
        'checkout.session.async_payment_succeeded',
        stage.stripe.pay(sessionId).data.object,
      )
      const expired = stage.stripe.event('checkout.session.expired', {
        ...paid.data.object,
        status: 'expired',
        payment_status: 'unpaid',
      })
      const reports = [waiting, paid, expired]
      for (const index of order) expect((await stage.deliver(reports[index]!)).status).toBe(200)
      expect(await stage.read(payment)).toMatchObject({ state: 'succeeded' })
      expect(await stage.standing()).toMatchObject({ paid: true, atStripe: 9900 })
    }
  })

  test('that the bank refuses after days has failed, and says so', async () => {
    const { payment, sessionId } = await stage.started()
    await stage.deliver(stage.stripe.pay(sessionId, 'unpaid'))
    expect(await stage.read(payment)).toMatchObject({ state: 'pending' })
    await stage.deliver(
      stage.stripe.event('checkout.session.async_payment_failed', stage.stripe.sessions.get(sessionId)!),
    )
    expect(await stage.read(payment)).toMatchObject({
      state: 'failed',
      failure: 'The bank didn’t complete the payment.',
    })
  })
})

describe('when Stripe is slow, fails or stays silent', () => {
  test('a failed request is repeated with the same key and creates one session', async () => {
    const before = stage.stripe.sessions.size
    stage.stripe.faults.push({ status: 500 }, 'done-then-hang-up')
    await stage.started()
    expect(stage.stripe.sessions.size).toBe(before + 1)
  })

  test('an outage is reported plainly, and the same request later continues the same payment', async () => {
    stage.stripe.faults.push('hang-up', 'hang-up', 'hang-up')
    const idempotencyKey = randomUUID()
    const down = await stage.start({ idempotencyKey })
    expect(down).toMatchObject({ status: 503, body: { code: 'provider-unreachable' } })
    const up = await stage.start({ idempotencyKey })
    expect(up).toMatchObject({ status: 201, body: { payUrl: expect.any(String) } })
    expect(await stage.rows('select 1 from payment where account_id = $1', stage.milo.id)).toHaveLength(1)
  })

  test('a request that times out is repeated, and creates one session', async () => {
    const before = stage.stripe.sessions.size
    stage.stripe.faults.push({ delayMs: 800 })
    await stage.started()
    expect(stage.stripe.sessions.size).toBe(before + 1)
  })

  test('a report that never arrives is polled when the person comes back', async () => {
    const { payment, sessionId } = await stage.started()
    stage.stripe.pay(sessionId)
    expect(await stage.read(payment)).toMatchObject({ state: 'succeeded' })
    expect(await stage.standing()).toMatchObject({ paid: true, atStripe: 9900, events: 0 })
  })

  test('a report that never arrives is polled even if the person does not come back', async () => {
    const { payment, sessionId } = await stage.started()
    stage.stripe.pay(sessionId)
    await stage.rows(`update payment set created_at = created_at - interval '2 minutes' where id = $1`, payment.id)
    await pollAll(stage.server.app)
    expect(await stage.standing()).toMatchObject({ paid: true, atStripe: 9900 })
    const asked = stage.stripe.seen.length
    await pollAll(stage.server.app)
    expect(stage.stripe.seen).toHaveLength(asked)
  })

  test('a payment stays as it is while Stripe cannot be asked, and the page is answered', async () => {
    const { payment } = await stage.started()
    stage.stripe.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
    expect(await stage.read(payment)).toMatchObject({ state: 'started' })
  })
})

describe('leaving Stripe’s page', () => {
  test('to pay another way closes the session there, so that it cannot be paid twice', async () => {
    const { payment, sessionId } = await stage.started()
    const { body } = await stage.server.call('POST', `/api/payments/${payment.id}/abandon`, { token: stage.milo.token })
    expect(body).toMatchObject({ state: 'failed', failure: 'You chose to pay another way.' })
    expect(stage.stripe.sessions.get(sessionId)).toMatchObject({ status: 'expired' })
  })

  test('at the moment it is paid leaves it paid', async () => {
    const { payment, sessionId } = await stage.started()
    stage.stripe.pay(sessionId)
    const { body } = await stage.server.call('POST', `/api/payments/${payment.id}/abandon`, { token: stage.milo.token })
    expect(body).toMatchObject({ state: 'succeeded' })
    expect((await stage.standing()).paid).toBe(true)
  })

  test('two sessions that are both paid are one fee; the other money is refunded automatically', async () => {
    const [first, second] = [await stage.started(), await stage.started()]
    await Promise.all([
      stage.deliver(stage.stripe.pay(first.sessionId)),
      stage.deliver(stage.stripe.pay(second.sessionId)),
    ])
    await sendRefunds(stage.server.app)
    expect(
      [...stage.stripe.refunds.values()].filter(({ payment_intent: intent }) =>
        [first, second].some(({ sessionId }) => intent === `pi_${sessionId}`),
      ),
    ).toMatchObject([{ amount: 9900 }])
    expect(await stage.standing()).toMatchObject({ paid: true, atStripe: 9900 })
  })
})

test('the card is recorded by its fingerprint, so that one card on two accounts shows; a bank debit has none', async () => {
  const paid = async (fingerprint: string | null) => {
    await stage.newMilo()
    const { sessionId } = await stage.started()
    if (fingerprint !== null) stage.stripe.cards.set(sessionId, fingerprint)
    await stage.deliver(stage.stripe.pay(sessionId))
    return stage.milo.id
  }
  const people = [await paid('fp_same'), await paid('fp_same'), await paid(null)]
  stage.stripe.faults.push({ status: 500 }, { status: 500 }, { status: 500 })
  await noteCards(stage.server.app)
  await noteCards(stage.server.app)
  const asked = stage.stripe.seen.length
  await noteCards(stage.server.app)
  expect(stage.stripe.seen).toHaveLength(asked)
  const kept = await stage.rows<{ account_id: string; hash: Buffer }>(
    `select account_id, hash from account_identifier where kind = 'card' and account_id = any($1)`,
    people,
  )
  expect(kept.map(({ account_id: id }) => id).toSorted()).toEqual(people.slice(0, 2).toSorted())
  expect(kept[0]!.hash.equals(kept[1]!.hash)).toBe(true)
})

test('without Stripe keys there is no webhook', async () => {
  const plain = await openTestServer()
  expect((await plain.call('POST', '/api/payments/stripe/webhook', { body: {} })).status).toBe(404)
  await plain.close()
})
