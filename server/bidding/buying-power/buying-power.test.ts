import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuyingPower } from '#contract/bidding/buying-power.ts'
import { setPurchaseDue } from '#server/bidding/purchase-due.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { watchFeed } from '../feed/watch-feed.test-support.ts'

let server: TestServer
let other: TestServer
let boris: CastMember
let aukje: CastMember
let bid: BiddingStage['bid']

beforeAll(async () => {
  ;({ server, boris, aukje, bid } = await openBiddingStage())
  other = await openTestServer({ databaseUrl: server.app.databaseUrl })
})

afterAll(async () => {
  await other?.close()
  await server?.close()
})

async function power(who: CastMember): Promise<BuyingPower> {
  const answer = await server.call('GET', '/api/buying-power', { token: who.token })
  expect(answer.status).toBe(200)
  return answer.body as BuyingPower
}

const newcomer = (biddingLimit: number | null = null) => castPerson(server.app.pool, { name: 'Ada', biddingLimit })

async function closeNow({ lotId }: CastLot, status: string): Promise<void> {
  await server.app.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lotId],
  )
  const now = async () =>
    (await server.app.pool.query<{ status: string }>('select status from standing where lot_id = $1', [lotId])).rows[0]
      ?.status
  await expect.poll(now, { timeout: 5000 }).toBe(status)
}

test('a lead puts its maximum at risk; the bid that outbids it releases all of it', async () => {
  const ada = await newcomer(200_000)
  const lot = await castLot(server.app, { isFree: true })
  expect(await power(ada)).toEqual({
    currency: 'USD',
    limit: 200_000,
    free: 200_000,
    committed: 0,
    atRisk: 0,
    inNegotiations: 0,
    owed: 0,
    others: [],
    auctions: [],
  })
  await bid(ada, lot, 'maximum', 60_000)
  expect(await power(ada)).toMatchObject({ free: 140_000, committed: 60_000, atRisk: 60_000 })
  await bid(boris, lot, 'maximum', 90_000)
  expect(await power(ada)).toMatchObject({ free: 200_000, committed: 0, atRisk: 0 })
})

test('lowering releases at once; a won lot commits its price and no more until paid; without a limit only the amounts are shown', async () => {
  const ada = await newcomer()
  const lot = await castLot(server.app, { isFree: true })
  await bid(ada, lot, 'maximum', 60_000)
  const lower = { token: ada.token, body: { bidId: randomUUID(), amount: 40_000 } }
  await server.call('PUT', `/api/lots/${lot.lotId}/maximum`, lower)
  expect(await power(ada)).toEqual({
    currency: 'USD',
    limit: null,
    free: null,
    committed: 40_000,
    atRisk: 40_000,
    inNegotiations: 0,
    owed: 0,
    others: [],
    auctions: [],
  })
  await closeNow(lot, 'sold')
  // The hammer price counts until the invoice is written, and from then on the invoice's amount.
  await server.app.outbox.drain()
  const { owed, atRisk, committed } = await power(ada)
  expect(atRisk).toBe(0)
  expect(committed).toBe(owed)
  expect(owed).toBeGreaterThanOrEqual(10_000)
  await server.app.db.transaction().execute((trx) => setPurchaseDue(trx, lot.lotId, ada.id, 0))
  expect((await power(ada)).committed).toBe(0)
})

test('below the reserve, the high bid is bound and no longer at risk, and released when the lot is withdrawn', async () => {
  const ada = await newcomer(100_000)
  const [lot, gone] = [
    await castLot(server.app, { isFree: true, reserve: 90_000 }),
    await castLot(server.app, { isFree: true }),
  ]
  await bid(ada, lot, 'maximum', 50_000)
  await bid(ada, gone, 'maximum', 20_000)
  await closeNow(lot, 'reserve-not-met')
  expect(await power(ada)).toMatchObject({ free: 30_000, committed: 70_000, atRisk: 20_000, inNegotiations: 50_000 })
  const body = { reason: 'The seller withdrew' }
  await server.call('POST', `/api/admin/lots/${gone.lotId}/withdrawal`, { token: aukje.token, body })
  expect(await power(ada)).toMatchObject({ free: 50_000, committed: 50_000, atRisk: 0 })
})

