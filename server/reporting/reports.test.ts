import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuctionReport } from '#contract/reporting/auction-report.ts'
import type { AuctionYear, Month, Seller } from '#contract/reporting/period-reports.ts'
import { newId } from '#server/platform/id.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, consign } from '#test/inventory.ts'
import { endedLot } from './closed-lots.test-support.ts'

let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember
let kofi: CastMember
let auctionId: string

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  ada = await castPerson(pool, { name: 'Ada' })
  boris = await castPerson(pool, { name: 'Boris' })
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
  kofi = await castPerson(pool, { name: 'Kofi', role: 'cashier' })
  const first = await castLot(server.app, { isFree: true, reserve: 20_000 })
  auctionId = first.auctionId
  for (const [who, amount] of [
    [ada, 10_000],
    [boris, 15_000],
  ] as const) {
    await sendBid(server, who, first, 'firm', amount)
  }
  await pool.query('insert into watch (account_id, lot_id) values ($1, $2) on conflict do nothing', [
    aukje.id,
    first.lotId,
  ])
  await pool.query(`update standing set status = 'sold', price = 30000 where lot_id = $1`, [first.lotId])
  await pool.query(`update lot set closed_at = now(), outcome = 'sold' where id = $1`, [first.lotId])
  await pool.query('update lot set guide_low = 20000, guide_high = 30000 where id = $1', [first.lotId])
  await pool.query('insert into lot_viewer (lot_id, account_id) values ($1, $2)', [first.lotId, kofi.id])
  await consign(pool, first, 'Ada')
  await pool.query(
    `insert into seller_entry (id, seller_id, auction_id, lot_id, kind, amount, tax, currency)
     select gen_random_uuid(), consignor_id, auction_id, id, kind, amount, 0, 'USD'
     from lot, (values ('hammer', 30000), ('commission', -1500)) entry (kind, amount) where id = $1`,
    [first.lotId],
  )
  await endedLot(server.app, { status: 'passed' }, { auctionId, position: 2 })
  await endedLot(server.app, { status: 'withdrawn' }, { auctionId, position: 3 })
})

afterAll(() => server?.close())

async function read<T>(path: string, who: CastMember): Promise<T> {
  const answer = await server.call('GET', `/api/admin/reports/${path}`, { token: who.token })
  expect([answer.status, answer.body]).toMatchObject([200, {}])
  return answer.body as T
}

async function file(path: string, who: CastMember): Promise<Response> {
  const answer = await fetch(`${server.url}/api/admin/reports/${path}`, {
    headers: { authorization: `Bearer ${who.token}` },
  })
  expect(answer.status).toBe(200)
  return answer
}

const today = () => new Date(server.app.now()).toISOString().slice(0, 10)
const period = () => `from=${today()}&to=${new Date(server.app.now() + 86_400_000).toISOString().slice(0, 10)}`

test('an auction’s report counts what was offered and sold, prices against reserves and guide prices, and people', async () => {
  const report = await read<AuctionReport>(`auctions/${auctionId}`, aukje)
  expect(report.all).toMatchObject({
    offered: 2,
    sold: 1,
    hammer: 30_000,
    reserved: { price: 30_000, reserve: 20_000 },
  })
  expect(report.all.guided).toEqual({ price: 30_000, guide: 25_000 })
  expect(report.all.ended).toBe(2)
  expect(report.byBody).toEqual([{ ...report.all, group: 'SUV' }])
  expect(report.byMake.map(({ group }) => group)).toEqual(['Kiri'])
  expect(report.people).toEqual({ viewers: 4, interested: 3, bidders: 2, buyers: 1 })
  expect(report.lots.map(({ result }) => result)).toEqual(['sold', 'passed', 'withdrawn'])
  expect(report.lots[0]).toMatchObject({ bids: 2, bidders: 2, price: 30_000, reserve: 20_000, guide: 25_000, views: 1 })
})

test('an auction that was never published has no report', async () => {
  const answer = await server.call('GET', `/api/admin/reports/auctions/${newId()}`, { token: aukje.token })
  expect(answer.status).toBe(404)
})

test('auctions of a year say what was offered, sold and earned, and their sum says it for each currency', async () => {
  await server.app.pool.query(`update auction set kind = 'timed', opens_at = now() - interval '1 hour' where id = $1`, [
    auctionId,
  ])
  const year = new Date(server.app.now() - 3_600_000).getUTCFullYear()
  const path = `years?year=${year}`
  const { rows, sums } = await read<{ rows: AuctionYear[]; sums: AuctionYear[] }>(path, aukje)
  const own = { currency: 'USD', offered: 2, sold: 1, unsold: 1, toEnd: 0, withdrawn: 1, hammer: 30_000, fees: 0 }
  expect(rows).toEqual([
    { auctionId, title: expect.any(String) as string, startedOn: expect.stringMatching(/^20/) as string, ...own },
  ])
  expect(sums).toEqual([{ auctionId: null, title: 'Total', startedOn: null, ...own }])
  await invoiceOfFirstLot('issued', 2500)
  await invoiceOfFirstLot('cancelled', 2600)
  expect((await read<{ sums: AuctionYear[] }>(path, aukje)).sums[0]?.fees).toBe(2500)
  const lines = (await (await file(`years/csv?year=${year}`, aukje)).text()).split('\r\n')
  expect(lines[0]).toBe(
    'Auction,Started,Lots,Sold,Not sold,To end,Withdrawn,Sold rate (%),Hammer total,Average,Premium and fees,Currency',
  )
  expect(lines[1]).toMatch(/,2,1,1,0,1,50\.00,300\.00,300\.00,25\.00,USD$/)
  expect(lines[2]).toBe('Total,,2,1,1,0,1,50.00,300.00,300.00,25.00,USD')
  expect(await read(`years?year=2001`, aukje)).toEqual({ year: 2001, rows: [], sums: [] })
})

