import { PDFiumLibrary } from '@hyzyla/pdfium'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Payment } from '#contract/membership.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { sendRefunds } from '../send-refunds.ts'

let house: TestHouse
let milo: CastMember
let payment: Payment

beforeAll(async () => {
  house = await openHouse()
  milo = await castPerson(house.house.pool, { name: 'Владимир Łukasiewicz', hasPaid: false, verification: 'pending' })
  const body = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
  payment = (await house.call('POST', '/api/payments', { token: milo.token, body })).body as Payment
})
afterAll(() => house.close())

const link = (token: string) => house.call('POST', `/api/payments/${payment.id}/receipt-link`, { token })
const play = () =>
  house.call('POST', `/api/payments/${payment.id}/sandbox`, { token: milo.token, body: { outcome: 'success' } })

async function textOf(url: string): Promise<string> {
  const response = await fetch(house.url + url)
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

test('there is no receipt before the money is there', async () => {
  expect(await link(milo.token)).toMatchObject({ status: 409, body: { code: 'no-receipt' } })
})

test('the receipt names house, person, number, amount and way, and opens by its link without headers', async () => {
  await play()
  const { body } = await link(milo.token)
  const text = await textOf((body as { url: string }).url)
  for (const part of [
    'Paddock',
    'Владимир Łukasiewicz',
    '$99.00',
    'Membership fee',
    'Sandbox: no money has moved',
    payment.id,
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/R-\d{4}-\d{6}/)
})

test('the receipt is dated by the clocks of the house, as Americans write a day', async () => {
  // 9 p.m. in Chicago, where it is still the day before.
  await house.house.pool.query(`update payment set settled_at = '2026-11-21T03:00:00Z' where id = $1`, [payment.id])
  const { url } = (await link(milo.token)).body as { url: string }
  expect(await textOf(url)).toMatch(/Date\s+November 20, 2026/)
})

test('nobody else gets the link, but a cashier does', async () => {
  const pia = await castPerson(house.house.pool, { name: 'Pia' })
  const kofi = await castPerson(house.house.pool, { name: 'Kofi', role: 'cashier' })
  expect((await link(pia.token)).status).toBe(404)
  expect((await link(kofi.token)).status).toBe(200)
})

test('a link that was altered is none, and one whose time is over says so', async () => {
  const { url } = (await link(milo.token)).body as { url: string }
  const altered = [
    url.replace(payment.id, randomUUID()),
    url.replace(/expires=\d+/, `expires=${Date.now() + 9_000_000}`),
    url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
    url.replace('/api/receipts/', '/api/refund-receipts/'),
  ]
  for (const one of altered) expect((await fetch(house.url + one)).status).toBe(404)
  expect((await fetch(`${house.url}/api/receipts/${payment.id}`)).status).toBe(400)
  const { now } = house.house
  house.house.now = () => now() + 11 * 60_000
  const late = await fetch(house.url + url)
  house.house.now = now
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([410, 'link-expired'])
})

test('money that went back has a receipt of its own', async () => {
  const { body } = await house.call('POST', '/api/membership/refund', { token: milo.token })
  const [refund] = (body as Payment).refunds
  const path = `/api/refunds/${refund!.id}/receipt-link`
  expect(await house.call('POST', path, { token: milo.token })).toMatchObject({ status: 409 })
  await house.house.pool.query('update refund set next_try_at = clock_timestamp()')
  await sendRefunds(house.house)
  const { url } = (await house.call('POST', path, { token: milo.token })).body as { url: string }
  const text = await textOf(url)
  for (const part of ['Refund receipt', '$99.00', 'Paid back to', 'You took the membership fee back.'])
    expect(text).toContain(part)
  expect(text).toMatch(/B-\d{4}-\d{6}/)
})
