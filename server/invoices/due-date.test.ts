import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wordsOf } from '#server/notifications/words/words.ts'
import { castPerson } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { addDays, startOfDay } from './business-days.ts'
import { saleroom } from './sale.test-model.ts'
import { noteOverdue } from './watch-over.ts'

let house: TestHouse
let room: ReturnType<typeof saleroom>

beforeAll(async () => {
  house = await openHouse()
  room = saleroom(house)
})
afterAll(() => house.close())

describe('a suspended buyer', () => {
  test('reads and pays their invoices, as the FAQ says, and nothing else opens', async () => {
    const sven = await castPerson(house.house.pool, { name: 'Sven', status: 'suspended' })
    const invoice = await room.soldTo(sven)
    const link = await house.call('POST', `/api/invoices/${invoice.id}/link`, { token: sven.token })
    expect(link.status).toBe(200)
    await room.payAll(sven, invoice.id)
    expect((await room.detail(sven, invoice.id)).invoice).toMatchObject({ state: 'paid', owed: 0 })
    for (const path of ['/api/buying-power', '/api/my-bids', '/api/invoices/sample']) {
      expect(await house.call('GET', path, { token: sven.token })).toMatchObject({
        status: 403,
        body: { code: 'account-not-active' },
      })
    }
  })

  test('whose account is closed reads nothing', async () => {
    const gone = await castPerson(house.house.pool, { name: 'Gone', status: 'suspended' })
    await house.house.pool.query(`update account set account_status = 'closed' where id = $1`, [gone.id])
    expect((await house.call('GET', '/api/invoices', { token: gone.token })).status).toBe(401)
  })
})

describe('the due date', () => {
  test('is one day in the time zone of the house: list, invoice, paper, forecast and mail name the same', async () => {
    const dora = await castPerson(house.house.pool, { name: 'Dora' })
    const invoice = await room.soldTo(dora)
    // The last second of that day in Chicago, which is the day after in UTC.
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' }).format(invoice.dueAt)
    expect(new Date(invoice.dueAt).toISOString().slice(0, 10)).not.toBe(day)
    const { paper, forecast } = await room.detail(dora, invoice.id)
    expect(invoice.dueOn).toBe(day)
    expect(paper.dueOn).toBe(day)
    expect(forecast[0]).toMatchObject({ kind: 'sale', on: day })
    expect((await room.list(dora)).owed).toMatchObject([{ nextDueOn: day }])
    const written = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
    const facts = { invoiceId: invoice.id, number: '1', currency: 'USD', total: 1, dueAt: invoice.dueAt, dueOn: day }
    expect(wordsOf('invoice', facts, 'America/Chicago').body).toContain(`due by ${written}.`)
    expect(wordsOf('invoice-overdue', { ...facts, owed: 1, lateFee: 0 }, 'America/Chicago').body).toContain(
      `due on ${written} and`,
    )
  })

  test('is over when its day is: to the last second the invoice is not overdue', async () => {
    const dora = await castPerson(house.house.pool, { name: 'Dora' })
    const { id, dueOn } = await room.soldTo(dora)
    const nextDay = startOfDay(addDays(dueOn, 1), 'America/Chicago')
    await noteOverdue(house.house, id, nextDay - 1000)
    expect((await room.detail(dora, id)).history.map(({ what }) => what)).not.toContain('overdue')
    await noteOverdue(house.house, id, nextDay)
    expect((await room.detail(dora, id)).history.map(({ what }) => what)).toContain('overdue')
  })
})
