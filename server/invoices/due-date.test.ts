import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordsOf } from '#server/notifications/words/words.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { addDays, startOfDay } from './business-days.ts'
import { saleroom } from './sale.test-support.ts'
import { noteOverdue } from './check-unpaid.ts'

let server: TestServer
let room: ReturnType<typeof saleroom>

beforeAll(async () => {
  server = await openTestServer()
  room = saleroom(server)
})
afterAll(() => server.close())

describe('a suspended buyer', () => {
  test('reads and pays their invoices, as the FAQ says, and can open nothing else', async () => {
    const sven = await castPerson(server.app.pool, { name: 'Sven', status: 'suspended' })
    const invoice = await room.soldTo(sven)
    const link = await server.call('POST', `/api/invoices/${invoice.id}/link`, { token: sven.token })
    expect(link.status).toBe(200)
    await room.payAll(sven, invoice.id)
    expect((await room.detail(sven, invoice.id)).invoice).toMatchObject({ state: 'paid', owed: 0 })
    for (const path of ['/api/buying-power', '/api/my-bids', '/api/invoices/sample']) {
      expect(await server.call('GET', path, { token: sven.token })).toMatchObject({
        status: 403,
        body: { code: 'account-not-active' },
      })
    }
  })

  test('whose account is closed can read nothing', async () => {
    const gone = await castPerson(server.app.pool, { name: 'Gone', status: 'suspended' })
    await server.app.pool.query(`update account set account_status = 'closed' where id = $1`, [gone.id])
    expect((await server.call('GET', '/api/invoices', { token: gone.token })).status).toBe(401)
  })
})

describe('the due date', () => {
  test('is one day in the company’s time zone: list, invoice, document, forecast and email agree', async () => {
    const dora = await castPerson(server.app.pool, { name: 'Dora' })
    const invoice = await room.soldTo(dora)
    // The last second of that day in Chicago, which is already the next day in UTC.
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' }).format(invoice.dueAt)
    expect(new Date(invoice.dueAt).toISOString().slice(0, 10)).not.toBe(day)
    const { document, forecast } = await room.detail(dora, invoice.id)
    expect(invoice.dueOn).toBe(day)
    expect(document.dueOn).toBe(day)
    expect(forecast[0]).toMatchObject({ kind: 'sale', on: day })
    expect((await room.list(dora)).owed).toMatchObject([{ nextDueOn: day }])
    const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
    const facts = { invoiceId: invoice.id, number: '1', currency: 'USD', total: 1, dueAt: invoice.dueAt, dueOn: day }
    expect(wordsOf('invoice', facts, 'America/Chicago').body).toContain(`due by ${written}.`)
    const subject = { kind: 'sale', lotNumber: 1033, title: '1990 Conquer Pickup' } as const
    expect(wordsOf('invoice', { ...facts, subject }, 'America/Chicago').body).toBe(
      `$0.01 for lot 1033, 1990 Conquer Pickup, is due by ${written}.`,
    )
    expect(wordsOf('invoice-overdue', { ...facts, owed: 1, lateFee: 0 }, 'America/Chicago').body).toContain(
      `due on ${written} and`,
    )
  })

  test('passes when its day is over: until the last second the invoice is not overdue', async () => {
    const dora = await castPerson(server.app.pool, { name: 'Dora' })
    const { id, dueOn } = await room.soldTo(dora)
    const nextDay = startOfDay(addDays(dueOn, 1), 'America/Chicago')
    await noteOverdue(server.app, id, nextDay - 1000)
    expect((await room.detail(dora, id)).history.map(({ what }) => what)).not.toContain('overdue')
    await noteOverdue(server.app, id, nextDay)
    expect((await room.detail(dora, id)).history.map(({ what }) => what)).toContain('overdue')
  })
})

describe('the email about a credit note', () => {
  test('names the vehicle, whether part of the invoice is credited or all of it', () => {
    const subject = { kind: 'sale', lotNumber: 1033, title: '1990 Conquer Pickup' } as const
    const about = {
      invoiceId: randomUUID(),
      number: '1',
      currency: 'USD',
      subject,
      creditNote: 'CN-1',
      reason: 'Goodwill',
    }
    const facts = { ...about, total: 100, refund: 0, owed: 0, cancelled: false }
    expect(wordsOf('credit-note', facts, 'America/Chicago').body).toBe(
      'We took $1.00 off the invoice for lot 1033, 1990 Conquer Pickup.',
    )
    expect(wordsOf('credit-note', { ...facts, cancelled: true }, 'America/Chicago').body).toContain(
      'the invoice for lot 1033, 1990 Conquer Pickup, with credit note CN-1.',
    )
  })
})
