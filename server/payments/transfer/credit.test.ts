import { PDFiumLibrary } from '@hyzyla/pdfium'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BankLine } from '#contract/payments/transfers.ts'
import type { Invoice, InvoiceDetail } from '#contract/invoices/invoices.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { BankStage, line } from './bank-stage.test-support.ts'

let stage: BankStage
let room: ReturnType<typeof saleroom>

beforeAll(async () => {
  stage = await BankStage.open()
  room = saleroom(stage.server)
})
afterAll(() => stage.close())

/** Milo overpays an invoice by 100.00; returns the bank line that holds the rest. */
async function overpay(): Promise<BankLine> {
  stage.milo = await castPerson(stage.server.app.pool, { name: 'Milo' })
  const invoice = await room.soldTo(stage.milo)
  const text = randomUUID()
  await stage.bring(line(((invoice.total + 10_000) / 100).toFixed(2), `${invoice.number} ${text}`))
  return (await stage.openLines(text))[0]!
}

const invoices = async () =>
  (await stage.server.call('GET', '/api/invoices', { token: stage.milo.token })).body as {
    items: Invoice[]
    credit: { currency: string; amount: number; payBackAskedAt: number | null }[]
  }

let rest: BankLine
beforeEach(async () => {
  rest = await overpay()
})

test('an overpayment is the customer’s credit: it is on the invoices page, and in an email', async () => {
  expect(rest).toMatchObject({ state: 'credit', remaining: 10_000 })
  expect((await invoices()).credit).toEqual([
    { currency: 'USD', amount: 10_000, refundable: 10_000, payBackAskedAt: null },
  ])
  expect(await room.noticesOf(stage.milo, 'credit')).toEqual([`credit:${rest.id}:0`])
})

test('credit pays the next invoice automatically, as its own line in the history, and the books balance', async () => {
  const next = await room.soldTo(stage.milo)
  expect(next).toMatchObject({ state: 'part-paid', paid: 10_000, owed: next.total - 10_000 })
  const { history } = (await stage.server.call('GET', `/api/invoices/${next.id}`, { token: stage.milo.token }))
    .body as InvoiceDetail
  expect(history).toContainEqual(expect.objectContaining({ what: 'payment', amount: 10_000, words: 'credit' }))
  expect((await invoices()).credit).toEqual([])
  expect(await stage.balanceOf(`credit:${stage.milo.id}`)).toBe(0)
  expect(await stage.balanceOf(`receivable:${stage.milo.id}`)).toBe(next.owed)
  // No bank transfer is pending: the rest can be paid by card immediately.
  expect((await room.start(stage.milo, next.id)).status).toBe(201)
})

test('an invoice names the transfer that was started for it, so that the buyer who comes back finds its reference', async () => {
  const zoe = await castPerson(stage.server.app.pool, { name: 'Zoe' })
  const { id } = await room.soldTo(zoe)
  const pending = async () => {
    const { invoice } = await room.detail(zoe, id)
    expect((await room.list(zoe)).items).toEqual([invoice])
    return invoice.pendingPayment
  }
  expect(await pending()).toBeNull()
  const body = { purpose: 'invoice', invoiceId: id, provider: 'transfer', idempotencyKey: randomUUID() }
  const started = await stage.server.call('POST', '/api/payments', { token: zoe.token, body })
  expect(await pending()).toBe((started.body as { id: string }).id)
})

async function printed(invoiceId: string): Promise<string> {
  const link = await stage.server.call('POST', `/api/invoices/${invoiceId}/link`, { token: stage.milo.token })
  const response = await fetch(stage.server.url + (link.body as { url: string }).url)
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(Buffer.from(await response.arrayBuffer()))
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  document.destroy()
  library.destroy()
  return text
}

