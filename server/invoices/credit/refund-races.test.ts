import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { HAMMER, saleroom } from '../sale.test-support.ts'

/** However many cashiers refund at the same moment, never more goes back than was paid. */

let places: TestServer[]
let room: ReturnType<typeof saleroom>
let cashiers: CastMember[]

beforeAll(async () => {
  const one = await openTestServer({ config: { roles: new Set(['api']) } })
  const other = await openTestServer({ databaseUrl: one.app.databaseUrl, config: { roles: new Set(['api']) } })
  places = [one, other]
  room = saleroom(one, other)
  cashiers = [
    await castPerson(one.app.pool, { name: 'Kofi', role: 'cashier' }),
    await castPerson(one.app.pool, { name: 'Kim', role: 'cashier' }),
  ]
})
afterAll(async () => {
  for (const place of places.toReversed()) await place.close()
})

/** An invoice paid in two parts, by two payments. */
async function paidInTwo(): Promise<{ ada: CastMember; invoice: Invoice }> {
  const ada = await castPerson(places[0]!.app.pool, { name: 'Ada' })
  const invoice = await room.soldTo(ada)
  await room.payPart(ada, invoice.id, 500_000)
  await room.payAll(ada, invoice.id)
  return { ada, invoice }
}

type Wish = { amount: number; creditNoteId?: string }

/** Each of these at once, by two cashiers on two servers; the codes of the answers. */
async function credit(invoice: Invoice, wishes: Wish[]): Promise<string[]> {
  const answers = await Promise.all(
    wishes.map(({ amount, creditNoteId = randomUUID() }, at) =>
      places[at % 2]!.call('POST', `/api/admin/invoices/${invoice.id}/credit-notes`, {
        token: cashiers[at % 2]!.token,
        body: { creditNoteId, lines: [{ line: 0, amount }], cause: 'goodwill', reason: 'Scratched' },
      }),
    ),
  )
  return answers.map(({ status, body }) => (body as { code?: string }).code ?? String(status)).toSorted()
}

async function paymentsOf({ id }: Invoice): Promise<{ received: number; refunded: number; refunds: number }[]> {
  const { rows } = await places[0]!.app.pool.query<{ received: number; refunded: number; refunds: number }>(
    `select received, refunded, (select coalesce(sum(amount), 0)::bigint from refund where payment_id = p.id) as refunds
     from payment p where purpose = 'invoice' and subject_id = $1`,
    [id],
  )
  return rows
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

async function backFor(invoice: Invoice): Promise<number> {
  const payments = await paymentsOf(invoice)
  expect(payments).toHaveLength(2)
  for (const { received, refunded, refunds } of payments) {
    expect(refunds).toBe(refunded)
    expect(refunded).toBeLessThanOrEqual(received)
  }
  return sum(payments.map(({ refunds }) => refunds))
}

test('halves of an invoice credited at once each go back once, and a third half is refused', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { ada, invoice } = await paidInTwo()
    const half = HAMMER / 2
    const codes = await credit(invoice, [{ amount: half }, { amount: half }, { amount: half }, { amount: half }])
    expect(codes).toEqual(['201', '201', 'more-than-left', 'more-than-left'])
    const back = await backFor(invoice)
    expect(back).toBeLessThanOrEqual(invoice.total)
    const { creditNotes } = await room.detail(ada, invoice.id)
    expect(back).toBe(sum(creditNotes.map(({ refund }) => refund)))
  }
})

test('all of an invoice credited at once, and canceled, goes back once', async () => {
  const { ada, invoice } = await paidInTwo()
  const [codes, canceled] = await Promise.all([
    credit(invoice, [{ amount: HAMMER }, { amount: HAMMER }]),
    places[1]!.call('POST', `/api/admin/invoices/${invoice.id}/cancel`, {
      token: cashiers[1]!.token,
      body: { cause: 'correction', reason: 'Agreed with the buyer.' },
    }),
  ])
  expect(codes.filter((code) => code === '201').length).toBeLessThanOrEqual(1)
  expect(canceled.status).toBe(200)
  expect(await backFor(invoice)).toBe(invoice.total)
  expect(await room.balance(`receivable:${ada.id}`)).toBe(0)
})

test('one request sent twice at once, to two servers, makes one credit note', async () => {
  const { ada, invoice } = await paidInTwo()
  const wish = { amount: 100_000, creditNoteId: randomUUID() }
  expect(await credit(invoice, [wish, wish, wish, wish])).toEqual(['201', '201', '201', '201'])
  const { creditNotes } = await room.detail(ada, invoice.id)
  expect(creditNotes).toHaveLength(1)
  expect(await backFor(invoice)).toBe(creditNotes[0]!.refund)
})
