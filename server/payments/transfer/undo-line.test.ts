import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BankLine } from '#contract/payments/transfers.ts'
import { castPerson } from '#test/cast.ts'
import { BankStage, line } from './bank-stage.test-support.ts'

let stage: BankStage

beforeAll(async () => {
  stage = await BankStage.open()
})
afterAll(() => stage.close())
beforeEach(() => stage.newMilo())

const reason = 'Taken for another one'

async function lineOf(text: string): Promise<BankLine> {
  const { items } = (await stage.admin('GET', `/bank-lines?show=all&q=${text}`)).body as { items: BankLine[] }
  expect(items).toHaveLength(1)
  return items[0]!
}

const undo = (id: string) => stage.admin('POST', `/bank-lines/${id}/undo-match`, { reason })
const takeBack = (id: string) => stage.admin('POST', `/bank-lines/${id}/take-back`, { reason })

async function balances(): Promise<Record<string, number>> {
  const accounts = { bank: 'provider:transfer', unmatched: 'unmatched:bank', income: 'income:membership' }
  const found: Record<string, number> = { credit: await stage.balanceOf(`credit:${stage.milo.id}`) }
  for (const [name, account] of Object.entries(accounts)) found[name] = await stage.balanceOf(account)
  return found
}

/** The ledger changes during an action. */
async function changed(action: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances()
  await action()
  const after = await balances()
  return Object.fromEntries(Object.keys(after).map((name) => [name, after[name]! - before[name]!]))
}

describe('money out in the bank file', () => {
  test('is stored as a line, in no ledger, and pays for nothing', async () => {
    const text = randomUUID()
    expect(await changed(() => stage.bring(line('-20.00', text)))).toEqual({
      bank: 0,
      unmatched: 0,
      income: 0,
      credit: 0,
    })
    const out = await lineOf(text)
    expect(out).toMatchObject({ state: 'outgoing', amount: 2000, remaining: 0 })
    expect(await stage.openLines(text)).toEqual([])
    const target = { accountId: stage.milo.id, purpose: 'membership' }
    expect(await stage.admin('POST', `/bank-lines/${out.id}/match`, target)).toMatchObject({
      status: 409,
      body: { code: 'line-outgoing' },
    })
    expect(await stage.bring(line('-20.00', text), line('1.00', randomUUID()))).toMatchObject({
      counts: { imported: 1, outgoing: 1 },
    })
  })

  test('that carries the reference of a payment does not pay it', async () => {
    const payment = await stage.transfer()
    await stage.bring(line('-99.00', payment.transfer!.reference))
    expect(await stage.read(payment)).toMatchObject({ state: 'pending', received: 0 })
  })
})

test('money in another currency is stored as a line to be handled by hand, and can be sent back', async () => {
  const text = randomUUID()
  const result = await stage.bring(line('50.00', text).replace('USD', 'EUR'))
  expect(result).toMatchObject({ counts: { imported: 1, otherCurrency: 1, matched: 0, faulty: 0 } })
  const kept = await lineOf(text)
  expect(kept).toMatchObject({ state: 'other-currency', currency: 'EUR', remaining: 5000 })
  expect(kept.hint).toContain('by hand')
  const target = { accountId: stage.milo.id, purpose: 'membership' }
  expect((await stage.admin('POST', `/bank-lines/${kept.id}/match`, target)).body).toMatchObject({
    code: 'wrong-currency',
  })
  expect((await stage.admin('POST', `/bank-lines/${kept.id}/return`, { reason })).body).toMatchObject({
    state: 'returned',
  })
  const left = await stage.rows(
    `select 1 from money_entry where currency = 'EUR' group by account having sum(amount) <> 0`,
  )
  expect(left).toEqual([])
})

