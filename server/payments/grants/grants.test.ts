import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { Refusal } from '#server/platform/problem.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { grantCredit, reverseGrant } from './grants.ts'

let server: TestServer
let room: ReturnType<typeof saleroom>
let kofi: CastMember

beforeAll(async () => {
  server = await openTestServer()
  room = saleroom(server)
  kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => server.close())

const person = () => castPerson(server.app.pool, { name: 'Ada' })

function give(to: CastMember, amount = 2000, key: string = crypto.randomUUID()): Promise<string> {
  const grant = { accountId: to.id, amount, currency: 'USD', key, memo: 'Referral reward' }
  return server.app.db.transaction().execute((trx) => grantCredit(trx, grant))
}

const reverse = (id: string) =>
  server.app.db.transaction().execute((trx) => reverseGrant(server.app, trx, id, 'Referral reward reversed'))

const creditOf = async (who: CastMember) =>
  ((await server.call('GET', '/api/invoices', { token: who.token })).body as { credit: object[] }).credit

function cancel(invoice: Invoice) {
  const body = { cause: 'correction', reason: 'Agreed with the buyer.' }
  return server.call('POST', `/api/admin/invoices/${invoice.id}/cancel`, { token: kofi.token, body })
}

const given = (amount: number) => ({ currency: 'USD', amount, refundable: 0, payBackAskedAt: null })

describe('credit that the company gives', () => {
  test('pays the next invoice as its own line, and the books balance', async () => {
    const ada = await person()
    await give(ada)
    expect(await creditOf(ada)).toEqual([given(2000)])
    expect(await room.balance(`credit:${ada.id}`)).toBe(-2000)
    const invoice = await room.soldTo(ada)
    expect(invoice).toMatchObject({ state: 'part-paid', creditUsed: 2000, owed: invoice.total - 2000 })
    expect((await room.detail(ada, invoice.id)).history).toContainEqual(
      expect.objectContaining({ what: 'payment', amount: 2000, words: 'credit' }),
    )
    expect(await creditOf(ada)).toEqual([])
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
    expect(await room.balance(`receivable:${ada.id}`)).toBe(invoice.owed)
  })

  test('is given once for one event', async () => {
    const ada = await person()
    await give(ada, 2000, 'once')
    await expect(give(ada, 2000, 'once')).rejects.toThrow('credit_grant_key_key')
    expect(await creditOf(ada)).toEqual([given(2000)])
  })

  test('larger than an invoice pays all of it and keeps the rest', async () => {
    const ada = await person()
    await give(ada, 50_000_00)
    const invoice = await room.soldTo(ada)
    expect(invoice).toMatchObject({ state: 'paid', owed: 0 })
    expect(await creditOf(ada)).toEqual([given(50_000_00 - invoice.total)])
  })

  test('is never paid out', async () => {
    const ada = await person()
    await give(ada)
    expect(await server.call('POST', '/api/credit/pay-back', { token: ada.token })).toMatchObject({
      status: 409,
      body: { code: 'no-credit', message: expect.stringContaining('that we can refund') },
    })
  })

  test('is credit again when the invoice it paid is canceled; the paid money is refunded', async () => {
    const ada = await person()
    await give(ada)
    const invoice = await room.soldTo(ada)
    await room.payAll(ada, invoice.id)
    expect(await cancel(invoice)).toMatchObject({ status: 200 })
    expect(await creditOf(ada)).toEqual([given(2000)])
    const { history } = await room.detail(ada, invoice.id)
    expect(history.filter(({ what }) => what === 'refunded')).toMatchObject([
      { amount: invoice.total - 2000, words: null },
      { amount: 2000, words: 'credit' },
    ])
    expect(await room.soldTo(ada)).toMatchObject({ creditUsed: 2000 })
  })
})

describe('a reversal', () => {
  test('takes back what was not used, once', async () => {
    const ada = await person()
    const id = await give(ada)
    const before = await room.balance('cost:rewards')
    expect(await reverse(id)).toEqual({ unused: 2000, owedAgain: 0 })
    const again = await reverse(id)
    expect(again).toBeInstanceOf(Refusal)
    expect(again).toMatchObject({ code: 'already-reversed' })
    expect(await room.balance('cost:rewards')).toBe(before - 2000)
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
    expect(await room.soldTo(ada)).toMatchObject({ creditUsed: 0 })
  })

  test('makes what it had paid due again', async () => {
    const ada = await person()
    const id = await give(ada)
    const invoice = await room.soldTo(ada)
    await room.payAll(ada, invoice.id)
    expect(await reverse(id)).toEqual({ unused: 0, owedAgain: 2000 })
    const after = await room.detail(ada, invoice.id)
    expect(after.invoice).toMatchObject({ state: 'part-paid', owed: 2000, creditUsed: 0 })
    expect(after.history.at(-1)).toMatchObject({ what: 'payment-undone', amount: 2000, words: 'credit' })
    expect(await room.balance(`receivable:${ada.id}`)).toBe(2000)
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
  })

  test('of credit that came back from a canceled invoice takes it from there', async () => {
    const ada = await person()
    const id = await give(ada)
    await cancel(await room.soldTo(ada))
    expect(await reverse(id)).toEqual({ unused: 2000, owedAgain: 0 })
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
  })

  test('and an invoice issued at the same moment use the credit once', async () => {
    const ada = await person()
    const id = await give(ada)
    const [invoice] = await Promise.all([room.soldTo(ada), reverse(id)])
    const { owed, total } = (await room.detail(ada, invoice.id)).invoice
    expect(owed).toBe(total)
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
    expect(await room.balance(`receivable:${ada.id}`)).toBe(total)
  })
})