test('used credit is its own line on the printed invoice, with the balance due, until it is returned', async () => {
  const { id, total } = await room.soldTo(stage.milo)
  const usd = (amount: number) => `$${(amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  const detail = async () =>
    ((await stage.server.call('GET', `/api/invoices/${id}`, { token: stage.milo.token })).body as InvoiceDetail).invoice
  expect(await detail()).toMatchObject({ creditUsed: 10_000, paid: 10_000, owed: total - 10_000 })
  const text = await printed(id)
  expect(text).toMatch(/Credit used\s+−\$100\.00/)
  expect(text).toContain(`Balance due ${usd(total - 10_000)}`)
  // Another transfer pays part of it: the printed lines add up.
  const { number } = await detail()
  await stage.bring(line('50.00', number))
  expect(await printed(id)).toMatch(/Credit used\s+−\$100\.00\s+Paid\s+−\$50\.00\s+Balance due/)
  expect(await printed(id)).toContain(`Balance due ${usd(total - 15_000)}`)
  // The transfer that the credit came from was matched by mistake: once undone, none of it is credit any more.
  const undone = await stage.admin('POST', `/bank-lines/${rest.id}/undo-match`, { reason: 'Another customer’s' })
  expect(undone.status).toBe(200)
  expect(await detail()).toMatchObject({ creditUsed: 0, paid: 5000, owed: total - 5000 })
  expect(await printed(id)).not.toContain('Credit used')
})

test('credit that one customer asked to have paid out is not held back from the one whose money it turns out to be', async () => {
  await stage.server.call('POST', '/api/credit/pay-back', { token: stage.milo.token })
  await stage.admin('POST', `/bank-lines/${rest.id}/undo-match`, { reason: 'Another customer’s' })
  stage.milo = await castPerson(stage.server.app.pool, { name: 'Nina' })
  const { id: subjectId } = await room.soldTo(stage.milo)
  const target = { accountId: stage.milo.id, purpose: 'invoice', subjectId }
  expect((await stage.admin('POST', `/bank-lines/${rest.id}/match`, target)).status).toBe(200)
  expect((await invoices()).credit).toEqual([
    { currency: 'USD', amount: 10_000, refundable: 10_000, payBackAskedAt: null },
  ])
})

test('an invoice fully paid by credit asks for no payment on paper', async () => {
  await stage.server.app.pool.query(
    `update bank_line set remaining = 50_000_00, amount = amount + 49_900_00 where id = $1`,
    [rest.id],
  )
  const { id } = await room.soldTo(stage.milo)
  const text = await printed(id)
  expect(text).toMatch(/Credit used\s+−\$/)
  expect(text).toContain('Balance due $0.00')
  expect(text).not.toContain('Please pay by')
})

test('the transfer list suggests the likely purpose of each line: what its payer owes, same amount first', async () => {
  stage.milo = await castPerson(stage.server.app.pool, { name: `Zephyrine` })
  const [first, second] = [await room.soldTo(stage.milo), await room.soldTo(stage.milo)]
  const text = randomUUID()
  await stage.bring(
    line((second.total / 100).toFixed(2), text).replace('M Milo', 'Zephyrine'),
    line('12.00', text).replace('M Milo', 'Nobody Known'),
  )
  const lines = await stage.openLines(text)
  expect(lines.find(({ payerName }) => payerName === 'Nobody Known')!.suggestion).toBeNull()
  const suggestion = lines.find(({ payerName }) => payerName === 'Zephyrine')!.suggestion
  expect(suggestion).toMatchObject({ accountId: stage.milo.id, purpose: 'invoice', amount: second.total })
  expect([first.id, second.id]).toContain(suggestion!.subjectId)
})

test('credit requested as a payout pays no invoice, waits for a cashier, and is emailed when it was sent', async () => {
  const ask = () => stage.server.call('POST', '/api/credit/pay-back', { token: stage.milo.token })
  expect(await ask()).toMatchObject({ status: 200, body: { credit: [{ payBackAskedAt: expect.any(Number) }] } })
  expect((await ask()).status).toBe(200)
  expect(await room.soldTo(stage.milo)).toMatchObject({ state: 'issued', paid: 0 })
  const lines = (await stage.admin('GET', '/bank-lines')).body as { items: BankLine[] }
  expect(lines.items.find(({ id }) => id === rest.id)).toMatchObject({ payBackAskedAt: expect.any(Number) })
  const sent = await stage.admin('POST', `/bank-lines/${rest.id}/return`, { reason: 'Asked for by the customer' })
  expect(sent).toMatchObject({ status: 200, body: { state: 'returned' } })
  expect((await invoices()).credit).toEqual([])
  expect(await room.noticesOf(stage.milo, 'refund-sent')).toEqual([`credit-sent:${rest.id}`])
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'no-credit' } })
})
