import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { BankStage, line } from '#server/payments/transfer/bank-stage.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { HAMMER, saleroom } from '../sale.test-support.ts'

/** A member who joined the staff may still have invoices, payments and credit here: a colleague decides about them. */

let stage: BankStage
let kim: CastMember

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())
beforeEach(async () => {
  kim = await castPerson(stage.server.app.pool, { name: 'Kim', hasPaid: false, role: 'cashier' })
})

const as = (who: CastMember, path: string, body: object) =>
  stage.server.call('POST', `/api/admin${path}`, { token: who.token, body })
const statuses = async (path: string, body: object) => [
  (await as(kim, path, body)).status,
  (await as(stage.kofi, path, body)).status,
]

test('a cashier credits and cancels no invoice of their own, and hands no vehicle over to themselves', async () => {
  const room = saleroom(stage.server)
  await room.sell(kim)
  await room.drain()
  const [invoice] = await stage.rows<{ id: string }>('select id from invoice where account_id = $1', kim.id)
  const path = `/invoices/${invoice!.id}`
  const credit = {
    creditNoteId: randomUUID(),
    lines: [{ line: 0, amount: HAMMER / 2 }],
    cause: 'goodwill',
    reason: 'Scratched',
  }
  const own = { status: 403, body: { message: 'You can’t change your own invoice. Ask a colleague.' } }
  expect(await as(kim, `${path}/credit-notes`, credit)).toMatchObject(own)
  expect(await as(kim, `${path}/collected`, {})).toMatchObject(own)
  expect(await statuses(`${path}/cancel`, { cause: 'correction', reason: 'Agreed.' })).toEqual([403, 200])
})

test('a cashier sends no refund and no credit to themselves', async () => {
  stage.milo = kim
  const payment: Payment = await stage.transfer()
  await stage.bring(line('120.00', payment.transfer!.reference))
  const [rest] = await stage.rows<{ id: string }>('select id from bank_line where account_id = $1', kim.id)
  expect(await statuses(`/bank-lines/${rest!.id}/return`, { reason: 'Paid too much' })).toEqual([403, 200])
  expect(await statuses(`/payments/${payment.id}/refund`, { reason: 'Agreed' })).toEqual([403, 200])
  const [refund] = await stage.rows<{ id: string }>('select id from refund where payment_id = $1', payment.id)
  expect(await statuses(`/refunds/${refund!.id}/settle`, { how: 'sent-by-bank' })).toEqual([403, 200])
})

test('a cashier doesn’t undo the match of their own transfer', async () => {
  stage.milo = kim
  const payment: Payment = await stage.transfer()
  await stage.bring(line('99.00', payment.transfer!.reference))
  const [used] = await stage.rows<{ id: string }>('select id from bank_line where account_id = $1', kim.id)
  expect(await as(kim, `/bank-lines/${used!.id}/undo-match`, { reason: 'By mistake' })).toMatchObject({
    status: 403,
    body: { message: 'You can’t undo the match of your own transfer. Ask a colleague.' },
  })
  expect((await as(stage.kofi, `/bank-lines/${used!.id}/undo-match`, { reason: 'By mistake' })).status).toBe(200)
})
