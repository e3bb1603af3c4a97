import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { castSeller } from '#server/settlements/settlements.test-support.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, type LotOptions } from '#test/inventory.ts'
import { closedLot, staffNegotiation, staffStep } from './negotiations/negotiations.test-support.ts'

/** Staff may sell vehicles of their own, and may have bid before they joined: a colleague runs those sales. */

let server: TestServer
let ada: CastMember
let aukje: CastMember
/** An auctioneer who sells. */
let kim: CastMember
let sellerId: string
let act: BiddingStage['act']
let bid: BiddingStage['bid']
let ledger: BiddingStage['ledger']

beforeAll(async () => {
  ;({ server, ada, aukje, act, bid, ledger } = await openBiddingStage())
  kim = await castPerson(server.app.pool, { name: 'Kim', role: 'auctioneer' })
  sellerId = await castSeller(server, { accountId: kim.id })
})
afterAll(() => server?.close())

const LIVE = { auctionKind: 'live', liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 } as const
const OWN = { status: 403, body: { message: 'You can’t run the sale of your own vehicle. Ask a colleague.' } }
const REASON = { reason: 'As agreed' }

/** A published lot of Kim's. */
async function ownLot(options: LotOptions = {}): Promise<CastLot> {
  const lot = await castLot(server.app, { sellerId: kim.id, ...options })
  await consign(lot)
  return lot
}

const consign = ({ lotId }: CastLot) =>
  server.app.pool.query('update lot set consignor_id = $2 where id = $1', [lotId, sellerId])

const enterBid = (who: CastMember, { lotId }: CastLot) =>
  server.call('POST', `/api/admin/lots/${lotId}/desk-bids`, {
    token: who.token,
    body: { bidId: randomUUID(), paddle: ada.paddle, mark: 'absentee', amount: 30_000 },
  })

test('an auctioneer doesn’t run the sale of their own vehicle, and a colleague does', async () => {
  const lot = await ownLot(LIVE)
  await expect
    .poll(async () => (await bid(ada, lot, 'firm', 10_000)).body, { timeout: 5000 })
    .toMatchObject({ leading: true })
  const seen = { seen: (await ledger(lot)).length }
  const tries: [string, object][] = [
    ['fair-warning', {}],
    ['hammer', seen],
    ['pass', seen],
    ['pause', REASON],
    ['resumption', REASON],
    ['withdrawal', REASON],
    ['extension', { ...REASON, closesAt: Date.now() + 3_600_000 }],
    ['approval', REASON],
    ['sale-void', { ...REASON, cause: 'mistake' }],
  ]
  for (const [action, body] of tries) expect(await act(kim, lot, action, body), action).toMatchObject(OWN)
  expect(await enterBid(kim, lot)).toMatchObject(OWN)
  expect((await act(kim, await castLot(server.app), 'pause', REASON)).status).toBe(200)
  expect((await act(aukje, lot, 'hammer', seen)).body).toMatchObject({ status: 'sold', leader: ada.paddle })
  expect(await act(kim, lot, 'sale-void', { ...REASON, cause: 'mistake' })).toMatchObject(OWN)
})

test('the console says beforehand which lots of an auction a colleague has to run', async () => {
  const mine = await ownLot({ ...LIVE, startsInMs: 3_600_000 })
  const other = await castLot(server.app, { ...LIVE, auctionId: mine.auctionId, position: 2, startsInMs: 3_600_000 })
  const ownLots = async (who: CastMember) => {
    const console = await server.call('GET', `/api/admin/auctions/${mine.auctionId}/console`, { token: who.token })
    return (console.body as { ownLots: string[] }).ownLots
  }
  expect([await ownLots(kim), await ownLots(aukje)]).toEqual([[mine.lotId], []])
  await server.app.pool.query('insert into participation (lot_id, bidder_id, first_at_ms) values ($1, $2, 0)', [
    other.lotId,
    kim.id,
  ])
  expect(await ownLots(kim)).toEqual([mine.lotId, other.lotId])
})

test('a negotiation about their own vehicle is for a colleague, and what they answer as its seller is the seller’s', async () => {
  const lot = await closedLot(server, ada)
  await consign(lot)
  await server.app.pool.query('update lot set seller_id = $2 where id = $1', [lot.lotId, kim.id])
  for (const step of [
    { kind: 'approve', ...REASON },
    { kind: 'counter', amount: 500_000 },
    { kind: 'end', ...REASON },
  ] as const)
    expect(await staffStep(server, kim, lot, step), step.kind).toMatchObject(OWN)
  expect([
    (await staffNegotiation(server, kim, lot)).isOwn,
    (await staffNegotiation(server, aukje, lot)).isOwn,
  ]).toEqual([true, false])
  const answer = await server.call('POST', `/api/selling/lots/${lot.lotId}/negotiation/steps`, {
    token: kim.token,
    body: { kind: 'counter', amount: 500_000 },
  })
  expect(answer.status).toBe(200)
  expect((await staffNegotiation(server, aukje, lot)).steps.at(-1)).toMatchObject({ what: 'countered', by: 'seller' })
  expect((await staffStep(server, aukje, lot, { kind: 'approve', ...REASON })).status).toBe(200)
})

test('who bid on a lot before they joined the staff doesn’t decide its negotiation', async () => {
  const lot = await closedLot(server, ada)
  await server.app.pool.query('insert into participation (lot_id, bidder_id, first_at_ms) values ($1, $2, 0)', [
    lot.lotId,
    kim.id,
  ])
  expect(await staffStep(server, kim, lot, { kind: 'end', ...REASON })).toMatchObject({
    status: 403,
    body: { message: 'You can’t run the sale of a lot you bid on. Ask a colleague.' },
  })
  expect((await staffStep(server, aukje, lot, { kind: 'end', ...REASON })).status).toBe(200)
})