test('a limit lowered below what is committed leaves nothing free', async () => {
  const ada = await newcomer(100_000)
  await bid(ada, await castLot(server.app, { isFree: true }), 'maximum', 80_000)
  const { id: olga, token } = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  expect(olga).toBeTruthy()
  const body = { biddingLimit: 50_000, reason: 'A test of the rules' }
  expect((await server.call('PATCH', `/api/admin/accounts/${ada.id}`, { token, body })).status).toBe(200)
  expect(await power(ada)).toMatchObject({ limit: 50_000, free: 0, committed: 80_000 })
})

test('the free amount of the meter is exactly what the next bid may commit, in every state of many lots', async () => {
  const ada = await newcomer(1_000_000)
  const lots = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      castLot(server.app, { isFree: true, reserve: index % 3 === 2 ? 400_000 : null }),
    ),
  )
  let state = 7
  const chance = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  for (let round = 0; round < 30; round += 1) {
    const who = chance() < 0.7 ? ada : boris
    await bid(who, lots[Math.floor(chance() * lots.length)]!, 'maximum', 10_000 + Math.floor(chance() * 2500) * 100)
    if (round === 20) await closeNow(lots[2]!, 'reserve-not-met')
    if (round === 25) await closeNow(lots[0]!, 'sold')
    if (round % 5 !== 0) continue
    const { free, committed, atRisk, inNegotiations, owed } = await power(ada)
    expect(atRisk + inNegotiations + owed).toBe(committed)
    const fresh = await castLot(server.app, { isFree: true })
    const over = await bid(ada, fresh, 'maximum', free! + 100)
    expect([over.status, over.body]).toMatchObject([
      409,
      { code: 'over-bidding-limit', details: { limit: 1_000_000, committed } },
    ])
    if (free! < 10_000) continue
    expect((await bid(ada, fresh, 'maximum', free!)).status).toBe(200)
    expect(await power(ada)).toMatchObject({ free: 0, committed: 1_000_000 })
    expect((await bid(boris, fresh, 'maximum', free! + 10_000)).status).toBe(200)
    expect(await power(ada)).toMatchObject({ free, committed })
  }
})

