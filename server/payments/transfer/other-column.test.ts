import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BankPreview } from '#contract/payments/transfers.ts'
import { castPerson } from '#test/cast.ts'
import { BankStage } from './bank-stage.test-support.ts'

/** A bank that has what the payer wrote in two columns, of which one is read as the text, and a serial number of its own. */
const HEAD = 'Date,Amount,Currency,Description,Customer note,Payer,IBAN,Serial'

let stage: BankStage
let count = 0

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())

async function invoice(number: string): Promise<string> {
  const id = randomUUID()
  const { id: buyerId } = await castPerson(stage.server.app.pool, { name: 'Milo' })
  await stage.rows(
    `insert into invoice (id, number, kind, document, account_id, title, currency, state, lines, net, tax, total, due_at)
     values ($1, $2, 'sale', '{}', $3, 'A car', 'USD', 'issued', '[]', 10000, 0, 10000, now() + interval '3 days')`,
    id,
    number,
    buyerId,
  )
  return id
}

const paid = async (id: string) =>
  (await stage.rows<{ paid: number }>('select paid from invoice where id = $1', id))[0]?.paid

const row = (text: string, note: string, { iban = 'DE99', serial = '' } = {}) =>
  `2026-11-20,100.00,USD,${text} ${(count += 1)},${note},M Milo,${iban},${serial}`

/** Imports the rows; returns how many the preview said would match, and how many did. */
async function bring(...rows: string[]): Promise<[expected: number, matched: number]> {
  const { id } = await stage.send([HEAD, ...rows, ''].join('\n'))
  const { mapping, counts } = (await stage.admin('POST', `/bank-imports/${id}/preview`, {})).body as BankPreview
  expect(mapping.text).toEqual([3])
  await stage.admin('POST', `/bank-imports/${id}/run`, { mapping })
  await stage.runImports()
  const { body } = await stage.admin('GET', `/bank-imports/${id}`)
  return [counts.matching, (body as { counts: { matched: number } }).counts.matched]
}

test('an invoice number beside the text pays the invoice, and so does a reference', async () => {
  const first = await invoice('INV-2032-000001')
  expect(await bring(row('Transfer', 'Invoice INV-2032-000001'))).toEqual([1, 1])
  expect(await paid(first)).toBe(10_000)
  await stage.newMilo()
  const payment = await stage.transfer()
  expect(await bring(row('Transfer', payment.transfer!.reference))).toEqual([1, 1])
  expect(await stage.read(payment)).toMatchObject({ received: 9900 })
})

test('numbers of two invoices in one row wait for a cashier', async () => {
  const [one, other] = [await invoice('INV-2032-000002'), await invoice('INV-2032-000003')]
  expect((await bring(row('INV-2032-000002', '2032-000003')))[1]).toBe(0)
  expect([await paid(one), await paid(other)]).toEqual([0, 0])
  expect(await stage.openLines('2032-000002')).toMatchObject([{ hint: 'It refers to several invoices.' }])
})

test('a number of the bank’s own, or part of an account number, pays nothing', async () => {
  const id = await invoice('INV-2032-000004')
  const rows = [row('Transfer', '', { serial: '2032000004' }), row('Transfer', '', { iban: '2032-000004' })]
  expect(await bring(...rows)).toEqual([0, 0])
  expect(await paid(id)).toBe(0)
})

test('a row that was imported is recognized, whatever its other columns say', async () => {
  await bring('2026-11-19,100.00,USD,Rent,first,M Milo,DE99,1')
  const { id } = await stage.send(`${HEAD}\n2026-11-19,100.00,USD,Rent,second,M Milo,DE99,2\n`)
  expect((await stage.admin('POST', `/bank-imports/${id}/preview`, {})).body).toMatchObject({ counts: { known: 1 } })
})
