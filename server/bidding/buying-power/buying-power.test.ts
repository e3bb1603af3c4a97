import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuyingPower } from '#contract/buying-power.ts'
import { setPurchaseDue } from '#server/bidding/purchase-due.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { watchFeed } from '../feed/test-watcher.ts'

let house: TestHouse
let other: TestHouse
let boris: CastMember
let aukje: CastMember

beforeAll(async () => {
  house = await openHouse()
  other = await openHouse({ databaseUrl: house.house.databaseUrl })
  boris = await castPerson(house.house.pool, { name: 'Boris' })
  aukje = await castPerson(house.house.pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(async () => {
  await other?.close()
  await house?.close()
})

function bid(who: CastMember, { lotId }: CastLot, kind: 'firm' | 'maximum', amount: number) {
  const body = { bidId: randomUUID(), kind, amount }
  return house.call('POST', `/api/lots/${lotId}/bids`, { token: who.token, body })
}

async function power(who: CastMember): Promise<BuyingPower> {
  const answer = await house.call('GET', '/api/buying-power', { token: who.token })
  expect(answer.status).toBe(200)
  return answer.body as BuyingPower
}

const newcomer = (biddingLimit: number | null = null) => castPerson(house.house.pool, { name: 'Ada', biddingLimit })

async function closeNow({ lotId }: CastLot, status: string): Promise<void> {
  await house.house.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lotId],
  )
  const now = async () =>
    (await house.house.pool.query<{ status: string }>('select status from standing where lot_id = $1', [lotId])).rows[0]
      ?.status
  await expect.poll(now, { timeout: 5000 }).toBe(status)
}

test('a lead puts its maximum at risk; the bid that outbids it frees all of it', async () => {
  const ada = await newcomer(200_000)
  const lot = await castLot(house.house, { isFree: true })
  expect(await power(ada)).toEqual({ limit: 200_000, free: 200_000, committed: 0, atRisk: 0, inTalks: 0, owed: 0 })
  await bid(ada, lot, 'maximum', 60_000)
  expect(await power(ada)).toMatchObject({ free: 140_000, committed: 60_000, atRisk: 60_000 })
  await bid(boris, lot, 'maximum', 90_000)
  expect(await power(ada)).toMatchObject({ free: 200_000, committed: 0, atRisk: 0 })
})

test('lowering frees at once; a sale binds the price and no more, until it is paid; without a limit only the amounts are told', async () => {
  const ada = await newcomer()
  const lot = await castLot(house.house, { isFree: true })
  await bid(ada, lot, 'maximum', 60_000)
  const lower = { token: ada.token, body: { bidId: randomUUID(), amount: 40_000 } }
  await house.call('PUT', `/api/lots/${lot.lotId}/maximum`, lower)
  expect(await power(ada)).toEqual({
    limit: null,
    free: null,
    committed: 40_000,
    atRisk: 40_000,
    inTalks: 0,
    owed: 0,
  })
  await closeNow(lot, 'sold')
  // From the hammer price until the invoice is written, and what that says from then on.
  await house.house.outbox.drain()
  const { owed, atRisk, committed } = await power(ada)
  expect(atRisk).toBe(0)
  expect(committed).toBe(owed)
  expect(owed).toBeGreaterThanOrEqual(10_000)
  await house.house.db.transaction().execute((trx) => setPurchaseDue(trx, lot.lotId, ada.id, 0))
  expect((await power(ada)).committed).toBe(0)
})

test('below the reserve the high bid is bound and no longer at risk, and free again when the lot is withdrawn', async () => {
  const ada = await newcomer(100_000)
  const [lot, gone] = [
    await castLot(house.house, { isFree: true, reserve: 90_000 }),
    await castLot(house.house, { isFree: true }),
  ]
  await bid(ada, lot, 'maximum', 50_000)
  await bid(ada, gone, 'maximum', 20_000)
  await closeNow(lot, 'reserve-not-met')
  expect(await power(ada)).toMatchObject({ free: 30_000, committed: 70_000, atRisk: 20_000, inTalks: 50_000 })
  const body = { reason: 'The seller withdrew' }
  await house.call('POST', `/api/admin/lots/${gone.lotId}/withdrawal`, { token: aukje.token, body })
  expect(await power(ada)).toMatchObject({ free: 50_000, committed: 50_000, atRisk: 0 })
})

test('a limit lowered below what is committed leaves nothing free', async () => {
  const ada = await newcomer(100_000)
  await bid(ada, await castLot(house.house, { isFree: true }), 'maximum', 80_000)
  const { id: olga, token } = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
  expect(olga).toBeTruthy()
  const body = { biddingLimit: 50_000, reason: 'A test of the rules' }
  expect((await house.call('PATCH', `/api/admin/accounts/${ada.id}`, { token, body })).status).toBe(200)
  expect(await power(ada)).toMatchObject({ limit: 50_000, free: 0, committed: 80_000 })
})

test('what the meter calls free is to the unit what the next bid may commit: in every state of many lots', async () => {
  const ada = await newcomer(1_000_000)
  const lots = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      castLot(house.house, { isFree: true, reserve: index % 3 === 2 ? 400_000 : null }),
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
    const { free, committed, atRisk, inTalks, owed } = await power(ada)
    expect(atRisk + inTalks + owed).toBe(committed)
    const fresh = await castLot(house.house, { isFree: true })
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

test('many bids of one bidder at the same instant, on two servers, never commit more than the limit', async () => {
  const ada = await newcomer(100_000)
  const lots = await Promise.all(Array.from({ length: 12 }, () => castLot(house.house, { isFree: true })))
  const answers = await Promise.all(
    lots.map(({ lotId }, index) =>
      (index % 2 === 0 ? house : other).call('POST', `/api/lots/${lotId}/bids`, {
        token: ada.token,
        body: { bidId: randomUUID(), kind: 'maximum', amount: 30_000 },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await power(ada)).toMatchObject({ free: 10_000, committed: 90_000, atRisk: 90_000 })
})

test('the pages of whoever it concerns are told, on every server, when a lead, a maximum or a debt moves; nobody else, and no amount', async () => {
  const [ada, dana] = [await newcomer(), await castPerson(house.house.pool, { name: 'Dana' })]
  const lot = await castLot(house.house, { isFree: true })
  const streams = {
    adaHere: await watchFeed(house.url, { token: ada.token }),
    adaThere: await watchFeed(other.url, { token: ada.token }),
    dana: await watchFeed(other.url, { token: dana.token }),
  }
  const told = (name: keyof typeof streams) =>
    streams[name].messages.filter((message) => message.type === 'buying-power').length
  const both = async (act: () => Promise<unknown>) => {
    const before = [told('adaHere'), told('adaThere')]
    await act()
    await expect.poll(() => told('adaHere') > before[0]! && told('adaThere') > before[1]!, { timeout: 5000 }).toBe(true)
  }
  await both(() => bid(ada, lot, 'maximum', 40_000))
  // Silent: nobody sees it in the lot.
  await both(() => bid(ada, lot, 'maximum', 60_000))
  await both(() => bid(boris, lot, 'maximum', 90_000))
  await both(() => house.house.db.transaction().execute((trx) => setPurchaseDue(trx, lot.lotId, ada.id, 500)))
  const rolledBack = house.house.db.transaction().execute(async (trx) => {
    await setPurchaseDue(trx, lot.lotId, dana.id, 700)
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await both(() => house.house.db.transaction().execute((trx) => setPurchaseDue(trx, lot.lotId, ada.id, 0)))
  expect(told('dana')).toBe(0)
  expect(streams.adaHere.text()).not.toMatch(/40000|60000/)
  for (const stream of Object.values(streams)) stream.close()
})

test('who may not bid has none, and support sees none', async () => {
  const pia = await castPerson(house.house.pool, { name: 'Pia', verification: 'pending', document: 'submitted' })
  expect((await house.call('GET', '/api/buying-power', { token: pia.token })).status).toBe(403)
  expect((await house.call('GET', '/api/buying-power')).status).toBe(401)
})
