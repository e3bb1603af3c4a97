import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BankLine } from '#contract/transfers.ts'
import type { Invoice, InvoiceDetail } from '#contract/invoices.ts'
import { saleroom } from '#server/invoices/sale.test-model.ts'
import { castPerson } from '#test/cast.ts'
import { BankStage, line } from './bank-stage.test-model.ts'

let stage: BankStage
let room: ReturnType<typeof saleroom>

beforeAll(async () => {
  stage = await BankStage.open()
  room = saleroom(stage.house)
})
afterAll(() => stage.close())

/** Milo has paid 100.00 too much for an invoice; answers the line it is left of. */
async function overpay(): Promise<BankLine> {
  stage.milo = await castPerson(stage.house.house.pool, { name: 'Milo' })
  const invoice = await room.soldTo(stage.milo)
  const text = randomUUID()
  await stage.bring(line(((invoice.total + 10_000) / 100).toFixed(2), `${invoice.number} ${text}`))
  return (await stage.openLines(text))[0]!
}

const invoices = async () =>
  (await stage.house.call('GET', '/api/invoices', { token: stage.milo.token })).body as {
    items: Invoice[]
    credit: { currency: string; amount: number; payBackAskedAt: number | null }[]
  }

let rest: BankLine
beforeEach(async () => {
  rest = await overpay()
})

test('too much paid is the customer’s credit: the invoices page has it, and a mail says so', async () => {
  expect(rest).toMatchObject({ state: 'credit', remaining: 10_000 })
  expect((await invoices()).credit).toEqual([{ currency: 'USD', amount: 10_000, payBackAskedAt: null }])
  expect(await room.told(stage.milo, 'credit')).toEqual([`credit:${rest.id}:0`])
})

test('credit pays the next invoice by itself, as a line of its own in its history, and the books balance', async () => {
  const next = await room.soldTo(stage.milo)
  expect(next).toMatchObject({ state: 'part-paid', paid: 10_000, owed: next.total - 10_000 })
  const { history } = (await stage.house.call('GET', `/api/invoices/${next.id}`, { token: stage.milo.token }))
    .body as InvoiceDetail
  expect(history).toContainEqual(expect.objectContaining({ what: 'payment', amount: 10_000, words: 'credit' }))
  expect((await invoices()).credit).toEqual([])
  expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(0)
  expect(await stage.balanceOf(`receivable:${stage.milo.id}`)).toBe(next.owed)
  // Nothing waits for a bank: the rest can be paid by card at once.
  expect((await room.start(stage.milo, next.id)).status).toBe(201)
})

test('credit that was asked back pays no invoice, waits for a cashier, and is mailed when it was sent', async () => {
  const ask = () => stage.house.call('POST', '/api/credit/pay-back', { token: stage.milo.token })
  expect(await ask()).toMatchObject({ status: 200, body: { credit: [{ payBackAskedAt: expect.any(Number) }] } })
  expect((await ask()).status).toBe(200)
  expect(await room.soldTo(stage.milo)).toMatchObject({ state: 'issued', paid: 0 })
  const lines = (await stage.admin('GET', '/bank-lines')).body as { items: BankLine[] }
  expect(lines.items.find(({ id }) => id === rest.id)).toMatchObject({ payBackAskedAt: expect.any(Number) })
  const sent = await stage.admin('POST', `/bank-lines/${rest.id}/return`, { reason: 'Asked for by the customer' })
  expect(sent).toMatchObject({ status: 200, body: { state: 'returned' } })
  expect((await invoices()).credit).toEqual([])
  expect(await room.told(stage.milo, 'refund-sent')).toEqual([`credit-sent:${rest.id}`])
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'no-credit' } })
})
