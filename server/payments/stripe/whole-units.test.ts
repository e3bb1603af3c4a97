import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { forgetTerms } from '#server/platform/settings.ts'
import { sendRefunds } from '../send-refunds.ts'
import { StripeStage } from './stripe-stage.test-support.ts'

let stage: StripeStage

beforeAll(async () => {
  stage = await StripeStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

/** A company that counts 9900 of the currency as its membership fee, with nothing smaller than one. */
async function counting(currency: string): Promise<void> {
  await stage.rows(
    `insert into setting (key, value) values ('currency', $1) on conflict (key) do update set value = excluded.value`,
    JSON.stringify(currency),
  )
  forgetTerms(stage.server.app)
}

test.each([
  ['COP', 990_000],
  ['HUF', 990_000],
  ['ISK', 990_000],
  ['JPY', 9900],
  ['CLP', 9900],
])('a fee of 9900 in %s is %i as Stripe counts, and is paid and refunded whole', async (currency, atStripe) => {
  await counting(currency)
  const { payment, sessionId } = await stage.started()
  expect(stage.stripe.sessions.get(sessionId)).toMatchObject({
    amount_total: atStripe,
    currency: currency.toLowerCase(),
  })
  expect(await stage.deliver(stage.stripe.pay(sessionId))).toMatchObject({ status: 200 })
  expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', received: 9900 })

  const { body } = await stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token })
  const { id } = (body as Payment).refunds[0]!
  await stage.rows('update refund set next_try_at = clock_timestamp() where id = $1', id)
  await sendRefunds(stage.server.app)
  const sent = [...stage.stripe.refunds.values()].find(
    (one) => (one['metadata'] as { refundId: string }).refundId === id,
  )
  expect(sent).toMatchObject({ amount: atStripe })
  expect(await stage.deliver(stage.stripe.event('refund.updated', sent!))).toMatchObject({ status: 200 })
  expect(await stage.read(payment)).toMatchObject({ state: 'refunded', refunds: [{ amount: 9900 }] })
})

test('a disputed payment and what the bank charges for it are counted in our units', async () => {
  await counting('HUF')
  const { payment, sessionId } = await stage.started()
  await stage.deliver(stage.stripe.pay(sessionId))
  const fees = { balance_transactions: [{ id: 'txn_1', fee: 550_049, currency: 'huf' }] }
  expect(await stage.deliver(stage.stripe.dispute(sessionId, fees))).toMatchObject({ status: 200 })
  expect(await stage.read(payment)).toMatchObject({ disputed: 9900 })
  const [fee] = await stage.rows<{ amount: number }>(
    `select e.amount::int from money_entry e join money_transfer t on t.id = transfer_id
     where t.payment_id = $1 and e.amount in (5500, -5500)`,
    payment.id,
  )
  expect(fee).toBeDefined()
})