describe('a wrong match', () => {
  test('is undone by reversing entries: what it paid is owed again, and the money is unmatched and can be matched again', async () => {
    const text = randomUUID()
    const payment = await stage.transfer()
    await stage.bring(line('120.00', `${payment.transfer!.reference} ${text}`))
    const matched = await lineOf(text)
    expect(matched).toMatchObject({ state: 'credit', remaining: 2100 })
    expect(await changed(() => undo(matched.id))).toEqual({ bank: 0, unmatched: -12_000, income: 9900, credit: 2100 })
    expect(await lineOf(text)).toMatchObject({ state: 'to-match', remaining: 12_000, person: null })
    expect(await stage.read(payment)).toMatchObject({ state: 'failed', received: 0 })
    expect((await stage.server.call('GET', '/api/user', { token: stage.milo.token })).body).toMatchObject({
      hasPaidMembershipFee: false,
    })
    expect(await undo(matched.id)).toMatchObject({ status: 409, body: { code: 'not-matched' } })
    const rows = await stage.rows(
      `select reason from audit where action = 'undo-match' and subject_id = $1`,
      matched.id,
    )
    expect(rows).toEqual([{ reason }])
    const target = { accountId: stage.milo.id, purpose: 'membership' }
    const again = () => stage.admin('POST', `/bank-lines/${matched.id}/match`, target)
    expect(await changed(again)).toEqual({ bank: 0, unmatched: 12_000, income: -9900, credit: -2100 })
    const receipts = await stage.rows<{ receipt_number: string; state: string }>(
      'select receipt_number, state from payment where account_id = $1 and receipt_number is not null order by id',
      stage.milo.id,
    )
    expect(receipts.map(({ state }) => state)).toEqual(['failed', 'succeeded'])
    expect(new Set(receipts.map((one) => one.receipt_number)).size).toBe(2)
  })

  test('of one part of a fee leaves the other parts as the person’s credit', async () => {
    const [one, two] = [randomUUID(), randomUUID()]
    const { reference } = (await stage.transfer()).transfer!
    await stage.bring(line('50.00', `${reference} ${one}`), line('49.00', `${reference} ${two}`))
    expect(await changed(async () => undo((await lineOf(two)).id))).toEqual({
      bank: 0,
      unmatched: -4900,
      income: 9900,
      credit: -5000,
    })
    expect(await lineOf(one)).toMatchObject({ state: 'credit', remaining: 5000 })
    expect(await changed(async () => undo((await lineOf(one)).id))).toMatchObject({ unmatched: -5000, credit: 5000 })
  })

  test('is undone once by two cashiers at once', async () => {
    const text = randomUUID()
    const payment = await stage.transfer()
    await stage.bring(line('99.00', `${payment.transfer!.reference} ${text}`))
    const { id } = await lineOf(text)
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('stands if its money was refunded', async () => {
    const text = randomUUID()
    const payment = await stage.transfer()
    await stage.bring(line('99.00', `${payment.transfer!.reference} ${text}`))
    await stage.server.call('POST', '/api/membership/refund', { token: stage.milo.token })
    expect(await undo((await lineOf(text)).id)).toMatchObject({ status: 409, body: { code: 'money-went-back' } })
  })
})

describe('a line that does not belong in the books', () => {
  test('is removed from them by reversing entries, once, and stays visible', async () => {
    const text = randomUUID()
    await stage.bring(line('7.00', text))
    const { id } = await lineOf(text)
    expect(await changed(() => takeBack(id))).toEqual({ bank: -700, unmatched: 700, income: 0, credit: 0 })
    expect(await lineOf(text)).toMatchObject({ state: 'taken-back', remaining: 0, takenBackAt: expect.any(Number) })
    expect(await takeBack(id)).toMatchObject({ status: 409, body: { code: 'line-taken-back' } })
    expect(
      await stage.rows(`select reason from audit where action = 'take-back-transfer' and subject_id = $1`, id),
    ).toEqual([{ reason }])
  })

  test('is removed only after its match was undone', async () => {
    const text = randomUUID()
    const payment = await stage.transfer()
    await stage.bring(line('99.00', `${payment.transfer!.reference} ${text}`))
    const { id } = await lineOf(text)
    expect(await takeBack(id)).toMatchObject({ status: 409, body: { code: 'line-used' } })
    await undo(id)
    expect((await takeBack(id)).status).toBe(200)
  })

  test('is removed by cashiers only', async () => {
    const text = randomUUID()
    await stage.bring(line('7.00', text))
    const rita = await castPerson(stage.server.app.pool, { name: 'Rita', role: 'reviewer' })
    const { id } = await lineOf(text)
    for (const action of ['undo-match', 'take-back']) {
      const path = `/api/admin/bank-lines/${id}/${action}`
      expect((await stage.server.call('POST', path, { token: rita.token, body: { reason } })).status).toBe(403)
    }
  })
})