/** An invoice of the first lot's sale with a premium of `premium`. */
async function invoiceOfFirstLot(state: 'issued' | 'cancelled', premium: number): Promise<void> {
  const lines = [
    { kind: 'hammer', label: 'Hammer price', amount: 30_000, tax: 0, taxBasisPoints: 0 },
    { kind: 'premium', label: 'Premium', amount: premium, tax: 0, taxBasisPoints: 0 },
  ]
  await server.app.pool.query(
    `insert into invoice (id, number, kind, account_id, lot_id, title, currency, state, lines, net, tax, total, document, due_at)
     select gen_random_uuid(), $2, 'sale', $3, id, title, 'USD', $2, $4::jsonb, $5, 0, $5, '{}', now()
     from lot where auction_id = $1 order by position limit 1`,
    [auctionId, state, ada.id, JSON.stringify(lines), 30_000 + premium],
  )
}

test('months add up lots, income and new members in the company’s time zone', async () => {
  const year = Number(today().slice(0, 4))
  const { rows } = await read<{ rows: Month[] }>(`months?year=${year}`, kofi)
  expect(rows.reduce((sum, { sold }) => sum + sold, 0)).toBe(1)
  expect(rows.reduce((sum, { hammer }) => sum + hammer, 0)).toBe(30_000)
  expect(rows.reduce((sum, { newMembers }) => sum + newMembers, 0)).toBe(2)
  expect((await read<{ rows: Month[] }>('months?year=2001', kofi)).rows).toEqual([])
})

test('sellers are those of the lots, with the commission they brought; lots without one are counted together', async () => {
  const from = new Date(server.app.now() - 86_400_000).toISOString().slice(0, 10)
  const { rows } = await read<{ rows: Seller[] }>(`sellers?from=${from}&to=${today()}`, kofi)
  expect(rows).toEqual([
    {
      sellerId: expect.any(String) as string,
      name: 'Ada',
      currency: 'USD',
      offered: 1,
      sold: 1,
      hammer: 30_000,
      commission: 1500,
      reserved: { price: 30_000, reserve: 20_000 },
    },
    {
      sellerId: null,
      name: null,
      currency: 'USD',
      offered: 1,
      sold: 0,
      hammer: 0,
      commission: 0,
      reserved: { price: 0, reserve: 0 },
    },
  ])
  const backward = await server.call('GET', '/api/admin/reports/sellers?from=2026-02-01&to=2026-01-01', {
    token: kofi.token,
  })
  expect(backward.status).toBe(400)
})

test('every report is also a CSV file and a PDF, and each file is in the audit log', async () => {
  const year = today().slice(0, 4)
  const reports = [
    [`auctions/${auctionId}`, '', aukje],
    ['years', `?year=${year}`, aukje],
    ['months', `?year=${year}`, kofi],
    ['sellers', `?${period()}`, kofi],
  ] as const
  for (const [path, query, who] of reports) {
    expect(await (await file(`${path}/csv${query}`, who)).text()).toMatch(/^.+,Currency\r\n/)
    const pdf = Buffer.from(await (await file(`${path}/pdf${query}`, who)).arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  }
  const { rows } = await server.app.pool.query<{ action: string; count: number }>(
    `select action, count(*) from audit where action ~ '^(export|print)-.*-report$' group by 1 order by 1`,
  )
  expect(rows.map(({ action, count }) => [action, Number(count)])).toEqual([
    ['export-auction-report', 1],
    ['export-auctions-report', 2],
    ['export-month-report', 1],
    ['export-seller-report', 1],
    ['print-auction-report', 1],
    ['print-auctions-report', 1],
    ['print-month-report', 1],
    ['print-seller-report', 1],
  ])
})

test('the CSV file of an auction has plain numbers', async () => {
  const lines = (await (await file(`auctions/${auctionId}/csv`, aukje)).text()).split('\r\n')
  expect(lines[0]).toBe(
    'Lot,Vehicle,Result,Price,Reserve,Of reserve (%),Guide,Of guide (%),Bids,Bidders,Watchers,Views,Currency',
  )
  expect(lines[1]).toMatch(/^\d+,2010 Kiri Urban,Sold,300\.00,200\.00,150\.00,250\.00,120\.00,2,2,\d,1,USD$/)
})
