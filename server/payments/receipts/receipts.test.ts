import { PDFiumLibrary } from '@hyzyla/pdfium'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/payments/payments.ts'
import { openMailbox } from '#server/accounts/mailbox.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { grantCredit } from '../grants/grants.ts'
import { sendRefundsNow } from '../send-refunds.test-support.ts'

let server: TestServer
let milo: CastMember
let payment: Payment

beforeAll(async () => {
  server = await openTestServer()
  milo = await castPerson(server.app.pool, { name: 'Владимир Łukasiewicz', hasPaid: false, verification: 'pending' })
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  payment = (await server.call('POST', '/api/payments', { token: milo.token, body })).body as Payment
})
afterAll(() => server.close())

const link = (token: string) => server.call('POST', `/api/payments/${payment.id}/receipt-link`, { token })
const play = () =>
  server.call('POST', `/api/payments/${payment.id}/sandbox`, { token: milo.token, body: { outcome: 'success' } })

async function textOf(url: string): Promise<string> {
  const response = await fetch(server.url + url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(Buffer.from(await response.arrayBuffer()))
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  document.destroy()
  library.destroy()
  return text
}

test('there is no receipt before the money has arrived', async () => {
  expect(await link(milo.token)).toMatchObject({ status: 409, body: { code: 'no-receipt' } })
})

test('the receipt names company, person, number, amount and method, and opens by its link without headers', async () => {
  await play()
  const { body } = await link(milo.token)
  const text = await textOf((body as { url: string }).url)
  for (const part of ['Paddock', 'Владимир Łukasiewicz', '$99.00', 'Membership fee', 'Sandbox: no money moved'])
    expect(text).toContain(part)
  expect(text).toMatch(/R-\d{4}-\d{6}/)
})

test('the receipt is dated in the company’s time zone, in US format', async () => {
  // 9 p.m. in Chicago, where it is still the day before.
  await server.app.pool.query(`update payment set settled_at = '2026-11-21T03:00:00Z' where id = $1`, [payment.id])
  const { url } = (await link(milo.token)).body as { url: string }
  expect(await textOf(url)).toMatch(/Date\s+November 20, 2026/)
})

test('nobody else gets the link, but a cashier does', async () => {
  const pia = await castPerson(server.app.pool, { name: 'Pia' })
  const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
  expect((await link(pia.token)).status).toBe(404)
  expect((await link(kofi.token)).status).toBe(200)
})

test('an altered link is invalid, and an expired one says so', async () => {
  const { url } = (await link(milo.token)).body as { url: string }
  const altered = [
    url.replace(payment.id, randomUUID()),
    url.replace(/expires=\d+/, `expires=${Date.now() + 9_000_000}`),
    url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
    url.replace('/api/receipts/', '/api/refund-receipts/'),
  ]
  for (const one of altered) expect((await fetch(server.url + one)).status).toBe(404)
  expect((await fetch(`${server.url}/api/receipts/${payment.id}`)).status).toBe(400)
  const { now } = server.app
  server.app.now = () => now() + 11 * 60_000
  const late = await fetch(server.url + url)
  server.app.now = now
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([410, 'link-expired'])
})

test('refunded money has its own receipt', async () => {
  const { body } = await server.call('POST', '/api/membership/refund', { token: milo.token })
  const [refund] = (body as Payment).refunds
  const path = `/api/refunds/${refund!.id}/receipt-link`
  expect(await server.call('POST', path, { token: milo.token })).toMatchObject({ status: 409 })
  await sendRefundsNow(server)
  const { url } = (await server.call('POST', path, { token: milo.token })).body as { url: string }
  const text = await textOf(url)
  for (const part of ['Refund receipt', '$99.00', 'Refunded to', 'You asked for a refund of the membership fee.'])
    expect(text).toContain(part)
  expect(text).toMatch(/B-\d{4}-\d{6}/)
})

test('the receipt and the notice of a refund that was sent from the bank instead say so', async () => {
  const box = openMailbox(server)
  const pia = await castPerson(server.app.pool, { name: 'Pia', hasPaid: false, verification: 'pending' })
  const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
  const send = (token: string, path: string, body: object) => server.call('POST', path, { token, body })
  const start = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  const { id } = (await send(pia.token, '/api/payments', start)).body as Payment
  await send(pia.token, `/api/payments/${id}/sandbox`, { outcome: 'success' })
  const asked = await send(kofi.token, `/api/admin/payments/${id}/refund`, { reason: 'The card expired' })
  const refund = (asked.body as Payment).refunds[0]!
  await server.app.pool.query(`update refund set state = 'failed' where id = $1`, [refund.id])
  expect((await send(kofi.token, `/api/admin/refunds/${refund.id}/settle`, { how: 'sent-by-bank' })).status).toBe(200)
  const { url } = (await send(pia.token, `/api/refunds/${refund.id}/receipt-link`, {})).body as { url: string }
  const text = await textOf(url)
  expect(text).toMatch(/Refunded by\s+Bank transfer/)
  expect(text).not.toContain('the way you paid')
  expect((await box.mail(pia.id, 'refund-sent')).facts).toMatchObject({ byBank: true })
})

test('a payment from credit, and its return, are called credit and no bank is named', async () => {
  const room = saleroom(server)
  const ada = await castPerson(server.app.pool, { name: 'Ada' })
  const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
  const grant = { accountId: ada.id, amount: 2000, currency: 'USD', key: randomUUID(), memo: 'Referral reward' }
  await server.app.db.transaction().execute((trx) => grantCredit(trx, grant))
  const invoice = await room.soldTo(ada)
  const paid = await server.app.pool.query<{ id: string }>('select id from payment where account_id = $1', [ada.id])
  const post = (who: CastMember, path: string, body: object = {}) =>
    server.call('POST', path, { token: who.token, body })
  const receiptAt = async (path: string) =>
    textOf(((await post(ada, `/api/${path}/receipt-link`)).body as { url: string }).url)
  expect(await receiptAt(`payments/${paid.rows[0]!.id}`)).toMatch(/Paid by\s+Your credit/)
  const cause = { cause: 'correction', reason: 'Agreed with the buyer.' }
  expect((await post(kofi, `/api/admin/invoices/${invoice.id}/cancel`, cause)).status).toBe(200)
  const back = await server.app.pool.query<{ id: string }>('select id from refund where payment_id = $1', [
    paid.rows[0]!.id,
  ])
  const text = await receiptAt(`refunds/${back.rows[0]!.id}`)
  expect(text).toMatch(/Refunded by\s+Your credit/)
  expect(text).toContain('The amount is your credit again. It pays your next invoice.')
  expect(text).not.toContain('Banks take')
})
