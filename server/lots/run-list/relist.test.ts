import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuctionEntry } from '#contract/auctions/auction-entry.ts'
import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import { plannedAuction } from '#server/auctions/planned-auction.test-support.ts'
import { newId } from '#server/platform/id.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await openTestServer()
  token = (await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

const call = (method: string, at: string, body?: object) =>
  server.call(method, `/api/admin${at}`, { token, ...(body === undefined ? {} : { body }) })

async function draft(own: Partial<AuctionEntry> = {}): Promise<string> {
  const { status, body } = await call('POST', '/auctions', { id: newId(), entry: plannedAuction(own) })
  expect(status, JSON.stringify(body)).toBe(201)
  return (body as { id: string }).id
}

/** A vehicle in a lot of an auction; with an outcome, that lot has ended. */
async function vehicle(auctionId: string, outcome: string | null): Promise<string> {
  const id = newId()
  const facts = { keys: 'present', titleBrand: 'clean', runState: 'drives', sellerKind: 'fleet', odometer: null }
  await server.app.pool.query(
    `insert into vehicle (id, year, make, model, body, facts, vin, stock_number, source)
     values ($1, 2012, 'Kiri', 'Urban', 'suv', $2, $3, $4, '')`,
    [id, JSON.stringify(facts), `5GZCZ43D${id.slice(-9).toUpperCase()}`, `S-${id.slice(-5)}`],
  )
  const terms = { openingBid: 100_000, reserve: 250_000, buyNow: null, sellerEmail: null }
  expect((await call('POST', `/auctions/${auctionId}/lots`, { id: newId(), vehicleId: id, ...terms })).status).toBe(201)
  if (outcome !== null)
    await server.app.pool.query(
      'update lot set closed_at = clock_timestamp(), outcome = $2 where vehicle_id = $1 and closed_at is null',
      [id, outcome],
    )
  return id
}

const relist = (auctionId: string, vehicleIds: string[]) =>
  call('POST', `/auctions/${auctionId}/relistings`, { vehicleIds })

async function runList(auctionId: string): Promise<EnteredLot[]> {
  return ((await call('GET', `/auctions/${auctionId}/lots`)).body as { items: EnteredLot[] }).items
}

test('unsold vehicles come again in another auction on the terms of their last lots, each once', async () => {
  const [last, next] = [await draft(), await draft()]
  const passed = await vehicle(last, 'passed')
  const withdrawn = await vehicle(last, 'withdrawn')
  const answers = await Promise.all([relist(next, [passed, withdrawn, passed]), relist(next, [withdrawn, passed])])
  const entered = answers.map(({ body }) => (body as { entered: number }).entered)
  expect(entered.toSorted((a, b) => a - b)).toEqual([0, 2])
  const lots = await runList(next)
  expect(lots).toHaveLength(2)
  expect(lots[0]).toMatchObject({ openingBid: 100_000, reserve: 250_000, state: 'entered' })
  expect(lots.map(({ stockNumber }) => stockNumber)).toEqual(
    expect.arrayContaining([`S-${passed.slice(-5)}`, `S-${withdrawn.slice(-5)}`]),
  )
  const audited = await server.app.pool.query(`select 1 from audit where action = 'relist-lots' and subject_id = $1`, [
    next,
  ])
  expect(audited.rows).toHaveLength(1)
})

test('a vehicle that is sold, still in a lot or priced in another currency is skipped with the reason', async () => {
  const [last, next, foreign] = [await draft(), await draft(), await draft({ currency: 'CAD' })]
  const [sold, open, passed] = [await vehicle(last, 'sold'), await vehicle(last, null), await vehicle(last, 'passed')]
  expect((await relist(next, [sold, open, newId()])).body).toMatchObject({
    entered: 0,
    skipped: expect.arrayContaining([
      { vehicleId: sold, reason: expect.stringMatching(/was sold as lot/) },
      { vehicleId: open, reason: expect.stringMatching(/has not ended/) },
    ]),
  })
  expect((await relist(foreign, [passed])).body).toMatchObject({
    entered: 0,
    skipped: [{ vehicleId: passed, reason: expect.stringMatching(/amounts in USD/) }],
  })
  expect((await relist(newId(), [passed])).status).toBe(404)
})

test('a draft is deleted with its run list, and its vehicles can be entered again; a published auction is not', async () => {
  const [doomed, next] = [await draft(), await draft()]
  const vehicleId = await vehicle(doomed, null)
  expect((await call('DELETE', `/auctions/${doomed}`)).status).toBe(204)
  expect((await call('DELETE', `/auctions/${doomed}`)).status).toBe(404)
  const terms = { openingBid: 100_000, reserve: null, buyNow: null, sellerEmail: null }
  expect((await call('POST', `/auctions/${next}/lots`, { id: newId(), vehicleId, ...terms })).status).toBe(201)
  expect((await call('POST', `/auctions/${next}/publish`)).status).toBe(200)
  expect(await call('DELETE', `/auctions/${next}`)).toMatchObject({
    status: 409,
    body: { code: 'auction-published' },
  })
})
