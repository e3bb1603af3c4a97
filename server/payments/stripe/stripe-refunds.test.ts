import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { castPerson } from '#test/cast.ts'
import { sendRefunds } from '../send-refunds.ts'
import { StripeStage } from './stripe-stage.test-support.ts'

let stage: StripeStage

beforeAll(async () => {
  stage = await StripeStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

describe('a refund through Stripe', () => {
  async function refunded(): Promise<{ payment: Payment; refundId: string }> {
    const { payment, sessionId } = await stage.started()
    await stage.deliver(stage.stripe.pay(sessionId))
    const { status, body } = await stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token })
    expect(status).toBe(200)
    const refundId = (body as Payment).refunds[0]!.id
    await due(refundId)
    return { payment, refundId }
  }
  const due = (refundId: string) =>
    stage.rows(`update refund set next_try_at = clock_timestamp() where id = $1`, refundId)
  const atStripe = (refundId: string) =>
    [...stage.stripe.refunds.values()].filter((one) => (one['metadata'] as { refundId: string }).refundId === refundId)

  test('is sent once, though the answer is lost and the process tries again', async () => {
    const { payment, refundId } = await refunded()
    stage.stripe.faults.push({ delayMs: 0 }, 'done-then-hang-up', 'hang-up', 'hang-up')
    await sendRefunds(stage.server.app)
    expect(await stage.read(payment)).toMatchObject({ refunds: [{ state: 'under-way' }] })
    await due(refundId)
    await sendRefunds(stage.server.app)
    expect(await stage.read(payment)).toMatchObject({
      state: 'refunded',
      refunds: [{ state: 'succeeded', receipt: expect.stringMatching(/^B-/) }],
    })
    expect(atStripe(refundId)).toHaveLength(1)
    expect(await stage.standing()).toMatchObject({ paid: false, atStripe: 0 })
  })

  test('that takes a bank days settles by Stripe’s report, whatever an older report says', async () => {
    const { payment, refundId } = await refunded()
    await sendRefunds(stage.server.app)
    const [refund] = atStripe(refundId)
    const older = stage.stripe.event('refund.updated', { ...refund, status: 'pending' })
    expect((await stage.deliver(older)).status).toBe(200)
    expect(await stage.read(payment)).toMatchObject({ refunds: [{ state: 'succeeded' }] })
  })

  test('returned by a closed account is booked back and waits for a cashier, who can have it retried', async () => {
    const { payment, refundId } = await refunded()
    await sendRefunds(stage.server.app)
    const [refund] = atStripe(refundId)
    Object.assign(refund!, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    for (let n = 0; n < 3; n++) await stage.deliver(stage.stripe.event('refund.failed', refund!))
    expect(await stage.standing()).toMatchObject({ paid: false, atStripe: 9900 })
    expect(await stage.read(payment)).toMatchObject({ refunds: [{ state: 'waiting' }] })
    const kofi = await castPerson(stage.server.app.pool, { name: 'Kofi', role: 'cashier' })
    const { body } = await stage.server.call('GET', '/api/admin/refunds', { token: kofi.token })
    expect(body).toMatchObject({
      items: [{ id: refundId, byHand: false, failure: expect.stringMatching(/expired_or_canceled_card/) }],
    })
    await stage.server.call('POST', `/api/admin/refunds/${refundId}/settle`, {
      token: kofi.token,
      body: { how: 'try-again' },
    })
    await sendRefunds(stage.server.app)
    expect(await stage.standing()).toMatchObject({ paid: false, atStripe: 0 })
    expect(atStripe(refundId)).toHaveLength(2)
  })
})
