import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminInvoice, Settlement } from '#contract/invoices/admin-invoices.ts'
import type { App } from '#server/platform/app.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { saleroom } from './sale.test-support.ts'
import { checkUnpaidInvoices } from './check-unpaid.ts'

type List = { items: AdminInvoice[]; total: number; pages: number; sums: { owed: number; total: number }[] }

let place: TestServer
let room: ReturnType<typeof saleroom>
let app: App
let kofi: CastMember
let evil: CastMember

beforeAll(async () => {
  place = await openTestServer()
  room = saleroom(place)
  app = place.app
  kofi = await castPerson(app.pool, { name: 'Kofi', role: 'cashier' })
  evil = await castPerson(app.pool, { name: '=HYPERLINK("https://evil.example")' })
  const ada = await castPerson(app.pool, { name: 'Ada Quist' })
  const paid = await room.soldTo(ada)
  await room.payAll(ada, paid.id)
  const part = await room.soldTo(ada)
  await room.payPart(ada, part.id, 1000)
  const late = await room.soldTo(evil)
  await checkUnpaidInvoices(app, late.dueAt + 1000)
})
afterAll(() => place.close())

async function list(query: string): Promise<List> {
  const { status, body } = await place.call('GET', `/api/admin/invoices?${query}`, { token: kofi.token })
  expect(status).toBe(200)
  return body as List
}

describe('the cashier’s list', () => {
  test('searches by number, name, paddle and lot, and filters by state and kind', async () => {
    expect((await list('')).total).toBe(5)
    expect((await list('q=quist')).items.every(({ buyer }) => buyer.name === 'Ada Quist')).toBe(true)
    expect((await list('q=quist')).total).toBe(3)
    expect((await list(`q=${evil.paddle}`)).total).toBe(2)
    const [one] = (await list('q=quist')).items
    expect((await list(`q=${one?.number}`)).items.map(({ id }) => id)).toEqual([one?.id])
    expect((await list('q=%25')).total).toBe(0)
    expect((await list('state=paid')).total).toBe(1)
    expect((await list('state=part-paid')).total).toBe(1)
    expect((await list('state=open')).total).toBe(4)
    expect((await list('kind=late-fee')).items.map(({ total }) => total)).toEqual([5000, 5000])
    const bad = await place.call('GET', '/api/admin/invoices?state=nonsense', { token: kofi.token })
    expect(bad).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  test('sorts both ways, and totals the results', async () => {
    const owed = (await list('sort=owed&order=down')).items.map((item) => item.owed)
    expect(owed).toEqual(owed.toSorted((a, b) => b - a))
    const names = (await list('sort=buyer')).items.map(({ buyer }) => buyer.name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const { items, sums } = await list('state=open')
    expect(sums).toMatchObject([{ owed: items.reduce((sum, item) => sum + item.owed, 0) }])
  })

  test('as CSV never contains a formula', async () => {
    const response = await fetch(`${place.url}/api/admin/invoices.csv`, {
      headers: { authorization: `Bearer ${kofi.token}` },
    })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = await response.text()
    expect(text.split('\r\n')).toHaveLength(7)
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  })
})

test('the settlement of an auction is what its lots sold for, minus credits', async () => {
  const ada = await castPerson(app.pool, { name: 'Ada' })
  const invoice = await room.soldTo(ada)
  const { rows } = await app.pool.query<{ auction_id: string }>('select auction_id from lot where id = $1', [
    invoice.lotId,
  ])
  await room.payPart(ada, invoice.id, 200_000)
  const body = {
    creditNoteId: crypto.randomUUID(),
    lines: [{ line: 0, amount: 100_000 }],
    cause: 'correction',
    reason: 'Wrong key',
  }
  const credit = (own: object = {}, of = invoice.id) =>
    place.call('POST', `/api/admin/invoices/${of}/credit-notes`, {
      token: kofi.token,
      body: { ...body, ...own },
    })
  expect([(await credit()).status, (await credit()).status]).toEqual([201, 201])
  const taken = { status: 409, body: { code: 'already-saved' } }
  expect(await credit({ lines: [{ line: 0, amount: 200_000 }] })).toMatchObject(taken)
  expect(await credit({}, (await room.soldTo(ada)).id)).toMatchObject(taken)
  const path = `/api/admin/auctions/${rows[0]?.auction_id}/settlement`
  const settlement = (await place.call('GET', path, { token: kofi.token })).body as Settlement
  const expected = { hammer: 1_134_500, premium: 108_760, fees: 12_000, tax: 108_421 - 8000, paid: 200_000 }
  expect(settlement.rows).toMatchObject([{ ...expected, total: invoice.total - 108_000, number: invoice.number }])
  expect(settlement.sums).toMatchObject(expected)
  const { hammer, premium, fees, tax, total, paid, owed } = settlement.sums
  expect(hammer + premium + fees + tax).toBe(total)
  expect(total - paid).toBe(owed)
  const csv = await fetch(`${place.url}${path}-csv`, { headers: { authorization: `Bearer ${kofi.token}` } })
  expect((await csv.text()).split('\r\n')[1]).toContain('11345.00,1087.60,120.00')
})
