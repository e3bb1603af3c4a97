import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PayoutBatch } from '#contract/settlements/payouts.ts'
import type { StatementRow } from '#contract/settlements/statements.ts'
import { dayOf } from '#server/invoices/business-days.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { settleDispute } from '#server/payments/disputes/settle-dispute.ts'
import { BankStage } from '#server/payments/transfer/bank-stage.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { termsChanged } from '#server/platform/settings.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import {
  castDue,
  castConsigned,
  castSeller,
  endLot,
  IBAN,
  payoutDesk,
  US_BANK,
  type DueSale,
} from './settlements.test-support.ts'

const HAMMER = 800_000
const NET = 735_000
const OUR_US_BANK = { ...US_BANK, holder: 'Paddock Auctions', routingNumber: '011000015', accountNumber: '11112222' }

let stage: BankStage
let room: ReturnType<typeof saleroom>
let desk: ReturnType<typeof payoutDesk>
let ada: CastMember

beforeAll(async () => {
  stage = await BankStage.open()
  const { app } = stage.server
  const legal = { name: 'Paddock Auctions LLC', taxId: '12-3456789', registration: '' }
  await stage.rows(`insert into setting (key, value) values ('legal', $1)`, JSON.stringify(legal))
  termsChanged(app)
  room = saleroom(stage.server)
  desk = payoutDesk(stage.server, stage.kofi)
  ada = await castPerson(app.pool, { name: 'Ada' })
})
afterAll(() => stage.close())

const keepOurBank = (account: object) =>
  stage.rows(`update setting set value = $1 where key = 'bankAccount'`, JSON.stringify(account))

const due = (sale?: DueSale) => castDue(stage.server, desk, ada, sale)
const read = async (id: string) => (await desk.call('GET', `/payouts/${id}`)).body as PayoutBatch
const stateOf = async ({ auctionId }: StatementRow) => (await desk.statements(`auctionId=${auctionId}`))[0]!.state

async function made(format: PayoutBatch['format'], statements: StatementRow[]): Promise<PayoutBatch> {
  const answer = await desk.make(
    format,
    statements.map(({ id }) => id),
  )
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as PayoutBatch
}

