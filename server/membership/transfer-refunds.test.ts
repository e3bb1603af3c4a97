import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendRefundsNow } from '#server/payments/send-refunds.test-support.ts'
import { BankStage, line } from '#server/payments/transfer/bank-stage.test-support.ts'

/** A fee paid by bank transfer is refunded by a cashier, after the same check as a fee paid by card. */

let stage: BankStage

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

async function refunds() {
  const { items } = (await stage.admin('GET', '/refunds')).body as { items: { id: string; accountId: string }[] }
  return items.filter(({ accountId }) => accountId === stage.milo.id)
}

async function askBack() {
  const payment = await stage.transfer()
  await stage.bring(line('99.00', payment.transfer!.reference))
  const asked = await stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token })
  expect(asked).toMatchObject({ status: 200, body: { state: 'refunded', refunds: [{ state: 'under-way' }] } })
  // A bid in progress may still be accepted, so no cashier sends the money yet.
  expect(await refunds()).toEqual([])
  return payment
}

const isMember = async () =>
  ((await stage.server.call('GET', '/api/user', { token: stage.milo.token })).body as { hasPaidMembershipFee: boolean })
    .hasPaidMembershipFee

test('a bid that was being decided while the refund was requested keeps the fee, and no cashier is asked to send it', async () => {
  const payment = await askBack()
  await stage.rows(
    'insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1)',
    stage.milo.id,
    randomUUID(),
  )
  await sendRefundsNow(stage.server)
  expect(await refunds()).toEqual([])
  expect(await isMember()).toBe(true)
  expect(await stage.read(payment)).toMatchObject({ state: 'succeeded', refunded: 0, refunds: [] })
  expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(0)
})

test('without a bid, the refund waits for a cashier, who sends it once', async () => {
  const payment = await askBack()
  await sendRefundsNow(stage.server)
  await sendRefundsNow(stage.server)
  const [refund] = await refunds()
  expect(refund).toMatchObject({ byHand: true, amount: 9900, state: 'waiting' })
  const settle = () => stage.admin('POST', `/refunds/${refund!.id}/settle`, { how: 'sent-by-bank' })
  expect([(await settle()).status, (await settle()).status]).toEqual([200, 409])
  expect(await stage.read(payment)).toMatchObject({ state: 'refunded', refunds: [{ state: 'succeeded' }] })
  expect(await isMember()).toBe(false)
})
