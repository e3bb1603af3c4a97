import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Cancellation } from '#contract/bidding/cancel-auction.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

const reason = 'The yard is flooded'

let server: TestServer
let ada: CastMember
let boris: CastMember
let aukje: CastMember
let bid: BiddingStage['bid']

beforeAll(async () => {
  ;({ server, ada, boris, aukje, bid } = await openBiddingStage())
})
afterAll(() => server?.close())

const at = (auctionId: string) => `/api/admin/auctions/${auctionId}/cancellation`
const state = async (auctionId: string) =>
  (await server.call('GET', at(auctionId), { token: aukje.token })).body as Cancellation
const cancel = (auctionId: string, token = aukje.token) =>
  server.call('POST', at(auctionId), { token, body: { reason } })

async function statuses(auctionId: string): Promise<string[]> {
  const { rows } = await server.app.pool.query<{ status: string }>(
    'select status from standing where auction_id = $1 order by lot_id',
    [auctionId],
  )
  return rows.map(({ status }) => status)
}

/** Cancels auctions without notifying anyone, so that their lots aren't withdrawn yet. `afterMs`: from now. */
async function markCanceled(auctionIds: string[], afterMs = 0): Promise<void> {
  await server.app.pool.query(
    `update auction set starts_at = least(starts_at, now()), canceled_at = now() + $4 * interval '1 ms', canceled_by = $2,
       cancel_reason = $3 where id = any($1::uuid[])`,
    [auctionIds, aukje.id, reason, afterMs],
  )
}

test('canceling an auction withdraws its lots, frees bidders and notifies each follower once', async () => {
  const first = await castLot(server.app)
  const { auctionId } = first
  const second = await castLot(server.app, { auctionId, position: 2 })
  for (const lot of [first, second]) {
    expect((await bid(ada, lot, 'firm', 10_000)).status).toBe(200)
  }
  await server.call('PUT', `/api/lots/${first.lotId}/watch`, { token: boris.token, body: { watching: true } })
  expect(await state(auctionId)).toEqual({
    stop: null,
    canceled: null,
    openLots: 2,
    lotsWithBids: 2,
    draftLots: 0,
    keptLots: 0,
    followers: 2,
  })
  expect((await cancel(auctionId, ada.token)).status).toBe(403)
  const answers = await Promise.all([cancel(auctionId), cancel(auctionId)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await expect.poll(() => statuses(auctionId), { timeout: 20_000 }).toEqual(['withdrawn', 'withdrawn'])
  await server.app.outbox.drain()
  for (const { token } of [ada, boris]) {
    const read = async () =>
      ((await server.call('GET', '/api/notifications', { token })).body as { items: Notification[] }).items.map(
        ({ kind }) => kind,
      )
    await expect.poll(read).toEqual(['auction-message'])
  }
  const audit = await server.app.pool.query(`select 1 from audit where action = 'cancel-auction' and subject_id = $1`, [
    auctionId,
  ])
  expect(audit.rows).toHaveLength(1)
  expect(await state(auctionId)).toMatchObject({ openLots: 0, canceled: { reason } })
  expect((await server.call('GET', `/api/admin/auctions/${auctionId}`, { token: aukje.token })).body).toMatchObject({
    state: 'canceled',
  })
  expect((await server.call('GET', `/api/auctions/${auctionId}`)).body).toMatchObject({ state: 'ended' })
})

test('a canceled auction takes no vehicle and is not published again, and one that ended can’t be canceled', async () => {
  const { auctionId, lotId } = await castLot(server.app)
  await cancel(auctionId)
  await expect.poll(() => statuses(auctionId), { timeout: 20_000 }).toEqual(['withdrawn'])
  await server.app.outbox.drain()
  const { rows } = await server.app.pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [
    lotId,
  ])
  const lot = { id: randomUUID(), vehicleId: rows[0]!.vehicle_id, openingBid: 10_000, reserve: null, buyNow: null }
  const enter = (into: string) =>
    server.call('POST', `/api/admin/auctions/${into}/lots`, {
      token: aukje.token,
      body: { ...lot, sellerEmail: null },
    })
  expect(await enter(auctionId)).toMatchObject({ status: 400, body: { message: 'This auction is canceled.' } })
  const ended = await castLot(server.app)
  await server.app.pool.query(`update standing set status = 'passed' where lot_id = $1`, [ended.lotId])
  expect(await cancel(ended.auctionId)).toMatchObject({ status: 409, body: { code: 'auction-not-cancelable' } })
})

test('no lot of a canceled live auction comes up while the others are still being withdrawn', async () => {
  const lot = await castLot(server.app, { auctionKind: 'live', startsInMs: 3_600_000 })
  await markCanceled([lot.auctionId])
  await setTimeout(1200)
  expect(await statuses(lot.auctionId)).toEqual(['scheduled'])
  expect((await bid(ada, lot, 'firm', 10_000)).body).toMatchObject({ code: 'lot-withdrawn' })
})

test('no lot of a canceled auction is sold before it is withdrawn: not by a bid, buy-now, the hammer or its clock', async () => {
  const open = await castLot(server.app, { buyNow: 90_000 })
  const { auctionId } = open
  const due = await castLot(server.app, { auctionId, position: 2, closesInMs: 2000 })
  const coming = await castLot(server.app, { auctionId, position: 3, opensInMs: 1500 })
  const live = await castLot(server.app, { auctionKind: 'live', liveStartMs: 60_000 })
  await expect.poll(() => statuses(live.auctionId), { timeout: 5000 }).toEqual(['open'])
  for (const lot of [due, live]) expect((await bid(ada, lot, 'firm', 10_000)).status).toBe(200)
  await markCanceled([auctionId, live.auctionId])
  for (const [kind, amount] of [
    ['firm', 10_000],
    ['maximum', 20_000],
    ['buy-now', 90_000],
  ] as const)
    expect((await bid(boris, open, kind, amount)).body).toMatchObject({ code: 'lot-withdrawn' })
  const hammer = await server.call('POST', `/api/admin/lots/${live.lotId}/hammer`, {
    token: aukje.token,
    body: { seen: 2 },
  })
  expect(hammer.body).toMatchObject({ code: 'lot-withdrawn' })
  await setTimeout(2500)
  expect((await bid(boris, coming, 'firm', 10_000)).body).toMatchObject({ code: 'lot-withdrawn' })
  const { rows } = await server.app.pool.query<{ position: number; status: string }>(
    'select position, status from standing where auction_id = $1 order by position',
    [auctionId],
  )
  expect(rows.map(({ status }) => status)).toEqual(['open', 'open', 'scheduled'])

  await server.app.pool.query(`update auction set cancel_told_at = now() where id = any($1::uuid[])`, [
    [auctionId, live.auctionId],
  ])
  await expect.poll(() => statuses(auctionId), { timeout: 20_000 }).toEqual(['withdrawn', 'withdrawn', 'withdrawn'])
  await expect.poll(() => statuses(live.auctionId), { timeout: 20_000 }).toEqual(['withdrawn'])
})

test('a lot whose time was up before its auction was canceled is still sold', async () => {
  const lot = await castLot(server.app, { closesInMs: 1000, extensionWindowMs: 0 })
  expect((await bid(ada, lot, 'firm', 10_000)).status).toBe(200)
  await markCanceled([lot.auctionId], 1001)
  await expect.poll(() => statuses(lot.auctionId), { timeout: 5000 }).toEqual(['sold'])
})
