import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StripeStage } from './stripe-stage.test-support.ts'

let stage: StripeStage

beforeAll(async () => {
  stage = await StripeStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

describe('a report that is not from Stripe', () => {
  test('is answered 400 and leaves nothing behind: without, with a wrong, an old or a borrowed signature, or altered', async () => {
    const { payment, sessionId } = await stage.started()
    const event = stage.stripe.pay(sessionId)
    const good = stage.stripe.sign(event)
    const forged = [
      await stage.deliver(event, { header: null }),
      await stage.deliver(event, { header: 't=1,v1=00' }),
      await stage.deliver(event, { secret: 'whsec_guessed' }),
      await stage.deliver(event, { at: Date.now() - 301_000 }),
      await stage.deliver(event, { header: good.header, body: good.body.replace('9900', '1') }),
      await stage.deliver(event, { header: good.header, body: `${good.body} ` }),
      await stage.deliver(event, { header: '', body: '' }),
    ]
    expect(forged.map(({ status, body }) => [status, body.code])).toEqual(forged.map(() => [400, 'forged-report']))
    const [stored] = await stage.rows<{ state: string }>('select state from payment where id = $1', payment.id)
    expect(stored).toEqual({ state: 'started' })
    expect(await stage.standing()).toEqual({ paid: false, atStripe: 0, events: 0 })
  })

  test('or does not match its payment in amount, currency, person, session or payment, is refused the same way', async () => {
    const { payment, sessionId } = await stage.started()
    const { object } = stage.stripe.pay(sessionId).data
    const wrong = [
      { amount_total: 1 },
      { currency: 'eur' },
      { client_reference_id: randomUUID() },
      { id: 'cs_test_other' },
      { metadata: { paymentId: randomUUID() } },
    ]
    for (const own of wrong) {
      const answer = await stage.deliver(stage.stripe.event('checkout.session.completed', { ...object, ...own }))
      expect(answer).toMatchObject({ status: 400, body: { code: 'forged-report' } })
    }
    const [stored] = await stage.rows<{ state: string }>('select state from payment where id = $1', payment.id)
    expect(stored).toEqual({ state: 'started' })
    expect(await stage.standing()).toEqual({ paid: false, atStripe: 0, events: 0 })
  })

  test('but from another program on the same account is accepted and ignored', async () => {
    expect(
      await stage.deliver(stage.stripe.event('checkout.session.completed', { id: 'cs_x', metadata: {} })),
    ).toMatchObject({
      status: 200,
    })
    expect(await stage.deliver(stage.stripe.event('customer.created', { id: 'cus_x' }))).toMatchObject({ status: 200 })
  })
})