async function fileOf({ id }: PayoutBatch): Promise<string> {
  const answer = await fetch(`${stage.server.url}/api/admin/payouts/${id}/file`, {
    headers: { authorization: `Bearer ${stage.kofi.token}` },
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

describe('a cashier who is a seller', () => {
  test('issues no statement, makes no payout and decides about none that pays them', async () => {
    const kim = await castPerson(stage.server.app.pool, { name: 'Kim', role: 'cashier' })
    const own = payoutDesk(stage.server, kim)
    const sellerId = await castSeller(stage.server, { accountId: kim.id })
    const statement = await due({ sellerId })
    expect(await own.issue(statement.auctionId, [sellerId])).toMatchObject({
      status: 403,
      body: { message: 'You can’t issue your own statement. Ask a colleague.' },
    })
    const refused = { status: 403, body: { message: 'You can’t decide about a payout to yourself. Ask a colleague.' } }
    expect(await own.make('csv', [statement.id])).toMatchObject(refused)
    const batch = await made('csv', [statement, await due()])
    for (const action of ['paid', 'cancel'])
      expect(await own.call('POST', `/payouts/${batch.id}/${action}`, { reason: 'Because' })).toMatchObject(refused)
    expect(await read(batch.id)).toMatchObject({ state: 'made' })
    expect((await own.make('csv', [(await due()).id])).status).toBe(201)
  })
})

describe('a payout', () => {
  test('pays each seller the sum of their statements, less what they owe us, and leaves their account at zero', async () => {
    const one = await due()
    const other = await due({ sellerId: one.sellerId })
    const owing = await castConsigned(stage.server, one.sellerId)
    await endLot(stage.server, owing, null)
    await desk.issue(owing.auctionId, [one.sellerId])
    const third = await due()
    const batch = await made('csv', [one, other, third])
    expect(batch.total).toBe(3 * NET - 7500)
    expect(Object.fromEntries(batch.payouts.map(({ sellerId, amount }) => [sellerId, amount]))).toEqual({
      [one.sellerId]: 2 * NET - 7500,
      [third.sellerId]: NET,
    })
    expect(await stateOf(one)).toBe('in-payout')
    const before = await desk.balance('provider:transfer')
    const paid = await desk.call('POST', `/payouts/${batch.id}/paid`, { reason: 'The bank called' })
    expect(paid.body).toMatchObject({ state: 'paid', decidedBy: 'Kofi', reason: 'The bank called' })
    expect([await stateOf(one), await stateOf(third)]).toEqual(['paid', 'paid'])
    expect(await desk.balance(`seller:${one.sellerId}`)).toBe(0)
    expect(await desk.balance(`seller:${third.sellerId}`)).toBe(0)
    expect(await desk.balance('provider:transfer')).toBe(before - batch.total)
    const twice = await desk.call('POST', `/payouts/${batch.id}/paid`, { reason: 'The bank called' })
    expect(twice).toMatchObject({ status: 409, body: { code: 'payout-decided' } })
  })

  test('is made once by a repeated request, and no statement is in two', async () => {
    const statement = await due()
    const id = newId()
    const wish = () => desk.make('csv', [statement.id], id)
    const answers = await Promise.all([wish(), wish(), desk.make('csv', [statement.id])])
    expect(answers.map(({ status }) => status)).toContain(409)
    const batches = await stage.rows(
      'select 1 from payout_statement where statement_id = $1 and released_at is null',
      statement.id,
    )
    expect(batches).toHaveLength(1)
    const other = await due()
    expect([(await wish()).status, await desk.make('csv', [statement.id, other.id], id)]).toMatchObject([
      201,
      { status: 409, body: { code: 'already-saved' } },
    ])
  })

  test('that is canceled releases its statements, and the ledger stays as it was', async () => {
    const statement = await due()
    const batch = await made('csv', [statement])
    expect((await desk.call('POST', `/payouts/${batch.id}/cancel`, { reason: 'Wrong month' })).status).toBe(200)
    expect(await stateOf(statement)).toBe('due')
    expect(await desk.balance(`seller:${statement.sellerId}`)).toBe(-NET)
    expect((await made('csv', [statement])).number).not.toBe(batch.number)
  })

  test('never changes once it is made, not even by hand in the database', async () => {
    const batch = await made('csv', [await due()])
    const change = stage.rows('update payout_batch set total = total + 1 where id = $1', batch.id)
    await expect(change).rejects.toThrow('stays as it is')
    const { number } = await read(batch.id)
    expect(await fileOf(batch)).toContain(`${number},`)
  })

  test('pays for lots whose buyers have paid, and not while a bank reviews the payment', async () => {
    const statement = await due()
    const [payment] = await stage.rows<{ id: string; amount: number }>(
      `select p.id, p.amount from payment p join invoice i on i.id = p.subject_id join lot l on l.id = i.lot_id
       where l.auction_id = $1`,
      statement.auctionId,
    )
    await settleDispute(stage.server.app, payment!.id, {
      ref: `du_${newId()}`,
      amount: payment!.amount,
      state: 'open',
      currency: 'USD',
      reason: 'fraudulent',
      evidenceDueAt: null,
      evidenceSent: false,
      fees: [],
      openedAt: Date.now(),
    })
    expect(await desk.make('csv', [statement.id])).toMatchObject({ status: 409, body: { code: 'buyer-not-paid' } })
  })

  test('is refused in a format that its currency or an account doesn’t fit, and takes no number', async () => {
    await keepOurBank(OUR_US_BANK)
    const [byHand, euros] = [await due(), await due({ currency: 'EUR', bank: IBAN })]
    const numbers = () => stage.rows<{ last: number }>(`select last from document_counter where series = 'payout'`)
    const before = await numbers()
    const code = async (format: PayoutBatch['format'], ...ids: string[]) =>
      ((await desk.make(format, ids)).body as { code: string }).code
    expect(await code('nacha', byHand.id)).toBe('no-bank-account')
    expect(await code('nacha', euros.id)).toBe('wrong-format')
    expect(await code('sepa', byHand.id)).toBe('wrong-format')
    expect(await code('sepa', euros.id)).toBe('no-company-account')
    expect(await code('csv', byHand.id, euros.id)).toBe('several-currencies')
    expect(await code('csv', newId())).toBe('statement-not-due')
    expect(await numbers()).toEqual(before)
  })
})

describe('the file', () => {
  test('for ACH has records of 94 characters in blocks of ten, with right totals and hash', async () => {
    await keepOurBank(OUR_US_BANK)
    const dealer = await due({ bank: US_BANK })
    const person = await castSeller(stage.server, {
      name: 'Zoë Łukasz',
      kind: 'private',
      bank: { ...US_BANK, holder: '“Zoë”  Łukasz' },
    })
    const batch = await made('nacha', [dealer, await due({ sellerId: person })])
    const records = (await fileOf(batch)).trimEnd().split('\r\n')
    expect(records.length % 10).toBe(0)
    expect(records.every((record) => record.length === 94 && /^[ -~]+$/.test(record))).toBe(true)
    expect(records.map((record) => record[0]).join('')).toBe('15685689' + '99')
    const entries = records.filter((record) => record.startsWith('6'))
    expect(
      entries.map((record) => [record.slice(3, 12), record.slice(12, 29).trim(), Number(record.slice(29, 39))]),
    ).toEqual([
      ['021000021', '000987654321', NET],
      ['021000021', '000987654321', NET],
    ])
    expect(entries[0]!.slice(54, 76)).toBe('ZOE LUKASZ'.padEnd(22))
    expect(records.filter((record) => record.startsWith('5')).map((record) => record.slice(50, 53))).toEqual([
      'PPD',
      'CCD',
    ])
    const control = records.find((record) => /^9\d/.test(record) && !/^9+$/.test(record))!
    expect([control.slice(1, 7), control.slice(7, 13), control.slice(13, 21)]).toEqual(['000002', '000001', '00000002'])
    expect([control.slice(21, 31), control.slice(43, 55)]).toEqual(['0004200004', String(2 * NET).padStart(12, '0')])
  })

  test('for ACH says which file of the company’s day it is: A to Z, then 0 to 9, and then none', async () => {
    await keepOurBank(OUR_US_BANK)
    const statement = await due({ bank: US_BANK })
    const timeZone = 'America/Los_Angeles'
    await stage.rows(`insert into setting (key, value) values ('timeZone', $1)`, JSON.stringify(timeZone))
    termsChanged(stage.server.app)
    const headerOf = async (batch: PayoutBatch) => (await fileOf(batch)).slice(23, 34)
    const first = await made('nacha', [statement])
    const [kept, headers] = [await fileOf(first), [await headerOf(first)]]
    for (let last = first; !headers.at(-1)!.endsWith('9');) {
      await desk.call('POST', `/payouts/${last.id}/cancel`, { reason: 'Again' })
      last = await made('nacha', [statement])
      headers.push(await headerOf(last))
    }
    await stage.rows(`update payout_statement set released_at = now() where statement_id = $1`, statement.id)
    const day = dayOf(first.madeAt, timeZone).slice(2).replaceAll('-', '')
    expect(new Set(headers.map((header) => header.slice(0, 6)))).toEqual(new Set([day]))
    expect('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.endsWith(headers.map((header) => header.at(-1)).join(''))).toBe(true)
    expect(await desk.make('nacha', [statement.id])).toMatchObject({ status: 409, body: { code: 'wrong-format' } })
    expect((await desk.make('csv', [statement.id])).status).toBe(201)
    expect(await fileOf(first)).toBe(kept)
  })

  test('for SEPA is a pain.001 with one credit transfer per seller', async () => {
    await keepOurBank({
      kind: 'iban',
      holder: 'Paddock',
      iban: 'DE02 1203 0000 0000 2020 51',
      bic: 'BYLADEM1001',
      bank: 'T',
    })
    const batch = await made('sepa', [await due({ bank: IBAN, currency: 'EUR' })])
    const xml = await fileOf(batch)
    expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    for (const part of [
      `<MsgId>${batch.number}</MsgId>`,
      '<IBAN>DE89370400440532013000</IBAN>',
      '<IBAN>DE02120300000000202051</IBAN>',
      '<InstdAmt Ccy="EUR">7350.00</InstdAmt>',
      '<CtrlSum>7350.00</CtrlSum>',
      '<Nm>Lukasz + Son GmbH</Nm>',
    ]) {
      expect(xml).toContain(part)
    }
  })
})

describe('of two cashiers who press at the same moment', () => {
  const pressed = async (answers: Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)

  test('one makes a payout of a statement, one settles it, and the seller’s account is at zero', async () => {
    const statement = await due()
    const makes = Array.from({ length: 4 }, () => desk.make('csv', [statement.id]))
    expect(await pressed(makes)).toEqual([201, 409, 409, 409])
    const batches = await stage.rows<{ id: string }>(
      'select batch as id from payout p join payout_statement s on s.payout_id = p.id where statement_id = $1',
      statement.id,
    )
    expect(batches).toHaveLength(1)
    const paths = ['paid', 'cancel', 'paid', 'cancel'].map((what) => `/payouts/${batches[0]!.id}/${what}`)
    const settles = paths.map((path) => desk.call('POST', path, { reason: 'The bank called' }))
    expect(await pressed(settles)).toEqual([200, 409, 409, 409])
    const wasPaid = (await stateOf(statement)) === 'paid'
    expect(await desk.balance(`seller:${statement.sellerId}`)).toBe(wasPaid ? 0 : -NET)
  })

  test('one issues the statements of an auction', async () => {
    const sellerId = await castSeller(stage.server)
    const lot = await castConsigned(stage.server, sellerId)
    await endLot(stage.server, lot, { buyer: ada, hammer: HAMMER })
    const [invoice] = await stage.rows<{ id: string }>('select id from invoice where lot_id = $1', lot.lotId)
    await room.payAll(ada, invoice!.id)
    const issues = Array.from({ length: 4 }, () => desk.issue(lot.auctionId, [sellerId]))
    expect((await Promise.all(issues)).filter(({ status }) => status < 300)).toHaveLength(1)
    expect(await desk.statements(`auctionId=${lot.auctionId}`)).toHaveLength(1)
  })
})
