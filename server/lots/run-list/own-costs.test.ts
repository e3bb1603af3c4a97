import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import type { AuctionTerms } from '#contract/auctions/auction-terms.ts'
import { NO_OWN_COSTS, type OwnCosts } from '#contract/auctions/own-costs.ts'
import { costOf } from '#contract/invoices/costs.ts'
import type { CostTermsOfLot } from '#contract/lots/lot-costs.ts'
import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

const HOUR_MS = 3_600_000
/** In basis points, as everywhere. */
const premium = (basisPoints: number) => [{ from: 0, basisPoints }]

let server: TestServer
let aukje: CastMember
let ada: CastMember

beforeAll(async () => {
  server = await openTestServer()
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})
afterAll(() => server.close())

const staff = (method: string, at: string, body?: object) =>
  server.call(method, `/api/admin${at}`, { token: aukje.token, ...(body === undefined ? {} : { body }) })

async function auction(costs: OwnCosts | null): Promise<StaffAuction> {
  const now = server.app.now()
  const entry = plannedAuction({ costs, opensAt: now - HOUR_MS, startsAt: now + HOUR_MS })
  const { status, body } = await staff('POST', '/auctions', { id: newId(), entry })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as StaffAuction
}

async function lot(auctionId: string, own: object = {}): Promise<EnteredLot> {
  const vehicleId = newId()
  await server.app.pool.query(
    `insert into vehicle (id, year, make, model, body, facts) values ($1, 2012, 'Kiri', 'Urban', 'suv',
       '{"keys": "present", "titleBrand": "clean", "runState": "drives", "sellerKind": "fleet", "odometer": null}')`,
    [vehicleId],
  )
  const terms = { id: newId(), vehicleId, openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null, ...own }
  const { status, body } = await staff('POST', `/auctions/${auctionId}/lots`, terms)
  expect(status, JSON.stringify(body)).toBe(201)
  return body as EnteredLot
}

const costsOf = async ({ id }: EnteredLot) =>
  (await server.call('GET', `/api/lots/${id}/costs`, { token: ada.token })).body as CostTermsOfLot

test('a lot is sold by its own premium and tax, else its auction’s, else the company’s, as they are when it is published', async () => {
  const sale = await auction({ premium: premium(700), taxBasisPoints: 650 })
  expect(sale.costs).toEqual({ premium: premium(700), taxBasisPoints: 650 })
  const lots = [
    await lot(sale.id),
    await lot(sale.id, { costs: { ...NO_OWN_COSTS, premium: premium(300) } }),
    await lot(sale.id, { costs: { ...NO_OWN_COSTS, taxBasisPoints: 0 } }),
  ]
  const usual = await lot((await auction(null)).id)
  for (const one of [lots[0]!, usual]) {
    const found = await server.app.pool.query<{ auction_id: string }>('select auction_id from lot where id = $1', [
      one.id,
    ])
    expect((await staff('POST', `/auctions/${found.rows[0]!.auction_id}/publish`)).status).toBe(200)
  }
  const terms = await Promise.all([...lots, usual].map(costsOf))
  expect(terms.map((one) => [one.premium[0]!.basisPoints, one.taxBasisPoints])).toEqual([
    [700, 650],
    [300, 650],
    [700, 0],
    [1000, 800],
  ])
  const shown = await server.call('GET', `/api/auctions/${sale.id}/terms`)
  expect((shown.body as AuctionTerms).costs).toEqual(sale.costs)
})

test('the invoice has the premium and tax that the bidder saw', async () => {
  const sale = await auction({ premium: premium(700), taxBasisPoints: 650 })
  const one = await lot(sale.id, { buyNow: 500_000 })
  expect((await staff('POST', `/auctions/${sale.id}/publish`)).status).toBe(200)
  const costs = await costsOf(one)
  await expect
    .poll(async () => {
      const body = { bidId: newId(), kind: 'buy-now' }
      return (await server.call('POST', `/api/lots/${one.id}/bids`, { token: ada.token, body })).status
    })
    .toBe(200)
  await server.app.outbox.drain()
  const { rows } = await server.app.pool.query<{ total: number }>('select total from invoice where lot_id = $1', [
    one.id,
  ])
  expect(rows[0]!.total).toBe(costOf(500_000, costs).total)
  expect(costOf(500_000, costs).lines.find(({ kind }) => kind === 'premium')?.amount).toBe(35_000)
})

test('bands that don’t begin at 0 are refused at their field, for an auction and for a lot', async () => {
  const bad = { premium: [{ from: 100, basisPoints: 700 }], taxBasisPoints: null }
  const entered = await staff('POST', '/auctions', { id: newId(), entry: plannedAuction({ costs: bad }) })
  expect(entered).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'entry.costs.premium' }] } } })
  const sale = await auction(null)
  const one = await lot(sale.id)
  const change = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null, costs: bad }
  expect(await staff('PUT', `/lots/${one.id}`, change)).toMatchObject({
    status: 400,
    body: { details: { fields: [{ field: 'costs.premium', message: 'The first band must start from 0.' }] } },
  })
})

test('own costs and the guide price of a lot are in the run list, its file and the audit log, and stay when terms change', async () => {
  const sale = await auction(null)
  const guide = { low: 800_000, high: 1_000_000 }
  const one = await lot(sale.id, { guide, costs: { ...NO_OWN_COSTS, premium: premium(300) } })
  expect(one).toMatchObject({ guide, costs: { premium: premium(300) } })
  const terms = { openingBid: 200_000, reserve: null, buyNow: null, sellerEmail: null }
  expect((await staff('PUT', `/lots/${one.id}`, terms)).body).toMatchObject({ openingBid: 200_000, guide })
  const wrong = await staff('PUT', `/lots/${one.id}`, { ...terms, guide: { low: 9, high: 8 } })
  expect(wrong).toMatchObject({ status: 400, body: { details: { fields: [{ field: 'guide' }] } } })
  expect((await staff('PUT', `/lots/${one.id}`, { ...terms, guide: null, costs: null })).body).toMatchObject({
    guide: null,
    costs: null,
  })
  const olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  const log = await server.call('GET', `/api/admin/audit?q=${one.id}&action=change-lot`, { token: olga.token })
  const [last] = (log.body as { items: { sentence: string }[] }).items
  expect(last!.sentence).toContain('Guide price: low $8,000 high $10,000 → none')
  expect(last!.sentence).toMatch(/Premium and tax: premium from \$0 rate 3%.* → none/)
})