test('many bids by one bidder at the same instant, on two servers, never commit more than the limit', async () => {
  const ada = await newcomer(100_000)
  const lots = await Promise.all(Array.from({ length: 12 }, () => castLot(server.app, { isFree: true })))
  const answers = await Promise.all(
    lots.map(({ lotId }, index) =>
      (index % 2 === 0 ? server : other).call('POST', `/api/lots/${lotId}/bids`, {
        token: ada.token,
        body: { bidId: randomUUID(), kind: 'maximum', amount: 30_000 },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await power(ada)).toMatchObject({ free: 10_000, committed: 90_000, atRisk: 90_000 })
})

test('open pages are notified, on every server, when their owner’s lead, maximum or debt changes; nobody else, and without amounts', async () => {
  const [ada, dana] = [await newcomer(), await castPerson(server.app.pool, { name: 'Dana' })]
  const lot = await castLot(server.app, { isFree: true })
  const streams = {
    adaHere: await watchFeed(server.url, { token: ada.token }),
    adaThere: await watchFeed(other.url, { token: ada.token }),
    dana: await watchFeed(other.url, { token: dana.token }),
  }
  const countOf = (name: keyof typeof streams) =>
    streams[name].messages.filter((message) => message.type === 'buying-power').length
  const both = async (action: () => Promise<unknown>) => {
    const before = [countOf('adaHere'), countOf('adaThere')]
    await action()
    await expect
      .poll(() => countOf('adaHere') > before[0]! && countOf('adaThere') > before[1]!, { timeout: 5000 })
      .toBe(true)
  }
  await both(() => bid(ada, lot, 'maximum', 40_000))
  // A silent change: it does not appear in the lot.
  await both(() => bid(ada, lot, 'maximum', 60_000))
  await both(() => bid(boris, lot, 'maximum', 90_000))
  await both(() => server.app.db.transaction().execute((trx) => setPurchaseDue(trx, lot.lotId, ada.id, 500)))
  const rolledBack = server.app.db.transaction().execute(async (trx) => {
    await setPurchaseDue(trx, lot.lotId, dana.id, 700)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await both(() => server.app.db.transaction().execute((trx) => setPurchaseDue(trx, lot.lotId, ada.id, 0)))
  expect(countOf('dana')).toBe(0)
  expect(streams.adaHere.text()).not.toMatch(/\b(?:40000|60000)\b/)
  for (const stream of Object.values(streams)) stream.close()
})

test('is empty for someone who may not bid, and hidden from support', async () => {
  const pia = await castPerson(server.app.pool, { name: 'Pia', verification: 'pending', document: 'submitted' })
  expect((await server.call('GET', '/api/buying-power', { token: pia.token })).status).toBe(403)
  expect((await server.call('GET', '/api/buying-power')).status).toBe(401)
})

test('a limit for one auction replaces the general one on its lots, and counts only what is committed there', async () => {
  const { pool } = server.app
  const ada = await newcomer(50_000)
  const rita = await castPerson(pool, { name: 'Rita', role: 'reviewer' })
  const [usual, special] = [
    await castLot(server.app, { isFree: true }),
    await castLot(server.app, { isFree: true, auctionId: randomUUID() }),
  ]
  const limits = `/api/admin/accounts/${ada.id}/auction-limits`
  const set = (limit: number | null) =>
    server.call('PUT', `${limits}/${special.auctionId}`, { token: rita.token, body: { limit, reason: 'A deposit' } })
  expect((await bid(ada, special, 'maximum', 60_000)).body).toMatchObject({ code: 'over-bidding-limit' })
  expect(await set(200_000)).toMatchObject({
    status: 200,
    body: { items: [{ auctionId: special.auctionId, title: 'Thursday auction', limit: 200_000 }] },
  })
  // Sessions on both servers know it.
  await expect.poll(async () => (await power(ada)).auctions.length).toBe(1)
  expect((await bid(ada, special, 'maximum', 150_000)).status).toBe(200)
  expect(await power(ada)).toMatchObject({
    limit: 50_000,
    free: 50_000,
    committed: 150_000,
    auctions: [{ free: 50_000 }],
  })
  expect((await bid(ada, usual, 'maximum', 50_100)).body).toMatchObject({
    code: 'over-bidding-limit',
    details: { limit: 50_000, committed: 0 },
  })
  expect((await bid(ada, usual, 'maximum', 50_000)).status).toBe(200)
  expect((await bid(ada, special, 'maximum', 210_000)).body).toMatchObject({ details: { limit: 200_000 } })
  // Every reading of the limit agrees with the lane.
  const live = (await server.call('GET', `/api/lots/${special.lotId}/live`, { token: ada.token })).body
  expect(live).toMatchObject({ you: { limit: { limit: 200_000, committed: 150_000 } } })
  expect((await set(null)).body).toEqual({ items: [] })
  await expect.poll(async () => (await power(ada)).free).toBe(0)
  const { rows } = await pool.query<{ before: object; after: object }>(
    `select before, after from audit where action = 'change-auction-limit' and subject_id = $1 order by at`,
    [ada.id],
  )
  expect(rows.map(({ before, after }) => [before, after])).toMatchObject([
    [{ biddingLimit: null }, { biddingLimit: 200_000, auction: 'Thursday auction' }],
    [{ biddingLimit: 200_000 }, { biddingLimit: null }],
  ])
})

test('a limit for an auction is for members alone, set by reviewers, and only before it ends', async () => {
  const ada = await newcomer()
  const { auctionId } = await castLot(server.app, { isFree: true })
  const rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
  const set = (who: CastMember, account: string, auction = auctionId) =>
    server.call('PUT', `/api/admin/accounts/${account}/auction-limits/${auction}`, {
      token: who.token,
      body: { limit: 1000, reason: 'A test of the rules' },
    })
  expect((await set(aukje, ada.id)).status).toBe(403)
  expect((await set(rita, rita.id)).status).toBe(403)
  expect((await set(rita, ada.id, randomUUID())).status).toBe(404)
  await server.app.pool.query('update auction set ended_at = now() where id = $1', [auctionId])
  expect((await set(rita, ada.id)).status).toBe(404)
})
